"""CONV-1, CONV-3, IMG-1: mail with its parts."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from kts.ingest.convert.eml import EmlConverter


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
