"""One JSON object a line on standard error: what happened, never what was asked or found."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

FIELDS = ("event", "operation", "status", "ms", "generation", "job", "state", "address", "detail")
"""What a record may say beside time, level and message: numbers and stable words."""


class Lines(logging.Formatter):
    """A record as a line of JSON. An error's place in the code is told, its message is not: it may quote a document."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None},
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            said["error"] = type(error).__name__
            said["at"] = [f"{at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)]
        return json.dumps(said, sort_keys=True)


def configure(level: str) -> None:
    """Send what the server, and the libraries under it, have to say to standard error as lines of JSON."""
    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel("WARNING")
    logging.getLogger("kts").setLevel(level.upper())
