"""CONV-1 to CONV-3, CRAWL-1: AsciiDoc, YAML, XML, captions, calendars, mailboxes, notebooks, kin of Office files."""

from __future__ import annotations

import io
import json
import zipfile
from itertools import pairwise

import docx
import pptx
import pytest

from kts.ingest.convert.asciidoc import AsciidocConverter
from kts.ingest.convert.captions import CaptionsConverter
from kts.ingest.convert.choose import choose
from kts.ingest.convert.docx.converter import DocxConverter
from kts.ingest.convert.eml.invitations import CalendarConverter
from kts.ingest.convert.eml.mailbox import MailboxConverter
from kts.ingest.convert.notebook import NotebookConverter
from kts.ingest.convert.ocr.converters import WithOcr
from kts.ingest.convert.ocr.reading import Word
from kts.ingest.convert.pictures import PictureConverter
from kts.ingest.convert.pptx.converter import PptxConverter
from kts.ingest.convert.source import SourceConverter
from kts.ingest.convert.xml import XmlConverter
from kts.ingest.convert.yaml import YamlConverter
from kts.testing.ocr import MemoryOcr
from kts.types import Span
from support.opened import GIF

TOLD = (
    b"WEBVTT\n\nNOTE no words\n\n1\n00:01.000 --> 00:02.000\n<v Ann Berg>We moved\n\n"
    b"00:02.000 --> 00:03.000\n<v Ann Berg>the <i>date</i>.\n\n00:05.000 --> 00:06.000\n<v Tom>Fine.\n"
)
GUIDE = b"""= Operations Guide
Jane Doe <jane@example.org>
v1.2, 2024-03-01
:product: Ledger

The {product} server. See <<backup,Backups>> and https://example.org/a[the site].

[[backup]]
== Backups

.Steps
. Stop the server
.. Wait
. Copy *all* files

timeout:: seconds before giving up

[source,bash]
----
== not a heading
----

[cols="1,2",options="header"]
|===
|Plan
|Price

|Basic
|10 EUR, and
more

|Pro |20 EUR
|===

,===
a,b
1,2
,===
// a comment
////
hidden
////
"""

SETTINGS = b"""# Settings of the payment service.
services:
  payment: &usual
    timeout: 30 # seconds
    retries: [1, 2]
    hosts:
      - name: a1
        port: 80
    note: |
      First # no comment
      second
  refund:
    <<: *usual
    timeout: 60
"""

MANUAL = b"""<book><title>Guide</title><chapter><title>Intro</title>
<para>Use <emphasis>care</emphasis> here.</para>
<itemizedlist><listitem><para>One</para></listitem></itemizedlist></chapter></book>"""

CONFIG = b"""<config><service name="pay"><timeout unit="s">30</timeout></service>
<service name="mail"><timeout unit="s">60</timeout></service></config>"""


def told(converter, content, name="a"):
    """The conversion's text, and a function from words of it to the line of the file."""
    found = converter.convert(content, name=name)
    assert found.outcome == "ok", found.reason

    def line(words):
        start = found.text.index(words)
        (entry,) = [one for one in found.source_map.entries if one.start <= start < one.end]
        return entry.location.line

    return found, line


def test_conv_2_asciidoc_has_headings_lists_tables_and_listings():
    found, line = told(AsciidocConverter(), GUIDE)
    text = found.text
    assert "# Operations Guide" in text
    assert "The Ledger server. See Backups and the site." in text
    assert "1. Stop the server\n   1. Wait\n2. Copy **all** files" in text
    assert "timeout: seconds before giving up" in text
    assert "```\n== not a heading\n```" in text
    assert "| Plan | Price |\n| --- | --- |\n| Basic | 10 EUR, and more |\n| Pro | 20 EUR |" in text
    assert "| a | b |\n| --- | --- |\n| 1 | 2 |" in text
    assert "comment" not in text
    assert "hidden" not in text
    assert (line("Copy **all**"), line("Pro")) == (14, 32)
    wanted = {"title": "Operations Guide", "author": "Jane Doe", "version": "1.2", "content_date": "2024-03-01"}
    assert found.metadata == wanted


