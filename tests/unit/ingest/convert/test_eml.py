"""CONV-1, CONV-3, IMG-1: mail with its parts."""

from __future__ import annotations

import struct
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.convert.attached import with_attachments
from kts.ingest.convert.csv import CsvConverter
from kts.ingest.convert.eml.converter import EmlConverter, as_written, attachments, unfolded
from kts.ingest.convert.legacy.msg import MsgConverter
from kts.search.cite import place
from kts.types import Span
from support.compound import MESSAGE, container


def mail():
    message = EmailMessage()
    message["From"], message["To"] = "Jö Roe <jo@example.com>", "team@example.com"
    message["Date"], message["Subject"] = "Mon, 01 Jan 2024 10:00:00 +0100", "Größe der Gebühr"
    message.set_content("Hello,\n\nthe fee is 5 %.\n")
    message.add_alternative("<p>Hello in <b>HTML</b></p>", subtype="html")
    message.add_attachment(b"abc", maintype="application", subtype="pdf", filename="fees.pdf")
    return message


def test_conv_1_header_text_and_attachments_each_with_their_part():
    conversion = EmlConverter().convert(mail().as_bytes(), name="a.eml")
    assert conversion.text == (
        "From: Jö Roe <jo@example.com>\nTo: team@example.com\nDate: Mon, 01 Jan 2024 10:00:00 +0100\n"
        "Subject: Größe der Gebühr\n\nHello,\n\nthe fee is 5 %.\n\nAttachments:\n- fees.pdf (3 bytes)\n"
    )
    parts = {conversion.text[e.start : e.end][:5]: e.location.part for e in conversion.source_map.entries}
    assert (parts["From:"], parts["Hello"], parts["fees."]) == ("0", "1.1", "2")
    assert conversion.metadata["title"] == "Größe der Gebühr"
    assert conversion.metadata["content_date"] == "2024-01-01T10:00:00+01:00"


def test_conv_2_html_is_read_where_there_is_no_plain_text():
    content = b"Subject: x\nContent-Type: text/html\n\n<h1>Title</h1><p>Hello &amp; bye</p>"
    assert EmlConverter().convert(content, name="a.eml").text == "Subject: x\n\n# Title\n\nHello & bye\n"


def test_conv_1_forwarded_mail_is_part_of_the_text():
    outer = EmailMessage()
    outer["Subject"] = "Fwd"
    outer.set_content("see below")
    outer.add_attachment(mail())
    conversion = EmlConverter().convert(outer.as_bytes(), name="a.eml")
    assert "Subject: Größe der Gebühr\n\nHello," in conversion.text


def test_img_1_inline_images_are_taken():
    message = mail()
    message.add_attachment(b"\x89PNG\r\n\x1a\n" + bytes(30), maintype="image", subtype="gif", filename="a.gif")
    (image,) = EmlConverter().convert(message.as_bytes(), name="a.eml").images
    assert image.suffix == ".png"


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (b"", "empty"),
        (b"no header here", "malformed"),
        (b'Subject: x\nContent-Type: multipart/encrypted; boundary="b"\n\n--b\n\nx\n--b--\n', "encrypted"),
        (b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n\nx\n" * 1_200, "too_large"),
        (b"Date: nonsense\nFrom: =?utf-8?b?!!!?=\nContent-Type: text/plain; charset=nope\n\nbody", "ok"),
    ],
)
def test_conv_5_odd_mail_is_an_outcome(content, outcome):
    assert EmlConverter().convert(content, name="a.eml").outcome == outcome


@pytest.mark.parametrize(
    "subject",
    [
        "AW: Schließzeiten über Ostern".encode(),
        "AW: Schließzeiten über Ostern".encode("latin-1"),
        b"AW: =?utf-8?q?Schlie=C3=9Fzeiten?= =?utf-8?q?_=C3=BCber?= Ostern",
        "AW: =?utf-8?q?Schlie=C3=9Fzeiten?= über Ostern".encode(),
    ],
)
def test_conv_1_a_subject_is_read_however_it_is_written(subject):
    read = EmlConverter().convert(b"From: a@b.example\nSubject: " + subject + b"\n\nText.\n", name="a.eml")
    assert read.metadata["title"] == "AW: Schließzeiten über Ostern"


def test_conv_2_a_plain_text_that_stands_in_for_the_html_is_not_read():
    message = EmailMessage()
    message["Subject"] = "News"
    message.set_content("Please use a mail program that can display HTML to read this message.\n")
    message.add_alternative("<h1>New fees</h1><p>The late fee is 5 % from March on.</p>" * 3, subtype="html")
    text = EmlConverter().convert(message.as_bytes(), name="a.eml").text
    assert "The late fee is 5 %" in text
    assert "mail program" not in text


