from __future__ import annotations

import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.convert.images import MAX_IMAGES, Images, pixels, suffix_of
from kts.types import Location

FORMATS = {"PNG": ".png", "JPEG": ".jpg", "GIF": ".gif", "BMP": ".bmp", "TIFF": ".tiff", "WEBP": ".webp"}


def drawn(kind, width=30, height=20, **options):
    pillow = pytest.importorskip("PIL.Image")
    buffer = io.BytesIO()
    pillow.new("RGB", (width, height), (200, 30, 30)).save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.mark.parametrize(("kind", "suffix"), FORMATS.items())
def test_img_1_type_and_size_come_from_the_bytes(kind, suffix):
    body = drawn(kind)
    assert (suffix_of(body), pixels(body)) == (suffix, 600)


@pytest.mark.parametrize("options", [{"lossless": True}, {"lossless": False}, {"exif": b"Exif\x00\x00MM\x00*"}])
def test_img_1_every_kind_of_webp_tells_its_size(options):
    assert pixels(drawn("WEBP", 31, 21, **options)) == 31 * 21


def test_img_1_jpeg_2000_tells_its_size():
    body = b"\x00\x00\x00\x0cjP  \r\n\x87\n\x00\x00\x00\x14ftypjp2 " + b"\x00" * 8 + b"\x00\x00\x00\x16ihdr"
    body += (20).to_bytes(4, "big") + (30).to_bytes(4, "big")
    assert (suffix_of(body), pixels(body)) == (".jp2", 600)


def test_img_1_drawings_are_kept_as_they_are():
    emf = b"\x01\x00\x00\x00" + b"\x00" * 36 + b" EMF" + b"\x00" * 40
    drawings = {
        ".emf": emf,
        ".wmf": b"\xd7\xcd\xc6\x9a" + b"\x00" * 20,
        ".svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    images = Images()
    for number, body in enumerate(drawings.values()):
        images.add(body, at=number)
    assert [(image.suffix, image.body) for image in images.all()] == list(drawings.items())


def test_img_1_numbers_are_no_drawing():
    assert suffix_of(b"\x01\x00\x00\x00 a table of numbers" * 9) == ""


def test_img_1_a_content_is_kept_once_at_its_first_place():
    body = drawn("PNG")
    images = Images()
    images.add(body, at=3, location=Location("docx", paragraph=1), alt="red")
    images.add(body, at=9, location=Location("docx", paragraph=2))
    (image,) = images.all()
    assert (image.sha256, image.at, image.alt) == (hashlib.sha256(body).hexdigest(), 3, "red")


@pytest.mark.parametrize("kind", FORMATS)
def test_img_1_an_image_that_claims_too_many_pixels_is_left_out_undecoded(kind):
    claimed = {
        "PNG": (16, (60_000).to_bytes(4, "big") * 2),
        "GIF": (6, b"\xff\xff\xff\xff"),
        "BMP": (18, (60_000).to_bytes(4, "little") * 2),
    }
    body = bytearray(drawn(kind))
    if kind in claimed:
        at, size = claimed[kind]
        body[at : at + len(size)] = size
    elif kind == "JPEG":
        frame = body.index(b"\xff\xc0")
        body[frame + 5 : frame + 9] = b"\xff\xff\xff\xff"
    elif kind == "TIFF":
        for tag in (256, 257):
            at = body.index(
                tag.to_bytes(2, "little") + b"\x04\x00"
                if tag.to_bytes(2, "little") + b"\x04\x00" in body
                else tag.to_bytes(2, "little") + b"\x03\x00",
                8,
            )
            body[at + 8 : at + 10] = b"\xff\xff"
    else:
        body[26:30] = b"\xff\x3f\xff\x3f"
    images = Images()
    images.add(bytes(body), at=0)
    assert images.all() == ()


def test_img_1_a_document_gives_no_more_images_than_the_bound():
    images = Images()
    for number in range(MAX_IMAGES + 5):
        images.add(b"\x89PNG\r\n\x1a\n" + number.to_bytes(8, "big") + b"\x00\x00\x00\x01" * 2, at=0)
    assert (len(images.all()), images.full) == (MAX_IMAGES, True)


STARTS = (
    b"\x89PNG\r\n\x1a\n",
    b"GIF89a",
    b"\xff\xd8\xff\xe0",
    b"BM",
    b"II*\x00",
    b"MM\x00*",
    b"RIFF\x00\x00\x00\x00WEBPVP8X",
)


@given(st.sampled_from(STARTS), st.binary(max_size=80))
def test_damaged_headers_have_a_size_too(start, rest):
    assert pixels(start + rest) >= 0