def test_conv_2_yaml_has_a_line_a_value_with_its_path_and_its_comment():
    found, line = told(YamlConverter(), SETTINGS)
    assert "Settings of the payment service.\nservices.payment.timeout: 30 # seconds\n" in found.text
    assert "services.payment.retries: 1, 2" in found.text
    assert "services.payment.hosts[a1].port: 80" in found.text
    assert "First # no comment\nsecond" in found.text
    assert found.text.count("refund.timeout") == 1, "what is overridden is not merged"
    assert "services.refund.retries: 1, 2" in found.text
    assert (line("30"), line("60"), line("seconds")) == (4, 14, 4)


def test_conv_5_yaml_that_is_none_is_text_and_aliases_are_bounded():
    template = YamlConverter().convert(b"a: {{ value }}\nb: [\n", name="a.yaml")
    assert (template.outcome, template.markup, template.text) == ("ok", "plain", "a: {{ value }}\nb: [\n")
    names = "abcdefghij"
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in pairwise(names)
    )
    assert len(YamlConverter().convert(bomb.encode(), name="a.yaml").text) < 10_000
    for deep in (b"[" * 100_000, b"&a [*a]"):
        assert YamlConverter().convert(deep, name="a.yaml").outcome == "malformed"


def test_conv_2_xml_of_prose_and_of_data():
    found, line = told(XmlConverter(), MANUAL)
    assert found.text == "# Guide\n\n## Intro\n\nUse care here.\n- One\n"
    assert (found.metadata["title"], line("Use care")) == ("Guide", 2)
    found, line = told(XmlConverter(), CONFIG)
    assert "service[pay].timeout: 30\n" in found.text
    assert "service[mail].timeout.unit: s\n" in found.text
    assert line("60") == 2


def test_conv_5_xml_expands_no_entity_of_its_own():
    bomb = b'<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;">]><a>&m;</a>'
    assert XmlConverter().convert(bomb, name="a.xml").outcome == "malformed"
    outside = b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a>&x; words</a>'
    assert "root" not in XmlConverter().convert(outside, name="a.xml").text


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (
            TOLD,
            "[00:01] Ann Berg: We moved the date.\n\n[00:05] Tom: Fine.\n",
        ),
        (
            b"1\n00:00:01,000 --> 00:00:02,000\nANN: We moved\nthe date.\n\n00:00:04,000 --> 00:00:05,000\nTOM: Fine\n",
            "[00:00:01] ANN: We moved the date.\n\n[00:00:04] TOM: Fine\n",
        ),
    ],
)
def test_conv_2_captions_are_what_was_said_and_by_whom(content, wanted):
    assert told(CaptionsConverter(), content)[0].text == wanted


def test_conv_2_a_calendar_is_its_events():
    content = (
        b"BEGIN:VCALENDAR\r\nX-WR-CALNAME:Board\r\nBEGIN:VEVENT\r\nSUMMARY:Meeting\r\nDTSTART:20240105T100000Z\r\n"
        b"DESCRIPTION:The fee\\, again.\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Audit\r\nEND:VEVENT\r\n"
    )
    found, line = told(CalendarConverter(), content)
    assert found.text == "Event: Meeting\nStart: 2024-01-05 10:00 (UTC)\n\nThe fee, again.\n\nEvent: Audit\n"
    assert (found.metadata["title"], line("Audit")) == ("Board", 8)


def test_conv_2_a_mailbox_is_a_section_a_mail():
    content = (
        b"From a Mon Jan  1\nFrom: Ann <a@example.org>\nSubject: Fees\n\nTwenty.\n>From here on.\n\n"
        b"From b Tue Jan  2\nFrom: b@example.org\nSubject: Re: Fees\n\nFine. From me, too.\n"
    )
    found = MailboxConverter().convert(content, name="a.mbox")
    assert found.text.count("## ") == 2
    assert "Twenty.\nFrom here on." in found.text
    parts = [one.location.part for one in found.source_map.entries]
    assert {part.partition(".")[0] for part in parts} == {"1", "2"}
    assert found.metadata["mails"] == 2