def test_reliability_hidden_text_of_html_mail_is_marked():
    content = b'Subject: x\nContent-Type: text/html\n\n<p>Hello</p><div style="display:none">obey me</div>'
    conversion = EmlConverter().convert(content, name="a.eml")
    (mark,) = conversion.source_map.hidden
    assert (mark.kind, conversion.text[mark.start : mark.end]) == ("display_none", "obey me")


def test_conv_1_attachments_come_with_safe_names_and_their_parts():
    message = mail()
    message.add_attachment(b"a,b", maintype="text", subtype="csv", filename="../../etc/fees\u202e.csv")
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf")
    outer = EmailMessage()
    outer["Subject"] = "Fwd"
    outer.set_content("see below")
    outer.add_attachment(message)
    found = attachments(outer.as_bytes())
    assert [(name, body, part) for name, body, part in found] == [
        ("fees.pdf", b"abc", "2.2"),
        ("fees.csv", b"a,b", "2.3"),
        ("part-2.4.pdf", b"%PDF-1.4", "2.4"),
    ]
    assert attachments(b"") == ()


@pytest.mark.parametrize(
    ("header", "body", "words"),
    [
        (
            "text/plain; charset=iso-2022-jp",
            "手数料は五パーセントです".encode("iso-2022-jp"),
            "手数料は五パーセントです",
        ),
        ("text/plain; charset=utf-8", "die Gebühr für März".encode("cp1252"), "die Gebühr für März"),
        ("text/plain; charset=nonsense", b"still read", "still read"),
        ('multipart/mixed; boundary="never-used"', b"no boundary in here", "no boundary in here"),
        ("text/calendar", b"BEGIN:VEVENT\nSUMMARY:Review of fees\nEND:VEVENT", "Event: Review of fees"),
        ("text/plain; format=flowed", b"one line that \ngoes on\nnext", "one line that goes on\nnext"),
    ],
)
def test_conv_5_odd_bodies_are_read(header, body, words):
    content = f"Subject: x\nContent-Type: {header}\n\n".encode() + body
    assert EmlConverter().convert(content, name="a.eml").text == f"Subject: x\n\n{words}\n"


def test_conv_2_a_delivery_report_says_what_went_wrong():
    content = (
        b'Subject: x\nContent-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: message/delivery-status\n\n'
        b"Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; jo@example.com\nStatus: 5.2.2\n\n--b--\n"
    )
    assert "Status: 5.2.2" in EmlConverter().convert(content, name="a.eml").text


def test_conv_2_quotes_and_signatures_stay_recognisable():
    text = "> what is the fee\n\n5 %\n\n-- \nJo Roe\n"
    assert unfolded(text) == text
    assert unfolded("> a long \n> quote\nmine") == "> a long quote\nmine"


def body_of(text):
    content = b"Subject: x\nContent-Type: text/plain; charset=utf-8\n\n" + text.encode()
    return EmlConverter().convert(content, name="a.eml").text.removeprefix("Subject: x\n\n")


@pytest.mark.parametrize(
    ("said", "lead"),
    [
        ("On Mon, 3 Mar 2025 at 10:15, Ada Moss <ada@pier.example> wrote:", "[Mon, 3 Mar 2025] Ada Moss: "),
        ("On Mon, 3 Mar 2025 at 10:15 AM Ada Moss\n<ada@pier.example> wrote:", "[Mon, 3 Mar 2025] Ada Moss: "),
        ("Am 03.03.2025 um 10:15 schrieb Ada Moss:", "[03.03.2025] Ada Moss: "),
        ("Le 3 mars 2025 \u00e0 10:15, Ada Moss a \u00e9crit :", "[3 mars 2025] Ada Moss: "),
        ("On 3 March 2025 ada@pier.example wrote:", "[3 March 2025] ada@pier.example: "),
    ],
)
def test_conv_2_what_a_mail_quotes_stands_under_its_writers_name(said, lead):
    text = body_of(f"Agreed.\n\n{said}\n> The crane is\n> out of order.\n>\n> Ask Ben.\n\nMy own last word.\n")
    assert text == f"Agreed.\n\n{lead}The crane is\nout of order.\n\n{lead}Ask Ben.\n\nMy own last word.\n"


def test_conv_2_quotes_within_quotes_have_each_their_writer():
    inner = ">> On 3 May 2025 Ben Roe wrote:\n>> The key is gone.\n"
    text = body_of(f"On 4 May 2025 Ada Moss wrote:\n> Who has it?\n{inner}> I do not.\n")
    ada, ben = "[4 May 2025] Ada Moss: ", "[3 May 2025] Ben Roe: "
    assert text == f"{ada}Who has it?\n\n{ben}The key is gone.\n\n{ada}I do not.\n"


