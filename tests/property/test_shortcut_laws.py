"""What a shortcut finds is what the plain way finds: blocks, identifiers, sentences, months, versions."""

from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kts.ingest.chunk.directly import directly, tokens_of
from kts.ingest.classify_features import FEWEST, features
from kts.ingest.metadata_dates import MONTHS, any_word
from kts.lexicon.identifiers import identifiers
from kts.lexicon.sentences import sentence_starts, sentences

LINES = st.lists(
    st.sampled_from(
        [
            *("abc", "- ", "* x", "+ y", "1. ", "2) z", "> ", "# h", "## ", "```", "~~~", "---", "***", "===", "a|b"),
            *("|-|-|", "---|---", ":--", "<div>", "</div>", "<!--", "-->", "[foo]: /u", "[x]", "  ", "    ", "\t", "="),
            *("\n", "\n", "\n\n", "\r\n", "\r", "-", "_", "\\", "10. ", "\u00a0", "<pre>", "</pre>", "\0", "\u00e9"),
            *("\n- a", "\n+ ", "\n* b", "\n1. c", "\n2. ", "\n> d", "\n# e", "\n```", "\n  - f", "\n    g", "- - -"),
            *("\n|a|b|\n|-|-|", "\n|c|", "\nd|e", "\nf|g\n-|-\n", "\n\x0b", "\n\u00a0|", "\n|"),
        ]
    ),
    max_size=30,
).map("".join)
WORDS = st.lists(
    st.sampled_from(
        [
            *(
                "CVE",
                "-",
                "2021",
                " ",
                "1234",
                "SQLSTATE",
                "HY000",
                ":",
                "(",
                "HTTP",
                "response ",
                "404",
                "/etc",
                "x.py",
            ),
            *("C:\\", "Program Files", "../", "lib/x.so", "0xDEAD", "Section", "\u00a7", "\n", "\xa0", "4.2(a)"),
            *("Article", "IV", "version", "v", "1.2.3", "Python", "3.11", "ERR_AUTH_401", "--flag", "@", ".", "\u00e9"),
            *("Release ", "9", "%", "7XK-22-B", "part no. ", "\x1c", "\u2028", "err-404", "foo"),
        ]
    ),
    max_size=14,
).map("".join)


WITHIN_ROWS = {f"{part}_{end}" for part in ("thead", "tbody", "th", "td") for end in ("open", "close")}


def outlined(tokens):
    """What the blocks are made from: neither contents, nor the cells of rows and how deep these lie."""
    kept = [one for one in tokens if one.type not in {"inline", *WITHIN_ROWS}]
    return [(one.type, one.tag, one.level if one.tag != "tr" else 0, one.map) for one in kept]


@given(LINES)
def test_chunk_blocks_asked_for_directly_are_those_of_the_librarys_own_rules(text: str) -> None:
    plain = MarkdownIt("commonmark", {"maxNesting": 20}).enable("table")
    quick = MarkdownIt("commonmark", {"maxNesting": 20}).enable("table")
    quick.block.ruler.before("table", "directly", directly)
    assert outlined(tokens_of(quick, text)) == outlined(plain.parse(text))


NAMES = "january jan march mar m\u00e4rz mayo may sept september settembre d\u00e9cembre dec mai maio augus".split()


@given(st.lists(st.one_of(st.sampled_from(NAMES), st.text("amrzysept \u017f\u00e9", max_size=3)), max_size=4))
def test_conv_months_read_as_a_tree_are_those_of_a_list_of_them(parts: list[str]) -> None:
    text = "".join(parts)
    listed = re.compile("|".join(sorted(MONTHS, key=len, reverse=True)), re.IGNORECASE)
    tree = re.compile(any_word(MONTHS), re.IGNORECASE)
    assert [one.span() for one in tree.finditer(text)] == [one.span() for one in listed.finditer(text)]
    assert [one.span() for one in tree.finditer(text.upper())] == [one.span() for one in listed.finditer(text.upper())]


@given(st.lists(st.sampled_from(["v", "1", "2.0", ".", ".3", "x", " ", "\n", "-", "10"]), max_size=20).map("".join))
def test_reg_versions_of_a_text_are_those_of_its_lines_that_hold_one(text: str) -> None:
    found = features(text, title="", path="a.md", markup="markdown")["s:versions"]
    words = max(1, len(re.findall(r"[a-z]+", text)))
    whole = len(re.findall(r"[vV\d](?<!\w.)(?:(?<=\d)\d*|\d+)\.\d+(?:\.\d+)+\b", f"\n{text}"))
    assert found == math.log1p(whole * (1000 / max(words, FEWEST)))


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_ret_identifiers_of_a_text_do_not_depend_on_lines_far_away(parts: list[str]) -> None:
    apart = "\n\nnothing else stands here\n\n"
    text = apart.join(parts)
    found = [(one.kind, one.surface, one.norm) for one in identifiers(text)]
    assert found == [(one.kind, one.surface, one.norm) for part in parts for one in identifiers(part)]
    assert all(text[one.start : one.end] == one.surface for one in identifiers(text))


@given(st.text(alphabet="aB.!? \n-*#|1", max_size=120), st.integers(0, 120))
def test_chunk_starts_of_sentences_since_a_place_are_those_of_all_sentences(text: str, since: int) -> None:
    assert list(sentence_starts(text, since=since)) == [start for start, _ in sentences(text) if start >= since]
    assert not re.search(r"\S", text) or list(sentence_starts(text, since=0))
