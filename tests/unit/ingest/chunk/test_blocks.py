"""CHUNK-1, CHUNK-2: the blocks of Markdown and of plain text, with offsets into the text as given."""

from __future__ import annotations

import pytest

from kts.ingest.chunk.blocks import blocks

MARKDOWN = """---
title: Guide
---
# Guide *to* `kts`

First paragraph
on two lines.

Sub title
---------

- one
- two
  - nested

1. first
2. second

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |

```python
x = 1

y = 2
```

> quoted text

***

<div>
html
</div>

[link]: https://example.org
"""


def _kinds(text: str, markup: str = "markdown") -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in blocks(text, markup=markup)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_chunk_1_markdown_blocks_whatever_the_line_ends(newline: str) -> None:
    text = MARKDOWN.replace("\n", newline)
    found = blocks(text, markup="markdown")
    assert [block.kind for block in found] == [
        "front_matter",
        "heading",
        "paragraph",
        "heading",
        "list",
        "list",
        "table",
        "code",
        "paragraph",
        "rule",
        "html",
        "paragraph",
    ]
    assert [(block.level, block.label) for block in found if block.kind == "heading"] == [
        (1, "Guide to kts"),
        (2, "Sub title"),
    ]
    assert text[found[0].start : found[0].end].split() == ["---", "title:", "Guide", "---"]
    assert [text[start : start + 6].strip() for start in found[4].parts] == ["- one", "- two", "- nest"]
    assert [text[start : start + 9] for start in found[6].parts] == ["| a | b |", "| 1 | 2 |", "| 3 | 4 |"]
    assert text[found[7].start : found[7].end].split()[-1] == "```"
    assert text[found[-1].start : found[-1].end] == "[link]: https://example.org"


@pytest.mark.parametrize(
    "text",
    [
        "---\nnot: closed\n\ntext",
        "---\n\ntext\n\n---\n",
        "text\n---\na: b\n---\n",
        "--- \nSome prose here.\n---",
    ],
)
def test_front_matter_is_only_a_closed_mapping_at_the_top(text: str) -> None:
    assert all(block.kind != "front_matter" for block in blocks(text, markup="markdown"))


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("## A title ##", "A title"),
        ("# [Install](https://example.org) it", "Install it"),
        ("# <a name='x'></a>Title", "Title"),
        ("# Title {#anchor}", "Title"),
        ("# 1\\. SQL\\*Plus &amp; more", "1. SQL*Plus & more"),
        ("# snake_case_name", "snake_case_name"),
        ("#", ""),
        ("Two\nlines\n===", "Two lines"),
    ],
)
def test_chunk_2_a_label_is_the_words_of_the_heading(source: str, label: str) -> None:
    (block,) = blocks(source, markup="markdown")
    assert (block.kind, block.label) == ("heading", label)


def test_a_form_feed_is_no_line_end_in_markdown() -> None:
    text = "# One\x0c# still one\n\nText\x0bmore\x85more\u2028more\n\n# Two\n"
    assert [text for kind, text in _kinds(text) if kind == "heading"] == ["# One\x0c# still one", "# Two"]


def test_headings_inside_quotes_and_code_open_nothing() -> None:
    assert all(kind != "heading" for kind, _ in _kinds("> # quoted\n\n```\n# code\n```\n\n    # indented\n"))


@pytest.mark.parametrize(
    "text",
    [
        "word " * 100_000,
        "x" * 300_000,
        "".join(" " * (2 * depth) + "- a\n" for depth in range(600)),
        "> " * 5_000 + "a",
        "`" * 20_000 + " " + " ".join("`" * count for count in range(300)),
        "|" * 20_000 + "\n" + "|-" * 10_000,
        "[" * 20_000,
        "# " + "*a" * 10_000,
        "```\n" * 5_000,
    ],
)
def test_shapes_no_person_writes_still_lose_no_character(text: str) -> None:
    position = 0
    for block in blocks(text, markup="markdown"):
        assert not text[position : block.start].strip()
        position = block.end
    assert not text[position:].strip()


PLAIN = """CREDIT AGREEMENT

TABLE OF CONTENTS

ARTICLE I

DEFINITIONS

SECTION 1.01. Definitions..................1
SECTION 1.02. Accounting Terms.............15

ARTICLE I

DEFINITIONS

SECTION 1.01. Defined Terms. As used in this Agreement, the terms below have
the meanings given in
Section 2.06(c). A further sentence stands here.

Section 1.02 Accounting Terms

All accounting terms are construed under
generally accepted principles.

1. Open the panel and wait.
2. Close the panel.

2.1.3 Scope of Work

The work is large.

Overview
========

THIS LINE IS A HEADING

EXHIBIT A
FORM OF NOTE

Text of the note.
"""


def test_chunk_2_plain_text_headings_and_no_contents_or_references() -> None:
    found = blocks(PLAIN, markup="plain")
    assert [(block.level, block.label) for block in found if block.kind == "heading"] == [
        (1, "ARTICLE I DEFINITIONS"),
        (2, "SECTION 1.01. Defined Terms"),
        (2, "Section 1.02 Accounting Terms"),
        (3, "2.1.3 Scope of Work"),
        (1, "Overview"),
        (3, "THIS LINE IS A HEADING"),
        (1, "EXHIBIT A FORM OF NOTE"),
    ]
    assert [block.kind for block in found].count("list") == 1


@pytest.mark.parametrize(
    "line",
    [
        "1. Open the panel and wait until the lamp is green.",
        "Section 5.02 of the Agreement is amended.",
        "2.1 Unless otherwise agreed, the parties shall meet.",
        "ARTICLE II ...................... 14",
        "Section 3.01 Fees    27",
        "2.1.3 Title of a part 14",
        "IT IS AGREED THAT THE SELLER DOES NOT WARRANT THE GOODS, AND THE BUYER TAKES THEM AS THEY ARE.",
        "An ordinary line",
        "$5,000",
        "IV",
    ],
)
def test_chunk_2_no_heading(line: str) -> None:
    assert [block.kind for block in blocks(f"{line}\n\nSome text follows it.\n", markup="plain")].count("heading") == 0


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("ARTICLE II", 1),
        ("ARTICLE II. REMEDIES", 1),
        ("Section 5.02(b) Title.", 2),
        ("SECTION 3.", 2),
        ("2.1.3 Title", 3),
        ("EXHIBIT A", 1),
        ("Section\u00a05.02\u00a0Fees", 2),
        ("SCHEDULE 1", 1),
        ("BACKGROUND", 3),
        ("1. DEFINITIONS.", 1),
        ("4. Grant of License", 1),
    ],
)
def test_chunk_2_heading(line: str, level: int) -> None:
    first = blocks(f"{line}\n\nSome text follows it.\n", markup="plain")[0]
    assert (first.kind, first.level) == ("heading", level)
