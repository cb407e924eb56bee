"""CONV-1, CONV-3: text and Markdown are kept character for character, and every offset has its bytes."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.decode import Positions, decode
from kts.ingest.convert.markdown import MarkdownConverter
from kts.ingest.convert.text import TextConverter

BOMS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
}
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\r\t"), max_size=300)


@given(text=ANY_TEXT, encoding=st.sampled_from(sorted(BOMS)))
def test_conv_1_with_a_byte_order_mark_the_text_and_every_prefix_are_exact(text, encoding):
    content = BOMS[encoding] + text.encode(encoding)
    decoded = decode(content)
    assert (decoded.text, decoded.encoding, decoded.bom) == (text, encoding, len(BOMS[encoding]))
    positions = Positions(decoded)
    for at in range(len(text) + 1):
        assert positions.byte(at) == decoded.bom + len(text[:at].encode(encoding))


@given(content=st.binary(max_size=400))
def test_conv_5_any_bytes_are_either_refused_or_decoded_without_loss(content):
    conversion = TextConverter().convert(content, name="x.txt")
    assert conversion.outcome in {"ok", "empty", "malformed"}
    if conversion.outcome == "ok":
        source_map = conversion.source_map
        assert conversion.text.encode(source_map.encoding) == content[source_map.bom :]


@given(text=st.text(st.characters(codec="cp1252", exclude_categories=["Cc"]), min_size=1, max_size=80))
def test_conv_1_legacy_bytes_map_back(text):
    decoded = decode(text.encode("cp1252"))
    assert decoded.text.encode(decoded.encoding) == text.encode("cp1252")


def test_conv_1_western_text_is_read_as_windows_1252():
    content = "Die Prüfung der Gebühren — für Kunden „König“ und Müller — dauert länger.".encode("cp1252")
    assert TextConverter().convert(content, name="a.txt").text == content.decode("cp1252")


def test_conv_1_utf_16_without_a_mark_is_seen():
    assert decode("Plain words\r\n".encode("utf-16-le")).text == "Plain words\r\n"


def test_conv_1_lines_count_every_kind_of_line_end():
    positions = Positions(decode(b"a\r\nb\rc\nd"))
    assert [positions.line(at) for at in (0, 3, 5, 7)] == [1, 2, 3, 4]


def test_conv_1_newlines_are_untouched_and_markup_is_told():
    conversion = TextConverter().convert(b"# not a heading\r\n\r\n\ttext\r", name="a.txt")
    assert conversion.text == "# not a heading\r\n\r\n\ttext\r"
    assert conversion.markup == "plain"
    assert TextConverter().convert(b" \n\t", name="a.txt").outcome == "empty"


def test_conv_3_front_matter_becomes_metadata_and_stays_in_the_text():
    content = b"---\ntitle: Late charges\ndate: 2024-03-01\ntags: [fees, sop]\n---\n# Other\n"
    conversion = MarkdownConverter().convert(content, name="a.md")
    assert conversion.text.encode() == content
    assert conversion.metadata == {
        "title": "Late charges",
        "content_date": "2024-03-01",
        "keywords": ["fees", "sop"],
    }


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("```sh\n# comment\n```\n\n## Real #\n", "Real"),
        ("Setext title\n===\n\n# Later\n", "Setext title"),
        ("#hashtag\n\ntext\n", None),
        ("~~~\n# never closed\n", None),
    ],
)
def test_conv_3_title_is_the_first_heading_outside_of_code(source, title):
    assert MarkdownConverter().convert(source.encode(), name="a.md").metadata.get("title") == title


def test_conv_5_yaml_bombs_and_broken_yaml_are_no_metadata():
    bomb = "a: &a [x, x]\n" + "".join(
        f"{n}: &{n} [*{p}, *{p}]\n" for p, n in zip("abcdefghijkl", "bcdefghijklm", strict=True)
    )
    for front in (bomb, "a: &a [*a]\n", "a: [\n", "- list\n", "x: " + "[" * 5000 + "\n"):
        conversion = MarkdownConverter().convert(f"---\n{front}---\n# T\n".encode(), name="a.md")
        assert conversion.outcome == "ok"
        assert conversion.metadata == {"title": "T"}