def test_conv_2_a_notebook_is_its_text_code_and_what_it_printed():
    cells = [
        {"cell_type": "markdown", "source": ["# Fees\n", "Twenty."]},
        {"cell_type": "code", "source": "print(1)", "outputs": [{"output_type": "stream", "text": ["1\n"]}]},
        {"cell_type": "code", "source": "x", "outputs": [{"data": {"text/plain": ["2"], "image/png": "iVBORw0="}}]},
    ]
    found, _ = told(NotebookConverter(), json.dumps({"cells": cells}, indent=1).encode())
    assert found.text == "# Fees\nTwenty.\n\n```\nprint(1)\n```\n\n```\n1\n```\n\n```\nx\n```\n\n```\n2\n```\n"


def retyped(made, old, new):
    """A package whose main part is of another kind."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made)) as package, zipfile.ZipFile(out, "w") as written:
        for name in package.namelist():
            body = package.read(name)
            written.writestr(name, body.replace(old, new) if name == "[Content_Types].xml" else body)
    return out.getvalue()


@pytest.mark.parametrize(
    "kind",
    [
        b"application/vnd.ms-word.document.macroEnabled.main+xml",
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
        b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
    ],
)
def test_conv_5_word_files_with_macros_and_templates_are_read(kind):
    out, document = io.BytesIO(), docx.Document()
    document.add_paragraph("Twenty basis points.")
    document.save(out)
    usual = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    found = DocxConverter().convert(retyped(out.getvalue(), usual, kind), name="a.docm")
    assert (found.outcome, found.text) == ("ok", "Twenty basis points.\n")


@pytest.mark.parametrize(
    "kind",
    [
        b"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
        b"application/vnd.openxmlformats-officedocument.presentationml.template.main+xml",
        b"application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
    ],
)
def test_conv_5_shows_and_templates_of_slides_are_read(kind):
    out, deck = io.BytesIO(), pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "Fees"
    deck.save(out)
    usual = b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    found = PptxConverter().convert(retyped(out.getvalue(), usual, kind), name="a.ppsx")
    assert (found.outcome, found.text.strip()) == ("ok", "## Fees")


def test_conv_4_a_picture_is_the_text_that_an_engine_reads_in_it():
    alone = PictureConverter().convert(GIF, name="a.png")
    assert (alone.outcome, len(alone.images)) == ("empty", 1)
    words = tuple(
        Word(word, (60.0 * at, 0, 60.0 * at + 50, 30), 0.9, 0, 0) for at, word in enumerate(("Fee", "waived"))
    )

    class Around(WithOcr):
        engine = MemoryOcr({alone.images[0].sha256: words})

    inner = f"{PictureConverter.__module__}:{PictureConverter.__qualname__}"
    found = Around(inner=inner, engine="memory").convert(GIF, name="a.png")
    assert found.outcome in {"ok", "empty"}
    assert found.images == alone.images or found.text


@pytest.mark.parametrize(
    ("name", "content", "wanted"),
    [
        ("README", b"Read me first.", "text"),
        ("Contract 1.2", b"Between A and B", "text"),
        ("Contract 1.2", b"%PDF-1.7", "pdf"),
        ("README", b"\x7fELF\x00\x00\x01" * 50, None),
        ("notes.xyz", b"words", None),
        ("README", b"  \n", None),
    ],
)
def test_conv_5_a_name_that_says_nothing_leaves_it_to_the_content(name, content, wanted):
    assert choose(content, name=name, suffixes={".txt": "text", ".pdf": "pdf"}) == wanted


def test_conv_2_asciidoc_titles_of_two_lines_are_no_listings():
    found, _ = told(
        AsciidocConverter(), b"serve(1)\n========\n\nNAME\n----\nserve - hand out\n\nOPTIONS\n-------\n-v::\n\tMore.\n"
    )
    assert found.text == "# serve(1)\n\n## NAME\nserve - hand out\n\n## OPTIONS\n\n-v: \nMore.\n"


def test_conv_2_asciidoc_keeps_warnings_and_what_is_struck():
    found, line = told(AsciidocConverter(), b"[WARNING]\n====\nDo not delete.\n====\n\n[.line-through]#Ten# twenty.\n")
    assert found.text == "WARNING:\nDo not delete.\n\n~~Ten~~ twenty.\n"
    assert line("WARNING") == 1


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"|===\n|Name|Fee\n\n|Pro|20\n|a|b\n|===\n", ["| Name | Fee |", "| Pro | 20 |", "| a | b |"]),
        (b"[cols=2*]\n|===\n|A\na|x\n|B\n|y \\| z\n|===\n", ["| A | x |", "| B | y \\| z |"]),
        (b"[cols=3*]\n|===\n2+|wide|x\n3*|-\n|===\n", ["| wide |  | x |", "| - | - | - |"]),
    ],
)
def test_conv_2_asciidoc_cells_need_no_space_before_their_sign(content, rows):
    found, _ = told(AsciidocConverter(), content)
    assert [row for row in found.text.splitlines() if row and "---" not in row] == rows


def test_conv_1_yaml_loses_nothing_behind_many_aliases_nor_tags_and_keys():
    aliases = b"a: &a {b: 1, c: 2}\n" + b"".join(b"k%d: *a\n" % number for number in range(600))
    found, _ = told(YamlConverter(), aliases + b"limit: ten\nname: !Ref Pay\n? [x, y]\n: z\n")
    assert "limit: ten" in found.text
    assert "name: !Ref Pay" in found.text
    assert '["x y"]: z' in found.text


def test_conv_2_yaml_merges_what_is_merged_itself_and_names_its_documents():
    merged = b"a: &a {x: 1}\nb: &b\n  <<: *a\nc:\n  <<: [*b]\n"
    assert "c.x: 1" in told(YamlConverter(), merged)[0].text
    objects = b"kind: Service\nmetadata:\n  name: web\n---\nkind: Secret\nmetadata:\n  name: key\n"
    assert "[key].kind: Secret" in told(YamlConverter(), objects)[0].text


def test_conv_1_xml_puts_in_plain_entities_and_keeps_those_of_others():
    own = b'<!DOCTYPE a [<!ENTITY v "1.2">]><a><b>Version &v;, 10&nbsp;EUR &other;</b></a>'
    assert told(XmlConverter(), own)[0].text == "b: Version 1.2, 10 EUR &other;\n"
    assert told(XmlConverter(), b"<a><b>10&nbsp;EUR</b></a>")[0].text == "b: 10 EUR\n"
    named = b'<!DOCTYPE a [<!ENTITY l "' + b"x" * 90_000 + b'">]><a>' + b"&l;" * 10_000 + b"</a>"
    assert XmlConverter().convert(named, name="a.xml").outcome in {"malformed", "too_large"}


@pytest.mark.parametrize(
    ("encoding", "declared", "letter"),
    [("shift_jis", True, "\u6f22"), ("latin-1", False, "\xe9"), ("utf-16", True, "\xe9"), ("cp1252", True, "\xe9")],
)
def test_conv_3_xml_of_any_encoding_maps_to_its_bytes(encoding, declared, letter):
    said = f' encoding="{encoding}"' if declared else ""
    content = f'<?xml version="1.0"{said}?>\n<a><b>{letter}</b>\n<c>fee</c></a>'.encode(encoding)
    found, line = told(XmlConverter(), content)
    assert line("fee") == 3
    place = found.source_map.entries[-1].location
    width = 2 if encoding == "utf-16" else 1
    assert content[place.byte_start : place.byte_end] == content[place.byte_start :][: 6 * width]
    assert "fee" in content[place.byte_start : place.byte_end].decode(encoding.replace("utf-16", "utf-16-le"))


def test_untrusted_html_within_xml_is_read_as_pages_are():
    feed = b"<rss><channel><item><description><![CDATA[<p>Ten <b>EUR</b></p><p style='display:none'>secret</p>]]>"
    found, _ = told(
        XmlConverter(), feed + b"</description></item><div style='display: none'>buried</div></channel></rss>"
    )
    assert "Ten EUR" in found.text
    marked = [found.text[mark.start : mark.end] for mark in found.source_map.hidden]
    assert marked == ["secret", "buried"]


def test_conv_5_pages_named_xml_are_pages():
    page = b'<?xml version="1.0"?>\n<!DOCTYPE html>\n<html><body>words</body></html>'
    suffixes = {".xml": "xml", ".html": "html"}
    assert choose(page, name="a.xml", suffixes=suffixes) == "html"
    assert choose(b"<htmlish/>", name="a.xml", suffixes=suffixes) == "xml"


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (
            b"1\n00:00:01,000 --> 00:00:02,000\nfirst\n\nsecond\n\n2\n00:00:03,000 --> 00:00:04,000\n12\n",
            "[00:00:01] first second 12\n",
        ),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Tom>Yes</v><v Ann>No</v>\n", "[00:01] Tom: Yes\n\n[00:01] Ann: No\n"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nThe reason is this: money\n", "[00:01] The reason is this: money\n"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nJan van der Berg: no\n", "[00:01] Jan van der Berg: no\n"),
        (b"Notes, no captions.\n", "Notes, no captions.\n"),
    ],
)
def test_conv_1_captions_lose_nothing_and_take_no_sentence_for_a_name(content, wanted):
    assert told(CaptionsConverter(), content)[0].text == wanted


def test_conv_1_a_sentence_with_from_begins_no_mail():
    content = b"From a Mon\nFrom: a@example.org\nSubject: Fees\n\nTwenty.\n\nFrom here on we pay.\nMore.\n"
    found = MailboxConverter().convert(content, name="a.mbox")
    assert "From here on we pay.\nMore." in found.text
    assert found.text.count("## ") == 1


def test_conv_5_a_mailbox_beyond_the_limit_is_read_up_to_it():
    mails = b"".join(b"From a Mon\nSubject: Fees %d\n\n%b\n\n" % (number, b"word " * 800_000) for number in range(6))
    found = MailboxConverter().convert(mails, name="a.mbox")
    assert (found.outcome, "Fees 3" in found.text) == ("partial", True)


def test_conv_1_a_notebook_has_its_errors_and_outputs_apart():
    outputs = [{"output_type": "error", "evalue": "no fee", "ename": "E"}, {"data": {"text/markdown": ["**ten**"]}}]
    cells = [{"cell_type": "code", "source": "a = '```'", "outputs": outputs}]
    found, _ = told(NotebookConverter(), json.dumps({"cells": cells}).encode())
    assert found.text == "````\na = '```'\n````\n\n```\nno fee\n**ten**\n```\n"


def scanned(pages):
    """A TIFF with so many pages, each of another width."""
    from PIL import Image

    out = io.BytesIO()
    first, *more = [Image.new("L", (100 + number, 60)) for number in range(pages)]
    first.save(out, format="TIFF", save_all=True, append_images=more)
    return out.getvalue()


def test_conv_1_every_page_of_a_fax_is_an_image_and_the_first_of_too_many():
    from kts.ingest.convert.images import sides

    found = PictureConverter().convert(scanned(3), name="a.tif")
    assert found.outcome == "empty"
    assert [sides(image.body) for image in found.images] == [(100, 60), (101, 60), (102, 60)]
    many = PictureConverter().convert(scanned(25), name="a.tif")
    assert (many.outcome, len(many.images), many.reason) == ("partial", 20, "only the first 20 pages are read")


def test_conv_1_an_invitation_that_is_attached_as_well_is_said_once():
    from kts.ingest.convert.attached import WithAttachments

    event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fee board\nDESCRIPTION:Please come.\nEND:VEVENT\nEND:VCALENDAR\n"
    part = f"--b\nContent-Type: text/calendar\n\n{event}\n"
    file = f'--b\nContent-Type: application/ics\nContent-Disposition: attachment; filename="a.ics"\n\n{event}\n'
    other = '--b\nContent-Type: text/yaml\nContent-Disposition: attachment; filename="a.yaml"\n\nfee: ten\n'
    head = "Subject: Board\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nPlease come.\n"
    made = {one.name: (f"{one.__module__}:{one.__qualname__}", {}) for one in (CalendarConverter, YamlConverter)}
    mail_ = WithAttachments(mail=("kts.ingest.convert.eml.converter:EmlConverter", {}), others=made)
    found = mail_.convert(f"{head}{part}{file}{other}--b--\n".encode(), name="a.eml")
    assert found.text.count("Fee board") == 1
    assert "## Attachment: a.yaml\n\nfee: ten" in found.text


def test_conv_5_yaml_too_long_for_the_time_of_a_job_is_text():
    found = YamlConverter().convert(b"key: value\n" * 400_000, name="a.yaml")
    assert (found.outcome, found.markup) == ("ok", "plain")


def test_ing_3_a_record_of_plain_values_keeps_its_summary_among_its_lines():
    one = "<ticket><id>T-7</id><status>open</status><summary>The mill stands still</summary><owner>Ada</owner></ticket>"
    text = XmlConverter().convert(f"<all>{one}{one.replace('T-7', 'T-8')}</all>".encode(), name="x.xml").text
    ways = [f"ticket[T-{n}]" for n in (7, 8)]
    assert [line for line in text.split("\n") if line] == [
        f"{way}.{rest}"
        for way in ways
        for rest in (f"id: {way[7:10]}", "status: open", "summary: The mill stands still", "owner: Ada")
    ]
    prose = XmlConverter().convert(b"<note><title>Mill</title><para>It stands still.</para></note>", name="x.xml").text
    assert "It stands still." in prose.split("\n")


SCRIPT = b"""#!/bin/bash
# Restart a stuck worker on HOST.
#
# Never between 02:00 and 03:00: the nightly export
# holds the lock then.
set -eu