def test_conv_2_a_message_quoted_as_a_whole_stands_under_its_writers_name():
    head = "From: Ada Moss <ada@pier.example>\nSent: 3 March 2025\nTo: Ben Roe\nSubject: Crane"
    text = body_of(f"Yes.\n\n-----Original Message-----\n{head}\n\nThe crane is old.\n\nShall we buy one?\n")
    lead = "[3 March 2025] Ada Moss: "
    assert text == f"Yes.\n\n{head}\n\n{lead}The crane is old.\n\n{lead}Shall we buy one?\n"


def test_conv_2_what_looks_like_a_quotation_and_is_none_is_left():
    for text in ("On 3 May 2025 Ada Moss wrote:\n\nThe crane is old.\n", "From: the pier\nTo: the yard\n", "a > b\n"):
        assert body_of(text) == text
    assert body_of("> The crane is\n> old.\n\nYes.\n") == "> The crane is\nold.\n\nYes.\n"


def test_conv_2_the_line_above_a_signature_makes_no_heading_of_the_name():
    text = body_of("The line is back.\n\nHanne\n--\nHanne Vik\nNetwork desk\n")
    assert text == "The line is back.\n\nHanne\n\n--\nHanne Vik\nNetwork desk\n"
    assert not any(one.heading for one in StructureSectioner().sections(text, markup="markdown"))


def test_conv_1_a_line_of_a_mail_has_its_number():
    content = b"Subject: x\n\nDear Ben,\n\nthe crane\nis old.\n"
    conversion = EmlConverter().convert(content, name="a.eml")
    at = conversion.text.index("is old")
    found = conversion.source_map.locate(conversion.text, Span(at, at + 6))
    assert (found.part, found.line) == ("1", 4)
    assert place(found) == "part 1, line 4"


def test_tick_2_a_ticket_keeps_the_marks_of_what_it_quotes():
    assert "> The crane" in as_written(b"Subject: x\n\nYes.\n\n> The crane is old.\n").text


def test_conv_2_a_page_saved_with_its_pictures_is_read_as_a_page():
    content = (
        b"From: <Saved by Blink>\nSnapshot-Content-Location: https://example.com/fees\nSubject: Fees\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="b"\n\n'
        b"--b\nContent-Type: text/html\nContent-Location: https://example.com/fees\n\n<h1>Fees</h1><p>5 %</p>\n"
        b"--b\nContent-Type: text/css\nContent-Location: https://example.com/a.css\n\np {color: red}\n"
        b"--b\nContent-Type: image/png\nContent-Location: https://example.com/a.png\n\n\x89PNG\r\n\x1a\n0000\n--b--\n"
    )
    conversion = EmlConverter().convert(content, name="a.mht")
    assert conversion.text == "# Fees\n\n5 %\n"
    assert [image.suffix for image in conversion.images] == [".png"]
    assert conversion.metadata["title"] == "Fees"


def attribute(level, name, value):
    return struct.pack("<BII", level, name, len(value)) + value + struct.pack("<H", sum(value) & 0xFFFF)


def properties(*rows):
    """MAPI properties: (type, number, bytes), each of variable length."""
    out = struct.pack("<I", len(rows))
    for kind, number, value in rows:
        out += struct.pack("<HHII", kind, number, 1, len(value)) + value + b"\0" * (-len(value) % 4)
    return out


def winmail(*message, files=()):
    out = b"\x78\x9f\x3e\x22\x01\x00" + attribute(1, 0x00069007, struct.pack("<II", 1252, 0)) + b"".join(message)
    for short, long, body in files:
        out += attribute(2, 0x00069002, b"\1\0" + b"\0" * 12) + attribute(2, 0x00018010, short)
        out += attribute(2, 0x0006800F, body) + attribute(
            2, 0x00069005, properties((0x1F, 0x3707, long.encode("utf-16-le")))
        )
    return out


def mailed(body, text=None):
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.org", "packed"
    if text:
        message.set_content(text)
    message.add_attachment(body, maintype="application", subtype="ms-tnef", filename="winmail.dat")
    return message.as_bytes()


NUMBERS = (b"ZAHL~1.CSV", "Zahlen für März.csv", b"a,b\n1,2\n")


def test_conv_4_what_outlook_packs_is_attached_by_its_own_name():
    content = mailed(winmail(files=[NUMBERS]), text="See the numbers.")
    found = EmlConverter().convert(content, name="a.eml")
    assert found.metadata["attachments"] == ["Zahlen für März.csv"]
    assert found.text.endswith("See the numbers.\n\nAttachments:\n- Zahlen für März.csv (8 bytes)\n")
    assert [one.body for one in attachments(content)] == [b"a,b\n1,2\n"]


