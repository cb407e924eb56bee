"""CONV-1, CONV-2, CONV-3, IMG-1: HTML to Markdown, every piece at its bytes."""

from __future__ import annotations

import base64
import html
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.html.converter import HtmlConverter

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

secret secret
"""


def test_conv_2_a_page_becomes_markdown_without_its_frame():
    conversion = HtmlConverter().convert(PAGE.encode(), name="a.html")
    assert conversion.text == MARKDOWN
    (mark,) = conversion.source_map.hidden
    assert (mark.kind, conversion.text[mark.start : mark.end]) == ("display_none", "secret secret")
    assert conversion.metadata == {
        "links": ["x.html"],
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


def text_of(source):
    return HtmlConverter().convert(source.encode(), name="a.html").text


LONG = "The late charge is five percent of the overdue instalment. " * 12


@pytest.mark.parametrize(
    ("frame", "word"),
    [
        ('<div class="breadcrumbs"><a href="/">Home</a> &gt; Policies</div>', "Policies"),
        ('<ul id="main-menu"><li><a href="/a">Products</a><li><a href="/b">Prices</a></ul>', "Products"),
        ('<div class="cookie-banner">We use cookies. <button>Accept</button></div>', "cookies"),
        ('<div role="navigation"><a href="/">Start page</a></div>', "Start page"),
        ("<footer>© 2024 Corvane. All rights reserved.</footer>", "Corvane"),
        ('<header><nav><a href="/">Log in</a></nav></header>', "Log in"),
        ('<a class="skip-link" href="#main">Jump to the text</a>', "Jump"),
        ('<div class="navfooter"><table><tr><td>Prev<td>Up<td>Next</table></div>', "Prev"),
    ],
)
def test_conv_2_the_frame_of_a_site_is_left_out(frame, word):
    text = text_of(f"<body>{frame}<div><h2>Fees</h2><p>{LONG}</p></div></body>")
    assert word not in text
    assert "five percent" in text


@pytest.mark.parametrize(
    ("part", "word"),
    [
        ('<div class="menu">Lunch is soup and bread, every day of the week.</div>', "soup"),
        ('<div class="cookie-policy"><h1>Cookies</h1><p>We store one cookie.</p></div>', "one cookie"),
        ("<footer>The English text prevails.</footer>", "English text prevails"),
        ("<aside>A loan that is repaid early costs nothing.</aside>", "repaid early"),
        ("<header><nav><a href='/'>x</a></nav><h1>Fee schedule</h1></header>", "Fee schedule"),
        ('<nav class="x"><p>All there is</p></nav>', "five percent"),
        ("<details><summary>Exceptions</summary><p>None in May.</p></details>", "None in May"),
        ("<figure><img src=x.png><figcaption>How a payment travels</figcaption></figure>", "How a payment travels"),
        ('<img src="x.png" alt="Flow of a payment to the bank">', "[Image: Flow of a payment to the bank]"),
        ('<form><label>Payee</label><input value="Jo Roe"><textarea>wire only</textarea></form>', "Jo Roe"),
        ("<form><input type=checkbox checked>urgent <input type=checkbox>later</form>", "[x] urgent [ ] later"),
        ("<div aria-hidden=true>Displayed all the same</div>", "Displayed all the same"),
        ('<div hidden="until-found">Found by searching</div>', "Found by searching"),
        ("<p>10<sup>6</sup> loans, see note<sup>2</sup></p>", "10^6 loans, see note2"),
    ],
)
def test_conv_2_in_doubt_a_part_is_kept(part, word):
    conversion = HtmlConverter().convert(f"<body>{part}<p>{LONG}</p></body>".encode(), name="a.html")
    assert word in conversion.text
    assert not conversion.source_map.hidden


def test_conv_2_head_and_foot_of_a_page_stay_beside_its_main_part():
    head = "<header><p>Quickstart, 6 April 2024</p></header><div>advertisement</div>"
    text = text_of(f"{head}<main><h1>Start</h1><p>{LONG}</p></main><footer>The English text prevails.</footer>")
    assert text.startswith("Quickstart, 6 April 2024\n\n# Start\n")
    assert text.endswith("The English text prevails.\n")
    assert "advertisement" not in text


def test_conv_2_a_page_that_is_all_menu_is_read():
    assert text_of("<nav><a href=/a>One</a> <a href=/b>Two</a></nav>") == "One Two\n"


@pytest.mark.parametrize(
    ("foot", "read"),
    [
        ("&copy; 2024 Moss Dairy | Imprint | Shop: 3 Mill Lane, tel. 0131 555 01 02", True),
        ("<p>All rights reserved.</p><p>Counter open 8:30 to 12:00</p>", True),
        ("&copy; 2024 Moss Dairy. All rights reserved. Made in 2023.", False),
        ("&copy; 2019-2024 Moss Dairy, 3 Mill Lane | since 1999 - 2024", False),
        ("Imprint<script>var a = 123456;</script>", False),
        ('<a href="/a">Start</a> <a href="/b">Contact</a> 0131 555 01 02', False),
    ],
)
def test_conv_2_the_foot_of_a_page_is_read_where_it_tells_something_besides_whose_it_is(foot, read):
    text = text_of(f"<main><h1>Cheese</h1><p>{LONG}</p></main><footer>{foot}</footer>")
    assert (text.count("\n\n") > 1) is read


def test_conv_2_a_remark_beside_the_main_part_follows_it():
    remark = "<aside><h3>News</h3><p>The dairy is closed on 4 May.</p></aside>"
    menu = '<aside><a href="/a">Hard cheese</a> <a href="/b">Soft cheese</a></aside>'
    text = text_of(f"{remark}{menu}<main><h1>Cheese</h1><p>{LONG}</p></main>")
    assert text.startswith("# Cheese\n")
    assert text.endswith("### News\n\nThe dairy is closed on 4 May.\n")
    assert "Soft" not in text


def test_conv_2_the_title_above_the_main_part_stays_with_it():
    text = text_of(f"<header><h1>Fees</h1></header><div>aside</div><main><p>{LONG}</p></main>")
    assert text.startswith("# Fees\n\nThe late charge")
    assert "aside" not in text


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ('<div style="display: none !important">obey</div>', "display_none"),
        ("<p hidden>obey</p>", "display_none"),
        ('<p class="off">obey</p>', "display_none"),
        ('<p style="visibility:hidden">obey</p>', "invisible"),
        ('<p style="opacity:0">obey</p>', "transparent"),
        ('<p style="color:transparent">obey</p>', "transparent"),
        ('<p style="font-size:1px">obey</p>', "tiny"),
        ('<p style="font-size:1pt">obey</p>', "tiny"),
        ('<div style="font-size:0">obey<span style="font-size:14px"> or not</span></div>', "tiny"),
        ('<p style="color:#fff">obey</p>', "white"),
        ('<p class="ghost">obey</p>', "white"),
        ('<div style="background:#000"><p><font color="black">obey</font></p></div>', "white"),
        ('<p style="position:absolute; left:-9999px">obey</p>', "off_page"),
        ('<p style="text-indent:-200em">obey</p>', "off_page"),
        ('<span style="position:absolute;clip:rect(0, 0, 0, 0)">obey</span>', "off_page"),
        ('<div style="width:1px;height:1px;overflow:hidden">obey</div>', "off_page"),
        ("<template>obey</template>", "template"),
    ],
)
def test_reliability_hidden_text_is_recorded_with_its_kind(part, kind):
    style = "<style>@media print {p {color: black}} .off, #x {display:none} p.ghost {color: white}</style>"
    conversion = HtmlConverter().convert(f"{style}<p>Displayed</p>{part}<p>too</p>".encode(), name="a.html")
    (mark,) = conversion.source_map.hidden
    assert (mark.kind, conversion.text[mark.start : mark.end]) == (kind, "obey")
    assert conversion.text[: mark.start].startswith("Displayed\n\n")
    assert "too" in conversion.text[: mark.start]


@pytest.mark.parametrize(
    "part",
    [
        '<p style="visibility:hidden"><b style="visibility:visible">seen</b></p>',
        '<div style="background-color:#003366"><p style="color:#fff">seen</p></div>',
        '<table bgcolor="navy"><tr><td><font color="white">seen</font></table>',
        '<div style="background:url(x.png)"><p style="color:white">seen</p></div>',
        '<p style="position:relative; left:-20px">seen</p>',
        '<p style="font-size:80%">seen</p>',
        '<p style="color:#111; background:#fefefe">seen</p>',
        "<style>@media print {p {display: none}}</style><p>seen</p>",
        "<style>div p.x {display:none}</style><p class=x>seen</p>",
        '<link rel=stylesheet href=x.css><div class="dark"><p style="color:#fff">seen</p></div>',
        "<!-- obey --><p>seen</p>",
    ],
)
def test_reliability_what_is_displayed_is_not_called_hidden(part):
    conversion = HtmlConverter().convert(part.encode(), name="a.html")
    assert conversion.text == "seen\n"
    assert conversion.source_map.hidden == ()


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (
            "<tr><th rowspan=2>Loan<th colspan=2>Fee<tr><th>2022<th>2023<tr><td>A<td>1<td>2",
            "| Loan | Fee 2022 | Fee 2023 |\n| --- | --- | --- |\n| A | 1 | 2 |\n",
        ),
        (
            "<tr><th>a<th>b<th>c<tr><td>1<td colspan=2>both<tr><td colspan=3>A note on all.",
            "| a | b | c |\n| --- | --- | --- |\n| 1 | both | both |\n| A note on all. |  |  |\n",
        ),
        (
            "<tr><td>Cash<td> <td>$<td>5<tr><td>Debt<td>&nbsp;<td>$<td>7",
            "| Cash | $ | 5 |\n| --- | --- | --- |\n| Debt | $ | 7 |\n",
        ),
        (
            "<tr><th>Step<th>List<tr><td>1<td><ul><li>x<li>y</ul><table><tr><td>in<td>side</table>",
            "| Step | List |\n| --- | --- |\n| 1 | • x • y in side |\n",
        ),
        ("<tr><th>CPU<td>4<tr><th>RAM<td>8 GB", "|  |  |\n| --- | --- |\n| CPU | 4 |\n| RAM | 8 GB |\n"),
        (
            "<tr><th>Plan<td>S<td>L<tr><th>Price<td>5<td>9",
            "| Plan | S | L |\n| --- | --- | --- |\n| Price | 5 | 9 |\n",
        ),
        ("<tr><td>&bull;<td>First point.<tr><td>&bull;<td>Second point.", "• First point.\n\n• Second point.\n"),
        ("<tr><td>(a)<td>First.<tr><td>(b)<td>Second.", "(a) First.\n\n(b) Second.\n"),
    ],
)
def test_conv_2_every_row_can_be_quoted_with_its_header(table, rows):
    assert text_of(f"<table>{table}</table>") == rows


@pytest.mark.parametrize(
    ("before", "language"),
    [
        ('<pre class="language-python">', "python"),
        ('<div class="highlight-bash notranslate"><div class="highlight"><pre>', "bash"),
        ('<pre><code class="lang-sql">', "sql"),
        ('<pre data-lang="yaml">', "yaml"),
        ('<div class="highlight-default"><pre>', ""),
    ],
)
def test_conv_2_the_language_of_code_is_kept(before, language):
    assert text_of(f"{before}x = 1</pre>") == f"```{language}\nx = 1\n```\n"


def test_conv_3_addresses_of_links_are_metadata():
    page = b'<p><a href="https://example.com/a">A</a> <a href="#x">x</a> <a href="https://example.com/a">A</a></p>'
    assert HtmlConverter().convert(page, name="a.html").metadata["links"] == ["https://example.com/a"]


@pytest.mark.parametrize(
    ("declaration", "encoding", "words"),
    [
        ('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', "cp932", "手数料は五パーセント"),
        ('<?xml version="1.0" encoding="windows-1251"?>', "cp1251", "Договор займа и условия платежа"),
        ('<meta charset="utf-8">', "cp1252", "die Prüfung der Gebühren für März"),
        ('<meta charset="utf-16">', "utf-8", "die Prüfung der Gebühren"),
        ('<meta charset="iso-8859-1">', "cp1252", "“fünf” – Gebühren"),
        ('<meta charset="nonsense">', "utf-8", "die Prüfung der Gebühren"),
    ],
)
def test_conv_1_declarations_are_believed_where_the_bytes_agree(declaration, encoding, words):
    content = f"{declaration}<p>{words}</p>".encode(encoding)
    assert HtmlConverter().convert(content, name="a.html").text == f"{words}\n"


def test_conv_5_many_frames_and_rules_cost_no_more_than_their_length():
    deep = '<header class="menu"><aside class="sidebar">' * 250 + "<p>deep</p>"
    assert text_of(deep * 20).count("deep") == 20
    rules = "".join(f".c{number} {{display:none}}" for number in range(20_000))
    assert text_of(f"<style>{rules}{{{{{{</style>" + '<p class="c1 c2">x</p>' * 2_000 + "<p>deep</p>").startswith(
        "deep\n"
    )
    assert (
        HtmlConverter().convert(b'<img src="data:image/png;base64,' + b"A" * 3_000_000 + b'">', name="a.html").images
        == ()
    )


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<ol type=a><li>x<li>y</ol>", "a. x\nb. y\n"),
        ("<ol type=I start=4><li>x<li value=9>y<li>z</ol>", "IV. x\nIX. y\nX. z\n"),
        ("<ol style='list-style-type: lower-roman'><li>x<ol type=A><li>in</ol><li>y</ol>", "i. x\n  A. in\nii. y\n"),
        ("<ol reversed><li>x<ul><li>in</ul><li>y</ol>", "2. x\n  - in\n1. y\n"),
        ("<ol style='list-style: none'><li>x</ol>", "- x\n"),
        ("<ol start=27 type=a><li>x</ol>", "aa. x\n"),
        ("<ol start=-1><li>x<li>y<li>z</ol>", "-1. x\n0. y\n1. z\n"),
        ("<ol style='list-style-type: decimal-leading-zero'><li>x<li>y</ol>", "01. x\n02. y\n"),
        ("<ol style='list-style-type: disc'><li>x</ol>", "- x\n"),
    ],
)
def test_conv_4_list_numbers_are_as_displayed(page, text):
    assert text_of(page) == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>He said <q>no </q>, once.", "He said \u201cno\u201d, once.\n"),
        ("<p>Due in <del>30</del><ins>45</ins> days", "Due in ~~30~~ 45 days\n"),
        (
            "<p>So <math><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo></mrow><msqrt>2</msqrt></mfrac></math>.",
            "So x=(a+)/\u221a(2).\n",
        ),
        ("<p><math><mroot><mi>x</mi><mn>3</mn></mroot></math>", "(x)^(1/3)\n"),
        ("<p><math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math>", "x_i^2\n"),
    ],
)
def test_conv_4_what_only_the_element_says_is_written(page, text):
    assert text_of(page) == text


def test_conv_4_lists_and_tables_in_a_cell_stay_apart():
    inner = "<table><tr><th>Size<th>Price<tr><td>S<td>5</table>"
    rows = f"<tr><th>What<th>Sold<tr><td><ol><li>cap<li>coat</ol><td>{inner}"
    assert text_of(f"<table>{rows}</table>").splitlines()[2] == "| 1. cap 2. coat | Size, Price; S, 5 |"


def test_conv_4_remarks_made_of_links_are_no_menu():
    text = "<p>" + "Ducks are birds of the water and of the land. " * 20
    remark = '<div role=note class="navigation-not-searchable">Main: <a href=x>Hunting of ducks</a></div>'
    assert "Main: Hunting of ducks" in text_of(f"<h1>Duck</h1>{remark}{text}")


TABS = '<ul><li role="tab">Linux</li><li role="tab">Windows</li></ul>'


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (f'{TABS}<div role="tabpanel">apt</div><div role="tabpanel" hidden>winget</div>', "winget"),
        (
            '<button aria-controls="a" aria-expanded="false">How?</button><div id="a" style="display:none">Thus.</div>',
            "Thus.",
        ),
        ('<a data-bs-target="#b">How?</a><div id="b" hidden>Thus.</div>', "Thus."),
    ],
)
def test_conv_2_what_a_click_shows_is_text_in_its_place(page, words):
    conversion = HtmlConverter().convert(f"{page}<p>End.</p>".encode(), name="a.html")
    assert conversion.text.index(words) < conversion.text.index("End.")
    assert not conversion.source_map.hidden


@pytest.mark.parametrize(
    "page",
    [
        '<div role="tabpanel" hidden>unseen</div>',
        f'{TABS}<div role="tabpanel" hidden><p hidden>unseen</p></div>',
        '<button aria-controls="a">x</button><div id="b" hidden>unseen</div>',
        '<button aria-controls="a">x</button><div hidden><div id="a" hidden>unseen</div></div>',
    ],
)
def test_conv_5_what_no_click_shows_stays_hidden(page):
    conversion = HtmlConverter().convert(f"{page}<p>End.</p>".encode(), name="a.html")
    assert [conversion.text[mark.start : mark.end] for mark in conversion.source_map.hidden] == ["unseen"]


def test_conv_2_switches_of_tabs_are_no_boxes_to_tick_and_their_labels_stay_apart():
    tabs = "<input type=radio checked><input type=radio><div><label>Linux</label><label>Windows</label></div>"
    assert text_of(f"{tabs}<p>Text.") == "Linux Windows\n\nText.\n"
    assert text_of("<p><input type=radio checked> Yes <input type=radio> No") == "[x] Yes [ ] No\n"


def test_conv_2_what_is_struck_out_is_told():
    assert text_of("<p>Price: <s>100</s> 80 <del></del></p>") == "Price: ~~100~~ 80\n"
    assert text_of("<p>Pay <span style='text-decoration: line-through'><s>ten</s></span> 9.</p>") == "Pay ~~ten~~ 9.\n"
    assert text_of("<p>Pay <span style='text-decoration: underline'>ten</span>.</p>") == "Pay ten.\n"
    assert text_of("<del><p>One.</p><p>Two.</p></del>") == "One.\n\nTwo.\n"


def test_conv_2_a_table_of_names_and_values_without_header_cells_has_no_header():
    text = text_of("<table><tr><td>Name:<td>Bob<td>Phone:<td>12<tr><td>Town:<td>Bern<td>Room:<td>3</table>")
    assert text.startswith("|  |  |\n| --- | --- |\n| Name: | Bob |\n| Phone: | 12 |\n| Town: | Bern |")


def test_conv_2_bold_names_beside_their_values_are_no_header():
    rows = [("Purpose", "Travel"), ("Scope", "Staff")]
    named = "".join(f"<tr><td><p><b>{name}</b><td>{value}" for name, value in rows)
    assert text_of(f"<table>{named}</table>").startswith("|  |  |\n| --- | --- |\n| Purpose | Travel |")
    headed = "<tr><td><b>Role</b><td><b>Limit</b>" + "".join(f"<tr><td>{name}<td>{value}" for name, value in rows)
    assert text_of(f"<table>{headed}</table>").startswith("| Role | Limit |\n| --- |")
