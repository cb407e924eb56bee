"""EMB-3: weights are read without running anything, and a damaged file is an error that names it."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.weights.safetensors import read_weights
from unit.embed.tiny import safetensors

NUMBERS = np.array([[1.0, -2.5, 0.125], [3.0, 0.0, -7.0]], np.float32)
KINDS = {
    "half": ("F16", lambda value: value.astype("<f2").tobytes()),
    "brain": ("BF16", lambda value: (value.view("<u4") >> 16).astype("<u2").tobytes()),
    "double": ("F64", lambda value: value.astype("<f8").tobytes()),
}


def test_every_precision_is_read_as_single(tmp_path):
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors(dict.fromkeys(["plain", *KINDS], NUMBERS), KINDS))
    found = read_weights(path)
    assert set(found) == {"plain", *KINDS}
    for value in found.values():
        assert value.dtype == np.float32
        np.testing.assert_array_equal(value, NUMBERS)


def test_whole_numbers_are_left_out(tmp_path):
    path = tmp_path / "model.safetensors"
    ids = ("I64", lambda value: value.astype("<i8").tobytes())
    path.write_bytes(safetensors({"ids": NUMBERS, "kept": NUMBERS}, {"ids": ids}))
    assert set(read_weights(path)) == {"kept"}


SOUND = safetensors({"a": NUMBERS, "b": NUMBERS})


@given(st.one_of(st.binary(max_size=200), st.integers(0, len(SOUND) - 1).map(lambda size: SOUND[:size])))
def test_a_damaged_file_is_named(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("damaged") / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"model\.safetensors") as refused:
        read_weights(path)
    assert refused.value.hint


@pytest.mark.parametrize(
    "header",
    [
        [],
        {"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 24]}},
        {"a": {"dtype": "F32", "shape": [6]}},
        {"a": {"dtype": "F32", "shape": [6], "data_offsets": [0, 23]}},
        {"a": {"dtype": "F32", "shape": [6], "data_offsets": ["0", 24]}},
        {"a": 5},
    ],
)
def test_a_header_that_does_not_fit_is_refused(tmp_path, header):
    path = tmp_path / "model.safetensors"
    head = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + NUMBERS.tobytes())
    with pytest.raises(UsageError, match=r"model\.safetensors"):
        read_weights(path)
