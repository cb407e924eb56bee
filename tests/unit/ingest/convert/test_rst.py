"""CONV-1, CONV-2: reStructuredText as Markdown, nothing read from outside of the file."""

from __future__ import annotations

import pytest

from kts.ingest.convert.rst.converter import RstConverter

SOURCE = """\
=====
Title
=====

:Author: Jo Roe

Intro with ``code`` and :ref:`the rule <rule>`.

Section
-------

- one
- two
  goes on

1. first
2. second

Example::

    x = 1

    y = 2

.. note::
   Be careful.

.. code-block:: python

   print(1)

.. include:: /etc/passwd
.. raw:: html

   <b>raw</b>

===== =====
A     B
===== =====
1     2|3
===== =====

+---+----+
| a | b  |
+===+====+
| 1 | 2  |
|   | 3  |
+---+----+

.. [1] A footnote.
"""

MARKDOWN = """\
# Title
Author: Jo Roe

Intro with `code` and the rule.

## Section

- one
- two goes on
1. first
2. second

Example:

```
x = 1

y = 2
```

Note:

Be careful.

```python
print(1)
```

| A | B |
| --- | --- |
| 1 | 2\\|3 |

| a | b |
| --- | --- |
| 1 | 2 3 |

[^1]: A footnote.
"""


def test_conv_2_structure_survives_and_nothing_is_included():
    conversion = RstConverter().convert(SOURCE.encode(), name="a.rst")
    assert conversion.text == MARKDOWN
    assert conversion.metadata == {"author": "Jo Roe", "title": "Title"}


def test_conv_1_words_are_on_the_line_that_the_map_says():
    content = SOURCE.encode()
    conversion = RstConverter().convert(content, name="a.rst")
    for entry in conversion.source_map.entries:
        original = content[entry.location.byte_start : entry.location.byte_end].decode()
        words = conversion.text[entry.start : entry.end].replace("\\|", "|").replace("`", "").split()
        assert all(word.strip(":.") in original.replace("`", "") or word == "Note:" for word in words)
        assert entry.location.line == content[: entry.location.byte_start].count(b"\n") + 1


def test_conv_5_tables_and_headings_cut_short_are_text():
    for source in ("=====", "===== ====\nA", "+--+\n|", ".. note::", "::", "- ", "..", "T\n="):
        assert RstConverter().convert(source.encode(), name="a.rst").outcome in {"ok", "empty"}


RICH = """\
.. |release| replace:: 7.4

Guide to |release|
==================

term
   Its definition
   goes on.

#. first
#. second

| line one
| line two

>>> print(1)
1

See [1]_ and :class:`~foo.bar.Baz` and `a link <https://example.com>`_.

.. list-table:: Fees

   * - Code
     - Fee, in
       dollars
   * - F-1
     - 5

.. csv-table:: Rates
   :header: "a", "b, c"

   1, "x, y"

.. figure:: a.png
   :alt: A chart of fees

   The caption.

.. versionadded:: 3.2
   New thing.

.. py:function:: foo(x, y)

   Does it.
"""

PLAIN = """\
# Guide to 7.4

term
: Its definition goes on.

1. first
2. second

line one
line two

```python
>>> print(1)
1
```

See [^1] and Baz and a link.

Fees

| Code | Fee, in dollars |
| --- | --- |
| F-1 | 5 |

Rates

| a | b, c |
| --- | --- |
| 1 | x, y |

[Image: A chart of fees]

The caption.

New in version 3.2: New thing.

`foo(x, y)`

Does it.
"""


def test_conv_2_what_documentation_is_made_of_reads_as_displayed():
    assert RstConverter().convert(RICH.encode(), name="a.rst").text == PLAIN


def test_conv_1_cells_of_tables_written_as_lists_are_where_the_map_says():
    content = RICH.encode()
    conversion = RstConverter().convert(content, name="a.rst")
    places = {conversion.text[entry.start : entry.end]: entry.location for entry in conversion.source_map.entries}
    for cell in ("F-1", "x, y", "b, c"):
        assert cell in content[places[cell].byte_start : places[cell].byte_end].decode()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("H\\ :sub:`2`\\ O and 5\\*3", "H2O and 5*3\n"),
        (".. math:: a^2 + b_1^2\n", "a^2 + b_1^2\n"),
        (".. note:: Keep it\n   dry.\n\n   Always.\n", "Note: Keep it dry.\n\nAlways.\n"),
        (".. versionchanged:: 3.1\n   Faster.\n", "Changed in version 3.1: Faster.\n"),
        (".. deprecated:: 3.1 Use b.\n", "Deprecated since version 3.1: Use b.\n"),
        (".. deprecated:: 3.1\n", "Deprecated since version 3.1\n"),
        (".. tip:: Both\n\n   - one\n   - two\n", "Tip: Both\n\n  - one\n  - two\n"),
    ],
)
def test_conv_4_directives_read_as_displayed(source, text):
    assert RstConverter().convert(source.encode(), name="a.rst").text == text


def test_conv_2_merged_cells_of_a_grid_fill_what_they_cover():
    grid = [
        "+------+-------------+",
        "| Name | Values      |",
        "|      +------+------+",
        "|      | low  | high |",
        "+======+======+======+",
        "| A    | 1    | 2    |",
        "| goes +------+------+",
        "| on   | 3    | 4    |",
        "+------+------+------+",
        "| all of it          |",
        "+------+------+------+",
    ]
    text = converted("\n".join(grid)).text
    assert text.splitlines() == [
        "| Name | Values | Values |",
        "| --- | --- | --- |",
        "| Name | low | high |",
        "| A goes on | 1 | 2 |",
        "| A goes on | 3 | 4 |",
        "| all of it | all of it | all of it |",
    ]
    broken = "\n".join([*grid[:5], "no line of it", *grid[6:]])
    assert "no line of it" in converted(broken).text


def test_conv_2_a_role_at_the_start_of_a_line_is_no_field():
    assert (
        converted("Text.\n\n:ref:`The other page <other>` says more.\n").text == "Text.\n\nThe other page says more.\n"
    )
    assert converted("Text.\n\n:Owner: Ann\n").text == "Text.\nOwner: Ann\n"


def converted(source):
    return RstConverter().convert(source.encode(), name="a.rst")
