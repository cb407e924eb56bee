"""EMB-4: windows cover every token, fit the model, and are of one size."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kts.embed.windows import OVERLAP, windows


@given(st.integers(0, 20_000), st.integers(1, 600))
def test_emb_4_windows_cover_the_text_and_fit(count, room):
    found = windows(count, room)
    assert found[0][0] == 0
    assert found[-1][1] == count
    assert len({end - start for start, end in found}) == 1
    assert all(end - start <= room for start, end in found)
    for (start, end), (following, _) in pairwise(found):
        assert start < following <= end - min(OVERLAP, room // 4)


@given(st.integers(0, 600))
def test_emb_4_what_fits_is_one_window(count):
    assert windows(count, max(1, count)) == ((0, count),)
