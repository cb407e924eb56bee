"""CONV-1, CONV-3: text and Markdown are kept character for character, and every offset has its bytes."""

from __future__ import annotations

import codecs
import hashlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.decode import NO_TEXT, Positions, decode
from kts.ingest.convert.markdown import MarkdownConverter, comments
from kts.ingest.convert.text import TextConverter
from kts.types import Span

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


@pytest.mark.parametrize("size", [400, 4_000, 400_000])
def test_conv_5_noise_is_no_text(size):
    conversion = TextConverter().convert(hashlib.shake_256(b"noise").digest(size), name="dump.txt")
    assert (conversion.outcome, conversion.reason) == ("malformed", NO_TEXT)


def test_conv_5_control_characters_of_two_bytes_are_no_text():
    samples = b"".join((7 + number % 9).to_bytes(2, "little") for number in range(2_000))
    assert TextConverter().convert(samples, name="sound.txt").reason == NO_TEXT


def test_conv_5_an_old_log_that_a_crash_filled_with_zeros_is_text():
    log = "Größe geprüft\n".encode("cp1252")
    assert TextConverter().convert(log * 3_000 + bytes(60_000) + log, name="old.log").outcome == "ok"


@given(content=st.binary(max_size=400))
def test_conv_5_any_bytes_are_either_refused_or_decoded_without_loss(content):
    conversion = TextConverter().convert(content, name="x.txt")
    assert conversion.outcome in {"ok", "empty", "malformed"}
    source_map = conversion.source_map
    if conversion.outcome == "ok" and source_map.encoding:
        assert conversion.text.encode(source_map.encoding) == content[source_map.bom :]
    for entry in source_map.entries:
        assert entry.location.byte_end <= len(content)


@given(text=st.text(st.characters(codec="cp1252", exclude_categories=["Cc"]), min_size=1, max_size=80))
def test_conv_1_legacy_bytes_map_back(text):
    decoded = decode(text.encode("cp1252"))
    assert (decoded.raw or decoded.text).encode(decoded.encoding, "surrogateescape") == text.encode("cp1252")


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
        ('# Low\\-Level API<a name="low-level"></a>\n', "Low-Level API"),
        ('# <a name="top"></a>\n\n## The `cron` <b>job</b>\n', "The cron job"),
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


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp932", "手数料は支払期日の十五日後に発生します。詳細は規程を参照してください。お問い合わせは担当部署まで。"),
        ("gb18030", "滞纳金自到期日起十五天后收取。详情请参阅政策文件。如有疑问请联系负责部门的工作人员。"),
        (
            "koi8_r",
            "Плата взимается через пятнадцать дней после срока платежа. Подробности смотрите в правилах компании.",
        ),
        (
            "cp1251",
            "Плата взимается через пятнадцать дней после срока платежа. Подробности смотрите в правилах компании.",
        ),
        (
            "cp1252",
            "Die Gebühr fällt fünfzehn Tage nach Fälligkeit an – näheres regelt die Richtlinie für Säumnisgebühren.",
        ),
        ("utf-16-be", "Plain words over here\r\n"),
    ],
)
def test_conv_1_text_without_a_mark_is_read_and_the_assumption_told(encoding, text):
    conversion = TextConverter().convert(text.encode(encoding), name="a.txt")
    assert conversion.text == text
    assert conversion.metadata["encoding"].endswith(("(guess)", "(zeros)"))


def test_conv_1_what_is_sure_is_not_told():
    assert TextConverter().convert("Gebühr".encode(), name="a.txt").metadata == {}
    assert TextConverter().convert("Gebühr".encode("utf-16"), name="a.txt").metadata == {}


def test_conv_1_damaged_bytes_in_utf_8_cost_their_characters_only():
    content = "Prüfung der Gebühr – fünf\nTage für ".encode() + b"M\xfcller\n" + "Übertrag\n".encode()
    conversion = TextConverter().convert(content, name="a.txt")
    assert conversion.text == "Prüfung der Gebühr – fünf\nTage für Müller\nÜbertrag\n"
    assert conversion.metadata["encoding"] == "utf-8 (repair, 1 damaged bytes)"
    last = conversion.source_map.locate(conversion.text, Span(conversion.text.index("Über"), len(conversion.text)))
    assert content[last.byte_start : last.byte_end].decode() == "Übertrag\n"
    assert last.line == 3


@pytest.mark.parametrize("tail", [b"\x00", b"\x00\xd8", b"\x00\xd8\x41\x00"])
def test_conv_1_utf_16_cut_in_a_character_is_still_read(tail):
    conversion = TextConverter().convert(codecs.BOM_UTF16_LE + "Plain words".encode("utf-16-le") + tail, name="a.txt")
    assert conversion.text.startswith("Plain words")
    assert conversion.source_map.entries[0].location.byte_start == 2


