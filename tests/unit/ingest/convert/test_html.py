"""CONV-1, CONV-2, CONV-3, IMG-1: HTML to Markdown, every piece at its bytes."""

from __future__ import annotations

import base64
import html
import struct
import zlib

from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.html import HtmlConverter

PAGE = """<!doctype html>
<html lang="en"><head><title>Fees &amp; charges</title><meta name="author" content="Jo Roe">
<meta property="article:published_time" content="2024-02-03T10:00:00Z"></head><body>
<nav><a href="/">Home</a></nav>
<h1>Late <em>charges</em></h1>
<p>A fee of 5&nbsp;% is due
after 15 days. See <a href="x.html">the rule</a>.
<p>Second<br>line
<ul><li>One<li>Two<ol start=3><li>Three</ol></ul>
<table><caption>Rates</caption><tr><th colspan=2>State<th>Fee</tr>
<tr><td rowspan=2>TX<td>a|b<td>5<tr><td>c<td>6</table>
<pre>if x &lt; 1:
    stop()</pre>
<dl><dt>APR<dd>Annual rate</dl>
<script>var hidden = "<p>no</p>";</script><div style="display: none">secret</div><p hidden>secret</p>
<footer>Imprint</footer></body></html>"""

MARKDOWN = """# Late charges

A fee of 5 % is due after 15 days. See the rule.

Second
line

- One
- Two
  3. Three

Rates

| State | State | Fee |
| --- | --- | --- |
| TX | a\\|b | 5 |
| TX | c | 6 |

```
if x < 1:
    stop()
```

APR
: Annual rate
"""


def test_conv_2_a_page_becomes_markdown_without_its_frame():
    conversion = HtmlConverter().convert(PAGE.encode(), name="a.html")
    assert conversion.text == MARKDOWN
    assert conversion.metadata == {
        "title": "Fees & charges",
        "language": "en",
        "author": "Jo Roe",
        "content_date": "2024-02-03",
    }


def test_conv_1_every_piece_maps_to_the_bytes_and_line_it_came_from():
    content = b"\xef\xbb\xbf" + PAGE.replace("Second", "Zw\u00f6lf \U0001f600").encode()
    conversion = HtmlConverter().convert(content, name="a.html")
    assert len(conversion.source_map.entries) > 20
    for entry in conversion.source_map.entries:
        place = entry.location
        original = html.unescape(content[place.byte_start : place.byte_end].decode())
        shown = conversion.text[entry.start : entry.end].replace("\\|", "|")
        assert " ".join(original.split()) == " ".join(shown.split())
        assert place.line == content[: place.byte_start].count(b"\n") + 1


def test_conv_2_the_marked_main_part_stands_for_the_page():
    body = b"<div>Cookie notice</div><main><p>" + b"The content. " * 20 + b"</p></main><div>Related</div>"
    text = HtmlConverter().convert(body, name="a.html").text
    assert "Cookie" not in text
    assert text.startswith("The content.")


def test_conv_2_layout_tables_are_read_as_paragraphs():
    content = b"<table><tr><td>(a)<td>First clause.</table><table><tr><td><h2>Head</h2><p>Text</table>"
    assert HtmlConverter().convert(content, name="a.html").text == "(a) First clause.\n\n## Head\n\nText\n"


def test_conv_5_hidden_pages_and_empty_pages_are_told_apart():
    assert HtmlConverter().convert(b"<p hidden>x</p>", name="a.html").outcome == "hidden_only"
    assert HtmlConverter().convert(b"<p> </p>", name="a.html").outcome == "empty"


def test_conv_1_the_declared_encoding_is_used():
    content = '<meta charset="windows-1251"><p>Договор займа</p>'.encode("cp1251")
    conversion = HtmlConverter().convert(content, name="a.html")
    assert conversion.text == "Договор займа\n"
    assert conversion.source_map.entries[0].location.byte_start == content.index(b">", 10) + 4


def test_conv_5_depth_attributes_and_unclosed_quotes_cost_nothing():
    for content in (
        b"<div>" * 5000 + b"deep" + b"</div>" * 5000,
        b"<p " + b"a=1 " * 5000 + b">deep</p>",
        b'<p title="' * 5000 + b">deep",
        b"</a" * 20000 + b" deep",
        b"<a" * 20000 + b" deep",
        b"<!--" * 5 + b"--> deep",
    ):
        assert HtmlConverter().convert(content, name="a.html").text.strip().endswith("deep")


@given(
    content=st.lists(
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<table>",
                "<tr>",
                "<td>",
                "</table>",
                "<li>",
                "<ul>",
                "</ul>",
                "<pre>",
                "</pre>",
                "<h2>",
                "</h2>",
                "x ",
                "&amp;",
                "\n",
                "<!--",
                "-->",
                "<",
                '"',
                "<b a='",
                "<br>",
                "</",
            ]
        ),
        max_size=40,
    )
)
def test_conv_1_any_soup_gives_sorted_entries_inside_the_text(content):
    conversion = HtmlConverter().convert("".join(content).encode(), name="a.html")
    ends = [0, *(entry.end for entry in conversion.source_map.entries)]
    starts = [*(entry.start for entry in conversion.source_map.entries), len(conversion.text)]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))


def test_img_1_data_uris_are_taken_once_by_content():
    pixels = zlib.compress(b"\0\0\0\0")
    body = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 1, 1, 8, 2, 0, 0, 0) + pixels
    tag = f'<img alt="A chart" src="data:image/jpeg;base64,{base64.b64encode(body).decode()}">'
    images = HtmlConverter().convert(f"<p>text {tag} {tag}</p>".encode(), name="a.html").images
    assert [(image.suffix, image.body, image.alt) for image in images] == [(".png", body, "A chart")]
