"""The round trip of a citation over every format of samples/: CONV-1, EVID-6.

A span of the canonical text is the same text in the store and in the readable view, has a place in the original,
and for text files is the very bytes there. Checked again it is unchanged; with one letter changed it is not.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kts import Workspace
from kts.server import wire
from kts.types import SourceMap, Span
from support.index import WORDS, made, stored

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts.ports import Corpus
    from kts.records import DocumentRecord
    from kts.types import Location

PLACES = {
    ".pdf": ("pdf", "page"),
    ".docx": ("docx", "paragraph", "table", "part"),
    ".odt": ("docx", "paragraph", "table"),
    ".rtf": ("docx", "paragraph", "table"),
    ".pptx": ("pptx", "slide"),
    ".xlsx": ("xlsx", "sheet"),
    ".eml": ("eml", "part"),
}
"""The kind of location that a suffix gives, and fields of which one at least is set; all others are text."""
LINE_END = re.compile("\r\n|\r|\n")
FEW, MANY = 1_000, 10_000
FORMATS = {"csv", "docx", "eml", "html", "json", "md", "odt", "pdf", "pptx", "rtf", "txt", "xlsx"}


@dataclass(frozen=True)
class Sample:
    """A document of samples/ as the index holds it."""

    record: DocumentRecord
    view: str
    encoding: str | None
    file: Path

    @cached_property
    def content(self) -> bytes:
        return self.file.read_bytes()

    @property
    def suffix(self) -> str:
        return self.file.suffix


@dataclass(frozen=True)
class Samples:
    """samples/, copied and read."""

    folder: Path
    workspace: Workspace
    corpus: Corpus
    all: list[Sample]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[Samples]:
    top = tmp_path_factory.mktemp("citations")
    folder = top / "samples"
    shutil.copytree(repository / "samples", folder, ignore=shutil.ignore_patterns("generate"))
    made(top / "index", folder, environment=WORDS).close()
    encodings = dict(stored(top / "index", "SELECT version_id, encoding FROM version"))
    with Workspace.open(str(top / "index")) as asked, Workspace.open(str(top / "index")) as workspace:
        corpus = workspace.corpus()
        documents = workspace.layout.documents
        found = [
            Sample(
                record,
                corpus.text(record.key),
                encodings[record.key],
                folder / record.path,
            )
            for record in corpus.documents()
        ]
        for one in found:
            view = (documents / one.record.id / "content.md").read_bytes().decode("utf-8", "surrogatepass")
            assert view == corpus.seen(one.record.key), one.record.path  # as long as the text: what is hidden is drawn
            assert len(view) == len(one.view), one.record.path
        yield Samples(folder, asked, corpus, found)
        corpus.close()


SPANS = st.tuples(st.integers(0, 2**31), st.integers(0, 2**31), st.integers(1, 600))
"""A document by a number that is taken modulo theirs, a start modulo its length, a length."""


def placed(sample: Sample, drawn: Span) -> Span:
    """A span inside the sample: `drawn` is a random place and a length."""
    length = len(sample.view)
    start = drawn.start % length
    return Span(start, min(length, start + drawn.end))


def holds(samples: Samples, sample: Sample, span: Span) -> Location:
    """The law for one span; returns its place."""
    quote = samples.corpus.slice(sample.record.key, span)
    assert quote == sample.view[span.start : span.end]
    place = samples.corpus.locate(sample.record.key, span)
    kind, *fields = PLACES.get(sample.suffix, ("text", "line"))
    assert place.kind == kind
    assert any(getattr(place, name) is not None for name in fields), place
    if sample.encoding:
        raw = sample.content[place.byte_start : place.byte_end]
        assert raw.decode(sample.encoding, "surrogatepass") == quote
        if not inside_line_end(sample.view, span.start):
            assert place.line == 1 + len(LINE_END.findall(sample.view[: span.start]))
    elif place.byte_start is not None:
        assert 0 <= place.byte_start < place.byte_end <= len(sample.content)
    return place


def inside_line_end(text: str, at: int) -> bool:
    return text[at - 1 : at + 1] == "\r\n" and at > 0


def cited(samples: Samples, sample: Sample, span: Span) -> dict[str, Any]:
    """The citation of a span in the shape of WIRE.md."""
    quote = sample.view[span.start : span.end]
    return {
        "path": sample.record.path,
        "document_id": sample.record.id,
        "start": span.start,
        "end": span.end,
        "quote": quote,
        "text_sha256": hashlib.sha256(quote.encode("utf-8", "surrogatepass")).hexdigest(),
        "location": wire.location(samples.corpus.locate(sample.record.key, span)),
    }


def seeded(samples: Samples, number: int) -> list[tuple[Sample, Span]]:
    """`number` spans spread evenly over the documents, the same in every run."""
    import random

    chance = random.Random(11)  # noqa: S311
    chosen = [samples.all[i % len(samples.all)] for i in range(number)]
    return [(one, placed(one, Span(chance.randrange(2**31), chance.randint(1, 600)))) for one in chosen]


def test_conv_1_the_samples_hold_every_format(samples):
    assert {one.suffix[1:] for one in samples.all} >= FORMATS


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=st.lists(SPANS, min_size=1, max_size=8))
def test_conv_1_every_span_is_the_same_text_in_store_view_and_original(samples, drawn):
    for which, start, length in drawn:
        sample = samples.all[which % len(samples.all)]
        holds(samples, sample, placed(sample, Span(start, length)))


def round_trip(samples: Samples, number: int) -> None:
    chosen = seeded(samples, number)
    for sample, span in chosen:
        holds(samples, sample, span)
    checked = samples.workspace.recheck([cited(samples, *one) for one in chosen])
    assert len(checked) == number
    odd = [(one.citation["path"], one.status, one.detail) for one in checked if one.status != "unchanged"]
    assert odd == []


def test_evid_6_spans_make_the_round_trip(samples):
    round_trip(samples, FEW)


@pytest.mark.crash
def test_evid_6_ten_thousand_spans_make_the_round_trip(samples):
    round_trip(samples, MANY)


def test_conv_1_plain_text_and_markdown_are_the_file_itself(samples):
    """Character for character, byte order mark removed."""
    plain = [one for one in samples.all if one.suffix in {".txt", ".md"}]
    assert plain
    for one in plain:
        assert one.encoding
        assert one.content.decode(one.encoding).removeprefix("\ufeff") == one.view


def editable(samples: Samples) -> list[tuple[Sample, Span, int]]:
    """A unique quote in each text document and the byte of a letter in its middle."""
    found = []
    for sample, span in seeded(samples, 3 * len(samples.all)):
        quote = sample.view[span.start : span.end]
        place = samples.corpus.locate(sample.record.key, span)
        letters = [i for i, c in enumerate(quote) if c.isascii() and c.isalpha()]
        if sample.encoding in {"utf-8", "ascii", "cp1252", "latin-1"} and letters and sample.view.count(quote) == 1:
            at = letters[len(letters) // 2]
            found.append((sample, span, place.byte_start + len(quote[:at].encode(sample.encoding))))
    return found


def test_evid_6_one_changed_letter_inside_the_quote_is_changed(samples):
    edits = editable(samples)
    assert len(edits) >= 100
    for sample, span, at in edits:
        letter = sample.content[at : at + 1]
        try:
            sample.file.write_bytes(sample.content[:at] + (b"q" if letter != b"q" else b"x") + sample.content[at + 1 :])
            (checked,) = samples.workspace.recheck(cited(samples, sample, span))
        finally:
            sample.file.write_bytes(sample.content)
        assert checked.status == "changed", f"{sample.record.path} {span}: {checked.status} {checked.detail}"


def test_evid_6_text_before_the_quote_moves_it(samples):
    for sample, span, _ in editable(samples)[:60]:
        if sample.suffix not in {".txt", ".md"} or sample.content[:3] == b"---":
            continue
        try:
            sample.file.write_bytes(b"One more line.\n" + sample.content)
            (checked,) = samples.workspace.recheck(cited(samples, sample, span))
        finally:
            sample.file.write_bytes(sample.content)
        assert checked.status == "moved"
        assert checked.moved_to is not None
        assert checked.moved_to.byte_start is not None


def test_evid_6_a_doctored_quote_is_changed_and_a_vanished_file_is_gone(samples):
    sample, span = seeded(samples, 1)[0]
    citation = cited(samples, sample, span)
    (checked,) = samples.workspace.recheck({**citation, "quote": citation["quote"] + "!"})
    assert checked.status == "changed"
    (checked,) = samples.workspace.recheck({**citation, "path": "nowhere.md", "document_id": "doc_0"})
    assert checked.status == "gone"


def test_conv_1_the_second_half_of_a_line_end_belongs_to_its_line():
    assert SourceMap(encoding="utf-8").locate("one\r\ntwo", Span(4, 8)).line == 1