@pytest.mark.parametrize(("depth", "metadata"), [(15, ["a"]), (60, [])])
def test_conv_5_front_matter_that_is_nested_too_deep_is_no_metadata(depth, metadata):
    content = f"---\na: {'[' * depth}{']' * depth}\n---\n# T\n".encode()
    conversion = MarkdownConverter().convert(content, name="a.md")
    assert (conversion.outcome, [name for name in conversion.metadata if name == "a"]) == ("ok", metadata)


def test_conv_3_toml_front_matter_and_names_in_other_words_are_understood():
    content = b'+++\ntitle = "Fees"\neffective_date = 2024-03-01\nrevision = 4\n+++\n# Other\n'
    metadata = MarkdownConverter().convert(content, name="a.md").metadata
    assert metadata == {"title": "Fees", "effective": "2024-03-01", "version": 4}
    both = MarkdownConverter().convert(b"---\nversion: 2\nrevision: 7\n---\n", name="a.md").metadata
    assert both == {"version": 2, "revision": 7}


def test_conv_5_comments_are_hidden_text_and_code_that_shows_one_is_not():
    comment = "<!-- Reviewed by nobody.\nIgnore the rest. -->"
    text = f"# Feeds\n\n{comment}\nShown.\n\n```\n<!-- in code -->\n```\n\nUse `<!--` so.\n"
    conversion = MarkdownConverter().convert(text.encode(), name="a.md")
    hidden = [(text[mark.start : mark.end], mark.kind) for mark in conversion.source_map.hidden]
    assert hidden == [(comment, "comment")]
    noted = MarkdownConverter().convert(b"[//]: # (a note)\n\nShown.\n", name="a.md").source_map.hidden
    assert [(mark.start, mark.end) for mark in noted] == [(0, 16)]


def hidden(text: str) -> list[str]:
    marks = MarkdownConverter().convert(text.encode(), name="a.md").source_map.hidden
    return [text[mark.start : mark.end] for mark in marks]


@pytest.mark.parametrize(
    "text",
    [
        "Type <!-- to open a remark.\n\n# Limits\n\nThe limit is 5.\n",
        "Write \\<!-- like so, and --> after it.\n",
        "Between <!-- and\n\nthe rate is 5 %.\n\nand --> after it.\n",
        "- First <!-- opens\n- then --> closes\n",
        "| `<!--` | <!-- |\n| --> | closes |\n",
        "So:\n\n    <!-- in code -->\n    <a/>\n\n    <!-- as well -->\n",
        "So:\r\n\r\n\t<!-- in code -->\r\n",
        "- So:\n\n  ```\n\n  <!-- in code -->\n  ```\n",
        "1. So:\n\n    ```html\n\n    <!-- in code -->\n    ```\n",
        "```\n    ```\n<!-- in code -->\n```\n",
        "> ```\n> <!-- in code -->\n> ```\n",
        "Use `` `<!-- a -->` `` so.\n",
    ],
)
def test_conv_5_what_only_looks_like_a_comment_is_shown(text):
    assert hidden(text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Text.\n<!-- never closed\n\nto the end\n", ["<!-- never closed\n\nto the end\n"]),
        ("   <!-- of two\n\nparagraphs --> Shown.\n", ["<!-- of two\n\nparagraphs -->"]),
        ("One <!-- of two\nlines --> and <!-- another --> on.\n", ["<!-- of two\nlines -->", "<!-- another -->"]),
        ("An unclosed ` here.\n\nThen <!-- one --> and ` again.\n", ["<!-- one -->"]),
        (
            "Use `x\\` <!-- one -->, \\`<!-- two -->` and \\\\<!-- three -->\n",
            ["<!-- one -->", "<!-- two -->", "<!-- three -->"],
        ),
        ("1. Step\n\n    <!-- of the item -->\n\nText\n\n    <!-- in code -->\n", ["<!-- of the item -->"]),
        ("```sh``` runs.\n\n<!-- one -->\n", ["<!-- one -->"]),
        ("# Title <!-- omit in toc -->\n", ["<!-- omit in toc -->"]),
        ("<!--> Shown.\n", ["<!-->"]),
    ],
)
def test_conv_5_a_comment_ends_where_a_reader_of_the_page_sees_text_again(text, wanted):
    assert hidden(text) == wanted


@given(st.text(alphabet="`<!-> \\\n~a1.#|", max_size=200))
def test_conv_5_comments_stand_in_order_and_each_begins_as_one(text):
    marks = list(comments(text))
    assert all(text.startswith("<!--", mark.start) for mark in marks)
    assert all(one.end <= other.start for one, other in pairwise(marks))


def test_conv_3_a_version_keeps_its_last_nought():
    content = b"---\nversion: 1.10 # second\nweight: 0.5\n---\n# X\n"
    found = MarkdownConverter().convert(content, name="a.md").metadata
    assert (found["version"], found["weight"]) == ("1.10", 0.5)
    assert MarkdownConverter().convert(b"---\nrev: 2.0\n---\n# X\n", name="a.md").metadata["version"] == "2.0"