# ==== Settings ====
WAIT=90  # seconds

# WAIT=10

# Waits for open scans.
drain() {
  sleep "$WAIT"
}
"""


def test_conv_2_a_script_is_what_is_said_in_it_with_its_code_as_listings():
    found = SourceConverter().convert(SCRIPT, name="ops/restart.sh")
    assert found.outcome == "ok"
    assert found.metadata["title"] == "restart.sh"
    assert (
        "\n\nRestart a stuck worker on HOST.\n\nNever between 02:00 and 03:00: the nightly export\nholds" in found.text
    )
    assert "## Settings\n\n```bash\nWAIT=90  # seconds\n\n# WAIT=10\n```" in found.text
    assert '## drain\n\nWaits for open scans.\n\n```bash\ndrain() {\n  sleep "$WAIT"\n}\n```' in found.text
    quote = "WAIT=90  # seconds"
    start = found.text.index(quote)
    place = found.source_map.locate(found.text, Span(start, start + len(quote)))
    assert SCRIPT[place.byte_start : place.byte_end].decode() == quote
    assert place.line == 9


def test_conv_2_documentation_decorators_and_blocks_of_comments_go_with_what_they_stand_at():
    python = b'import os\n\n@task\ndef replay():\n    """Sends mails again.\n\n    Ask first.\n    """\n    return 1\n'
    text = SourceConverter().convert(python, name="a.py").text
    assert "## replay\n\n```python\n@task\ndef replay():\n```\n\nSends mails again.\n\nAsk first.\n" in text
    java = b"/**\n * The fee of a parcel.\n */\npublic class Fee {\n  int fee; // in cents\n}\n"
    assert (
        SourceConverter().convert(java, name="Fee.java").text.startswith("## Fee\n\nThe fee of a parcel.\n\n```java\n")
    )
    sql = b"-- Old parcels.\nCREATE TABLE IF NOT EXISTS parcels (\n  id int -- barcode\n);\n"
    assert SourceConverter().convert(sql, name="a.sql").text.startswith("## parcels\n\nOld parcels.\n\n```sql\nCREATE")


def test_conv_1_which_one_a_known_file_is_may_stand_behind_its_name():
    suffixes = {".txt": "text"}
    assert choose(b"FROM base\n# no root\n", name="ops/Dockerfile.worker", suffixes=suffixes) == "text"
    assert choose(b"FROM base\n", name="ops/worker.dockery", suffixes=suffixes) is None


def test_conv_5_source_that_is_too_long_or_empty_or_no_text_says_so():
    long = b"x = 1  # a\n" * 100_000
    assert SourceConverter().convert(long, name="a.py").text == long.decode()
    assert SourceConverter().convert(b" \n", name="a.py").outcome == "empty"
    assert SourceConverter().convert(bytes(range(32)) * 100, name="a.ts").outcome == "malformed"
