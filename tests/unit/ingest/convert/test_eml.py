"""CONV-1, CONV-3, IMG-1: mail with its parts."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from kts.ingest.convert.eml import EmlConverter, attachments, unfolded


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
        ("text/calendar", b"SUMMARY:Review of fees", "SUMMARY:Review of fees"),
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
