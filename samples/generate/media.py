"""Build the binary samples: decks, minutes, workbooks, mail, papers, scans.

    python samples/generate/media.py --out samples

Needs python-pptx, python-docx, XlsxWriter, reportlab and Pillow; the same versions
give the same bytes on each run.  Text files of meetings/ and international/ are not
generated: they are committed as they were written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import media_decks  # noqa: E402
import media_mail  # noqa: E402
import media_records  # noqa: E402
import media_research  # noqa: E402
import media_sheets  # noqa: E402


def main(argv: list[str] | None = None) -> int:
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument(
        "--out",
        type=Path,
        required=True,
        help="folder that gets meetings/, finance/, mail/, research/, records/, international/",
    )
    out = ap.parse_args(argv).out
    for part in (media_decks, media_sheets, media_mail, media_research, media_records):
        part.build(out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
