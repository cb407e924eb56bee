"""Compare citations with the originals as they are now (EVID-6, `kts verify RESULT.json`).

Nothing that the saved result says is trusted: the file is read, its text is made anew or taken from a stored
text whose hash holds, and the quote must stand at its span.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kts.errors import CheckFailed, KTSError, UsageError
from kts.search.cite import place
from kts.types import Citation, Rechecked, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.ports import Corpus, Sources
    from kts.records import DocumentRecord
    from kts.types import Conversion, Location

KEYS = ("document_id", "path", "start", "end", "quote", "text_sha256")


@dataclass(frozen=True, slots=True)
class Original:
    """A file as it is now: its bytes, its canonical text, and how a span of that text is located."""

    content: bytes
    text: str
    encoding: str | None
    locate: Callable[[Span], Location]


@dataclass(frozen=True, slots=True)
class Finder:
    """What re-checking needs of the house: roots by label, ids, originals."""

    roots: Sequence[str]
    corpus: Corpus | None
    sources: Sources
    identify: Callable[[str, str], str]
    convert: Callable[[bytes, str], Conversion]
    locator: Callable[[Conversion], Callable[[Span], Location]]
    limit: int


def citations_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every citation anywhere in a result: saved, as JSON gives it, or as it came, in named tuples."""
    if isinstance(value, Citation):
        yield _as_saved(value)
    elif isinstance(value, dict):
        if all(key in value for key in KEYS):
            yield value
        else:
            for part in value.values():
                yield from citations_in(part)
    elif isinstance(value, list | tuple | Iterator):
        for part in value:
            yield from citations_in(part)


def _as_saved(cited: Citation) -> dict[str, Any]:
    """A citation as a saved result has it."""
    location = {name: value for name, value in cited.location._asdict().items() if value not in (None, ())}
    plain = {name: value for name, value in cited._asdict().items() if name != "span"}
    return {**plain, "start": cited.span.start, "end": cited.span.end, "location": location}


def read_saved(text: str | bytes) -> Any:
    """The values of a saved result: JSON, or JSON lines (`kts check --json`). Raises ValueError for another text."""
    try:
        return json.loads(text)  # bytes in any encoding of JSON: PowerShell writes UTF-16
    except (ValueError, RecursionError) as error:
        if lines := _lines(text):
            return lines
        raise ValueError(str(error)) from error


def _lines(text: str | bytes) -> list[Any]:
    """The objects of JSON lines, none where a line is no object."""
    try:
        found = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return []
    return found if all(isinstance(one, dict) for one in found) else []


def worded(document_id: str, path: str, span: Span, quote: str) -> dict[str, object]:
    """What re-checking reads of a citation: which words stood where."""
    digest = hashlib.sha256(quote.encode("utf-8", "surrogatepass")).hexdigest()
    return dict(zip(KEYS, (document_id, path, span.start, span.end, quote, digest), strict=True))


def recheck(citation: Mapping[str, Any], finder: Finder) -> Rechecked:
    """unchanged: the quote stands at its span. moved: it stands elsewhere. changed, gone: it does not."""
    quote = str(citation["quote"])
    if not isinstance(citation["start"], int) or not isinstance(citation["end"], int):
        return Rechecked(citation, "changed", "start and end of the citation are not numbers")
    if hashlib.sha256(quote.encode("utf-8", "surrogatepass")).hexdigest() != citation["text_sha256"]:
        return Rechecked(citation, "changed", "the quote is not the one that was cited: its own hash does not match")
    found = _places(citation, finder)
    for root, path, renamed in found:
        try:
            original = _original(root, path, finder)
        except FileNotFoundError:
            continue
        except CheckFailed as error:
            return Rechecked(citation, "changed", f"{path} cannot be read: {error}")
        except (OSError, KTSError) as error:
            return Rechecked(citation, "gone", f"{path} cannot be read: {error}")
        return _compared(citation, original, finder, renamed=path if renamed else "")
    return Rechecked(citation, "gone", f"{citation['path']} is not there any more")


