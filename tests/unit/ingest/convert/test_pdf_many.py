"""CONV-1, CONV-5: pages of many pieces, which PDFium is asked about many at a time."""

from __future__ import annotations

import io
from itertools import pairwise

import pypdfium2
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from kts.ingest.convert.pdf.calls import AT_ONCE, MOST_RECTANGLES
from kts.ingest.convert.pdf.converter import PdfConverter
from kts.ingest.convert.pdf.layer import OpenPage, opened, text_of

STEP, WIDE, FONT, SIZE = 24, 80, "Helvetica", 10
RED, WHITE, SEEN, UNSEEN = (1, 0, 0), (1, 1, 1), 0, 3


def drawn(words, *, across, color=lambda _: (0, 0, 0), mode=lambda _: SEEN):
    """A PDF of one page, each word a text object of its own, `across` words in a line."""
    out = io.BytesIO()
    rows = -(-len(words) // across)
    canvas = Canvas(out, pagesize=(across * STEP + 2 * WIDE, rows * 12 + 2 * WIDE), invariant=1)
    for number, word in enumerate(words):
        canvas.saveState()
        text = canvas.beginText(WIDE + number % across * STEP, WIDE + (rows - 1 - number // across) * 12)
        text.setFont(FONT, SIZE)
        text.setFillColorRGB(*color(number))
        text.setTextRenderMode(mode(number))
        text.textOut(f"{word} ")
        canvas.drawText(text)
        canvas.restoreState()
    canvas.save()
    return out.getvalue()


def words_of(count):
    return [f"w{number:03d}"[:4] for number in range(count)]


@pytest.mark.parametrize(
    ("count", "across"),
    [(AT_ONCE + 1, 10), (MOST_RECTANGLES + 100, 20), (MOST_RECTANGLES, MOST_RECTANGLES), (5000, 2500)],
    ids=["more words than are asked for at once", "more than have room", "a line that fills the room", "longer lines"],
)
def test_conv_1_every_line_has_its_box_however_many_pieces_it_is_made_of(count, across):
    words = words_of(count)
    result = PdfConverter().convert(drawn(words, across=across), name="a.pdf")
    assert result.outcome == "ok"
    assert result.text.split() == words
    boxes = [entry.location.boxes[0] for entry in result.source_map.entries]
    lines = [words[start : start + across] for start in range(0, count, across)]
    assert [box[0] for box in boxes] == pytest.approx([WIDE] * len(lines), abs=1)
    rights = [WIDE + (len(line) - 1) * STEP + stringWidth(line[-1], FONT, SIZE) for line in lines]
    assert [box[2] for box in boxes] == pytest.approx(rights, abs=2.5)
    steps = [above[1] - below[1] for above, below in pairwise(boxes)]
    assert steps == pytest.approx([12] * (len(lines) - 1), abs=0.5)


@pytest.mark.parametrize("apart", [False, True], ids=["in the last word's object", "in an object of their own"])
def test_conv_1_blanks_at_the_end_of_a_line_are_not_in_its_box(apart):
    def boxes(end):
        out = io.BytesIO()
        canvas = Canvas(out, pagesize=(300, 300), invariant=1)
        for number, word in enumerate(["one", "three", "five"]):
            canvas.drawString(50, 200 - 12 * number, word if apart else word + end)
            if apart and end:
                canvas.drawString(50 + stringWidth(word, FONT, 12), 200 - 12 * number, end)
        canvas.save()
        result = PdfConverter().convert(out.getvalue(), name="a.pdf")
        assert result.text.split() == ["one", "three", "five"]
        return [entry.location.boxes for entry in result.source_map.entries]

    assert boxes("  ") == boxes("")


@pytest.mark.parametrize("at", [0, AT_ONCE - 1, AT_ONCE, 2 * AT_ONCE])
def test_conv_5_one_hidden_word_among_many_is_found(at):
    words = words_of(2 * AT_ONCE + 1)
    across = len(words)
    for content in (
        drawn(words, across=across, color=lambda number: WHITE if number == at else RED),
        drawn(words, across=across, mode=lambda number: UNSEEN if number == at else SEEN),
    ):
        result = PdfConverter().convert(content, name="a.pdf")
        hidden = [result.text[mark.start : mark.end] for mark in result.source_map.hidden]
        assert hidden == [words[at]]


def test_conv_5_red_letters_are_seen():
    words = words_of(AT_ONCE)
    result = PdfConverter().convert(drawn(words, across=8, color=lambda _: RED), name="a.pdf")
    assert not result.source_map.hidden


def written(string):
    """A PDF of one page with this string, whose code 2 stands for no character that PDFium knows."""
    show = b"BT /F 12 Tf 50 200 Td (%s) Tj ET" % string
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(show), show),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[1/unheard 2/of]>>>>",
    )
    body = b"".join(b"%d 0 obj%s endobj\n" % (number, content) for number, content in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R/Size 6>>\n%%EOF"


@pytest.mark.parametrize(
    ("string", "text"),
    [
        (rb"", ""),
        (rb"plain words", "plain words"),
        (rb"\002\002first and last\002", "first and last"),
        (rb"a\002b", "ab"),
        (rb"\002\002", ""),
    ],
)
def test_conv_1_the_text_of_a_page_is_what_the_bindings_give(string, text):
    document = pypdfium2.PdfDocument(written(string))
    expected = document[0].get_textpage()
    page = OpenPage(document, 0)
    with opened(page) as textpage:
        assert (
            text_of(textpage) == (expected.count_chars(), text) == (expected.count_chars(), expected.get_text_range())
        )
    page.close()


def test_conv_1_the_edges_of_a_page_are_what_is_seen_of_it():
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=(300, 400), cropBox=(10, 20, 200, 300), invariant=1)
    canvas.drawString(50, 50, "words")
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    page = OpenPage(document, 0)
    assert page.edges() == document[0].get_bbox()
    page.close()


def test_conv_1_a_page_that_is_not_there_is_an_error():
    with pytest.raises(pypdfium2.PdfiumError):
        OpenPage(pypdfium2.PdfDocument(drawn(["word"], across=1)), 1)
