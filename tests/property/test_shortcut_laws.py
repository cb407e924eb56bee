"""What is found by a shortcut is what the plain way finds: block rules, identifiers, starts of sentences."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kts.ingest.chunk.directly import directly, tokens_of
from kts.lexicon.identifiers import identifiers
from kts.lexicon.sentences import sentence_starts, sentences

LINES = st.lists(
    st.sampled_from(
        [
            *("abc", "- ", "* x", "+ y", "1. ", "2) z", "> ", "# h", "## ", "```", "~~~", "---", "***", "===", "a|b"),
            *("|-|-|", "---|---", ":--", "<div>", "</div>", "<!--", "-->", "[foo]: /u", "[x]", "  ", "    ", "\t", "="),
            *("\n", "\n", "\n\n", "\r\n", "\r", "-", "_", "\\", "10. ", "\u00a0", "<pre>", "</pre>", "\0", "\u00e9"),
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


@given(LINES)
def test_chunk_blocks_asked_for_directly_are_those_of_the_librarys_own_rules(text: str) -> None:
    plain = MarkdownIt("commonmark", {"maxNesting": 20}).enable("table")
    quick = MarkdownIt("commonmark", {"maxNesting": 20}).enable("table")
    quick.block.ruler.before("table", "directly", directly)
    wanted = [(one.type, one.tag, one.level, one.map) for one in plain.parse(text) if one.type != "inline"]
    found = [(one.type, one.tag, one.level, one.map) for one in tokens_of(quick, text) if one.type != "inline"]
    assert found == wanted


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