def _places(citation: Mapping[str, Any], finder: Finder) -> list[tuple[str, str, bool]]:
    path, id_ = str(citation["path"]), str(citation["document_id"])
    places = [(root, path, False) for root in finder.roots if finder.identify(root, path) == id_]
    record = _indexed(citation, finder)
    if record is not None and record.path != path:
        places.append((record.root, record.path, True))
    return places


def _indexed(citation: Mapping[str, Any], finder: Finder) -> DocumentRecord | None:
    """The cited document as the index has it, None where it has not."""
    try:
        return finder.corpus.document(str(citation["document_id"])) if finder.corpus else None
    except UsageError:
        return None


def _original(root: str, path: str, finder: Finder) -> Original:
    _, content = finder.sources.read(root, path, limit=finder.limit)
    conversion = finder.convert(content, path)
    if conversion.outcome not in {"ok", "partial"}:
        message = f"it is {conversion.outcome}: {conversion.reason}"
        raise CheckFailed(message)
    return Original(content, conversion.text, conversion.source_map.encoding, finder.locator(conversion))


def _compared(citation: Mapping[str, Any], original: Original, finder: Finder, *, renamed: str) -> Rechecked:
    quote, start, end = str(citation["quote"]), int(citation["start"]), int(citation["end"])
    if original.text[start:end] == quote and _bytes_agree(citation, original, quote):
        now = _at(original, start, end)
        if renamed:
            return Rechecked(citation, "moved", f"the file is now {renamed}", now)
        if not _same_place(citation.get("location"), now):
            return Rechecked(citation, "moved", _elsewhere(now), now)
        return Rechecked(citation, "unchanged")
    span = _stands(quote, original.text)
    if span is None:
        return Rechecked(citation, "changed", _missing(citation, original, finder))
    now = _at(original, *span)
    return Rechecked(citation, "moved", f"the file is now {renamed}" if renamed else _elsewhere(now), now)


def _missing(citation: Mapping[str, Any], original: Original, finder: Finder) -> str:
    """Why a quote stands nowhere: its file was edited since, or never said it while the index knew it."""
    record = _indexed(citation, finder)
    same = (
        record is not None
        and finder.corpus is not None
        and finder.corpus.slice(record.key, Span(0, record.length)) == original.text
    )
    return "the file does not say this, and is as it was indexed" if same else "the file no longer says this"


def _elsewhere(location: Location) -> str:
    at = place(location)
    return f"the quote now stands at {at}" if at else "the quote stands at another place of the file"


def _bytes_agree(citation: Mapping[str, Any], original: Original, quote: str) -> bool:
    """For decoded text files the quote must also be the very bytes at the cited byte range."""
    place = citation.get("location")
    cited = (place.get("byte_start"), place.get("byte_end")) if isinstance(place, dict) else (None, None)
    if not original.encoding or cited[0] is None:
        return True
    if not all(isinstance(edge, int) for edge in cited):
        return False
    raw = original.content[cited[0] : cited[1]]
    return raw == quote.encode(original.encoding, "surrogatepass")


PLACES = ("page", "line", "paragraph", "table", "row", "cell", "slide", "sheet", "part")


def _same_place(cited: Any, now: Location) -> bool:
    """Whether a person who goes to the cited place finds the quote there; what was not cited does not count."""
    if not isinstance(cited, dict):
        return True
    named = {name: value for name in PLACES if (value := cited.get(name)) is not None}
    if str(now.cell).startswith(f"{named.get('cell')}:"):  # older results name the first cell of a row alone
        del named["cell"]
    return all(value == getattr(now, name) for name, value in named.items())


def _at(original: Original, start: int, end: int) -> Location:
    from kts.types import Span

    return original.locate(Span(start, end))


def _stands(quote: str, text: str) -> tuple[int, int] | None:
    at = text.find(quote)
    if at >= 0:
        return at, at + len(quote)
    words = [re.escape(word) for word in quote.split()]
    match = re.search(r"\s+".join(words), text) if words else None
    return match.span() if match else None