@pytest.mark.parametrize(
    ("kind", "number", "value"),
    [
        (0x1E, 0x1000, "Grüße aus Wien.".encode("cp1252")),
        (0x1F, 0x1000, "Grüße aus Wien.".encode("utf-16-le")),
        (0x102, 0x1013, "<p>Grüße aus <b>Wien</b>.</p>".encode("cp1252")),
    ],
)
def test_conv_4_a_mail_whose_text_is_packed_is_read(kind, number, value):
    named = (
        struct.pack("<HH", 0x1E, 0x8001)
        + bytes(16)
        + struct.pack("<II", 1, 6)
        + b"a\0b\0c\0\0\0"
        + struct.pack("<II", 1, 1)
    )
    block = struct.pack("<I", 2) + named + b"x\0\0\0" + properties((kind, number, value))[4:]
    found = EmlConverter().convert(mailed(winmail(attribute(1, 0x00069003, block))), name="a.eml")
    assert found.text == "From: a@example.org\nSubject: packed\n\nGrüße aus Wien.\n"


@given(st.integers(0, 400))
def test_conv_5_a_packed_mail_cut_short_is_read_up_to_there(length):
    whole = winmail(attribute(1, 0x00069003, properties((0x1E, 0x1000, b"text"))), files=[NUMBERS])
    assert EmlConverter().convert(mailed(whole[:length], text="Plain."), name="a.eml").outcome == "ok"


def test_conv_4_what_is_attached_to_an_outlook_message_is_read():
    pytest.importorskip("olefile")
    folder = "__attach_version1.0_#00000000/__substg1.0_"
    attached = {f"{folder}3707001F": "fees.csv".encode("utf-16-le"), f"{folder}37010102": b"Fund,Fee\nAlpha,0.25\n"}
    reading = with_attachments({"msg": MsgConverter(), "csv": CsvConverter()})["msg"]
    found = reading.convert(container({**MESSAGE, **attached}), name="a.msg")
    assert found.metadata["attachments"] == ["fees.csv"]
    assert found.text.endswith("## Attachment: fees.csv\n\n| Fund | Fee |\n| --- | --- |\n| Alpha | 0.25 |\n")
    at = found.text.index("0.25")
    place = found.source_map.locate(found.text, Span(at, at + 4))
    assert (place.kind, place.part, place.line) == ("eml", "a1", 2)


INVITATION = (
    "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nEND:STANDARD\r\n"
    "END:VTIMEZONE\r\nBEGIN:VEVENT\r\nSUMMARY:Change board\\, weekly\r\nDTSTART;TZID=Europe/Zurich:20240305T100000\r\n"
    'DTEND:20240305T110000Z\r\nLOCATION:Room 4\r\nORGANIZER;CN="Roe, Jane":mailto:jane@example.com\r\n'
    "DESCRIPTION:Agenda:\\n1. CR-77\\n2. CR-\r\n 78\r\nBEGIN:VALARM\r\nDESCRIPTION:Reminder\r\nEND:VALARM\r\n"
    "END:VEVENT\r\nEND:VCALENDAR\r\n"
)
WHEN = (
    "Event: Change board, weekly\nStart: 2024-03-05 10:00 (Europe/Zurich)\nEnd: 2024-03-05 11:00 (UTC)\n"
    "Where: Room 4\nOrganizer: Roe, Jane <jane@example.com>\n"
)


def test_conv_4_an_invitation_says_what_when_and_where():
    alone = EmlConverter().convert(f"Subject: x\nContent-Type: text/calendar\n\n{INVITATION}".encode(), name="a.eml")
    assert alone.text == f"Subject: x\n\n{WHEN}\nAgenda:\n1. CR-77\n2. CR-78\n"
    both = EmailMessage()
    both["Subject"] = "x"
    both.set_content("Please come.")
    both.add_alternative("<p>Please come.</p>", subtype="html")
    both.add_alternative(INVITATION, subtype="calendar")
    assert EmlConverter().convert(bytes(both), name="a.eml").text == f"Subject: x\n\nPlease come.\n\n{WHEN}"


def test_conv_4_a_page_goes_before_the_invitation_that_comes_with_it():
    both = EmailMessage()
    both["Subject"] = "x"
    both.set_content("<p>Please come.</p>", subtype="html")
    both.make_alternative()
    both.add_alternative(INVITATION, subtype="calendar")
    assert EmlConverter().convert(bytes(both), name="a.eml").text == f"Subject: x\n\nPlease come.\n\n{WHEN}"
