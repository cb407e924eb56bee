"""`descriptions.json`: what embedded images show, by SHA-256, as OCR, a language model or a person says it.

People may edit the file: a text that does not match its `text_sha256` any more, or has none, is a person's, and nothing
here replaces it. What OCR read is also text of the documents; what a model or a person says stands nowhere but here.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kts.digest import text_digest
from kts.errors import UsageError
from kts.store.lock import writing
from kts.store.rows import pretty

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

Source = Literal["ocr", "model", "person"]
PATIENCE = 10.0
"""Seconds that one waits for another who writes the file, which takes a moment (a default, not fitted)."""
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LONG = re.compile(r"[0-9]{4301}")


class Description(NamedTuple):
    """What one image shows; `model` and `prompt` say who made it of which wording, `confidence` is that of OCR."""

    text: str
    source: Source
    model: str = ""
    prompt: str = ""
    confidence: float | None = None


def read(path: Path) -> dict[str, Description]:
    """The descriptions by SHA-256, nothing where there is no file. Raises UsageError naming the line of a mistake."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise _mistaken(path, 1, str(error)) from None
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise _mistaken(path, error.lineno, error.msg) from None
    except RecursionError:
        raise _mistaken(path, 1, "it is nested too deeply") from None
    except ValueError as error:  # Python reads no number of thousands of digits
        number = _LONG.search(text)
        raise _mistaken(path, _line(text, number.start() if number else 0), str(error)) from None
    if not isinstance(value, dict):
        raise _mistaken(path, 1, "it is no object")
    for digest, entry in value.items():
        if not _DIGEST.fullmatch(digest) or not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            raise _mistaken(path, _line(text, _at(text, digest)), f"'{digest[:12]}' is no image with a text")
        if not isinstance(entry.get("source", ""), str):
            raise _mistaken(path, _line(text, _at(text, digest)), f"the source of '{digest[:12]}' is no text")
    return {digest: _description(entry) for digest, entry in value.items()}


def _at(text: str, digest: str) -> int:
    return max(0, text.find(json.dumps(digest, ensure_ascii=False)))


def _line(text: str, at: int) -> int:
    return 1 + text.count("\n", 0, at)


def _mistaken(path: Path, line: int, what: str) -> UsageError:
    message = f"{path}:{line}: {what}"
    hint = 'an entry is "SHA-256 OF THE IMAGE": {"text": "what it shows"}; without the file, descriptions are made anew'
    return UsageError(message, path=str(path), hint=hint)


def _description(entry: Mapping[str, Any]) -> Description:
    """An entry as it is meant: of a person, unless its text is the one that was written there by machine."""
    text, source, digest = entry["text"], entry.get("source"), entry.get("text_sha256")
    machine = source in {"ocr", "model"} and digest == text_digest(text).hex()
    if source == "ocr" and (machine or digest is None):  # files of before the digest had nothing but OCR
        return Description(text, "ocr", confidence=entry.get("confidence"))
    if machine:
        return Description(text, "model", str(entry.get("model", "")), str(entry.get("prompt", "")))
    return Description(text, "person")


def _entry(one: Description) -> dict[str, Any]:
    made: dict[str, Any] = {"text": one.text, "source": one.source, "text_sha256": text_digest(one.text).hex()}
    if one.source == "ocr":
        made["confidence"] = one.confidence
    return {**made, "model": one.model, "prompt": one.prompt} if one.source == "model" else made


def keep(path: Path, fresh: Mapping[str, Description]) -> None:
    """Add what a model said, in one step; what a person wrote meanwhile stays. Raises UsageError, Locked."""
    with writing(path.with_suffix(".lock"), wait=PATIENCE):
        known = read(path)
        new = {digest: one for digest, one in fresh.items() if digest not in known or known[digest].source != "person"}
        _write(path, {**known, **new})


def renew(path: Path, ocr: Mapping[str, Description], live: Collection[str]) -> None:
    """Bring the file to what OCR says now; it keeps what a model says of live images, and all that people wrote.

    Where it has a mistake it is left as it is, for the person to mend.
    """
    with writing(path.with_suffix(".lock"), wait=PATIENCE):
        try:
            known = read(path)
        except UsageError:
            return
        kept = {
            digest: one
            for digest, one in known.items()
            if one.source == "person" or (one.source == "model" and digest in live)
        }
        _write(path, {**ocr, **kept})


def in_vain(path: Path) -> tuple[str, ...]:
    """The images that gave no description, the last asked for last; none where the note of them is unreadable."""
    try:
        found = json.loads(path.with_suffix(".failed").read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def note_in_vain(path: Path, digests: Sequence[str]) -> None:
    """Note beside the file which images gave no description, so that the next run asks for them last, in this order."""
    noted = path.with_suffix(".failed")
    if digests:
        noted.write_bytes(pretty(digests))
    else:
        noted.unlink(missing_ok=True)


def _write(path: Path, descriptions: Mapping[str, Description]) -> None:
    """Put the file in place in one step; one that would be the same is left alone."""
    content = pretty({digest: _entry(one) for digest, one in descriptions.items()})
    if path.is_file() and path.read_bytes() == content:
        return
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
