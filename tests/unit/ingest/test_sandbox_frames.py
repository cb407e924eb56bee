"""RELIABILITY (workers): what crosses the pipe comes out as it went in, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.frames import ANSWER, HEAD, Frame, Unreadable, announced, made, packed
from kts.testing import prepared
from kts.types import Conversion, Image, Location, Mapped, Marked, SourceMap

TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
BOXES = st.lists(st.tuples(*[st.floats(allow_nan=False)] * 4), max_size=2).map(tuple)
PLACES = st.builds(
    Location, st.sampled_from(["pdf", "text", "xlsx"]), page=st.none() | st.integers(1, 9), boxes=BOXES,
    cell=st.none() | st.integers(1, 9) | TEXTS,
)  # fmt: skip
MAPPED = st.builds(Mapped, st.integers(0, 9), st.integers(0, 9), PLACES)
MARKED = st.builds(Marked, st.integers(0, 9), st.integers(0, 9), TEXTS, st.none() | st.floats(0, 1))
MAPS = st.builds(
    SourceMap,
    st.lists(MAPPED, max_size=3).map(tuple),
    st.none() | TEXTS,
    hidden=st.lists(MARKED, max_size=2).map(tuple),
    ocr=st.lists(MARKED, max_size=2).map(tuple),
)
IMAGES = st.builds(Image, TEXTS, TEXTS, st.binary(max_size=20), st.integers(0, 9), st.none() | PLACES)
CONVERSIONS = st.builds(
    Conversion,
    st.sampled_from(["ok", "partial", "crashed"]),
    TEXTS,
    MAPS,
    st.dictionaries(TEXTS, VALUES, max_size=3),
    st.lists(IMAGES, max_size=2).map(tuple),
)


def frame_of(content):
    head = announced(content[: HEAD.size], limit=1 << 30)
    body = content[HEAD.size : HEAD.size + head.body]
    return head, Frame(body, content[HEAD.size + head.body :])


def sent(value, *, document):
    head, frame = frame_of(packed(ANSWER, {"prepared": document, "value": value}))
    assert head.kind == ANSWER
    return made(*frame.decoded())


@given(CONVERSIONS)
def test_conv5_a_conversion_comes_back_as_it_went(conversion):
    assert sent(conversion, document=False) == conversion


def test_conv5_a_document_comes_back_with_its_bytes_and_types():
    body = "# Cure\n\nThe period is thirty days; see E-7042.\n\n## Notice\n\n- in writing\n- by mail\n"
    document = prepared("a/b\udcff.md", body, title="T", nested={"x": [1, {"y": None}]})
    image = Image("ab", ".png", b"\x00\xff", 3, Location("pdf", page=1, boxes=((0.1, 2.0, 3.0, 4.5),)))
    document = document._replace(images=(image,))
    back = sent(document, document=True)
    assert back == document
    assert [type(one) for one in back.passages] == [type(one) for one in document.passages]
    assert type(back.passages[0].terms) is bytes
    assert back.passages[1].identifiers == document.passages[1].identifiers != ()


@given(st.binary(max_size=60))
def test_conv5_noise_is_no_head(noise):
    if noise[:1] not in {b"Q", b"R", b"P", b"M", b"A"} or len(noise) != HEAD.size:
        with pytest.raises(Unreadable):
            announced(noise, limit=1 << 62)


def test_conv5_a_frame_that_announces_too_much_is_not_read():
    with pytest.raises(Unreadable, match="2000 bytes"):
        announced(HEAD.pack(ANSWER, False, 1500, 500), limit=1999)


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_conv5_a_damaged_frame_is_unreadable_and_nothing_else(body, beside):
    try:
        message, blobs = Frame(body, beside).decoded()
    except Unreadable:
        return
    assert isinstance(message, dict)
    assert isinstance(blobs, tuple)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"prepared": True, "value": []},
        {"prepared": True, "value": None},
        {"prepared": True, "value": [["x"] * 12, "ok", "", "", [], []]},
        {"prepared": False, "value": {"outcome": "ok"}},
        {"prepared": False, "value": ["ok", "text", [], {}, [], "", "markdown"]},
        {
            "prepared": False,
            "value": ["ok", "text", [[], None, 0, [], []], {}, [["ab", ".png", 99, 0, None, ""]], "", ""],
        },
        {"prepared": False, "value": ["ok"] * 7},
    ],
)
def test_conv5_an_answer_of_another_shape_is_unreadable(message):
    with pytest.raises(Unreadable):
        made(message, (b"x",))


def test_conv5_what_is_no_json_value_is_not_sent():
    with pytest.raises(TypeError, match="set is no JSON value"):
        packed(ANSWER, {"value": {1, 2}})
