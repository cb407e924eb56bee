"""CHUNK-2: headings and titles stand in results as a reader of the rendered page sees them."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.inline import LONGEST, words_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('Foo<a name="foo"></a>', "Foo"),
        ("H<sub>2</sub>O<br/> and **more**", "H2O and more"),
        ("Fees<br>Charges<BR />and <b>R</b>ates", "Fees Charges and Rates"),
        ("On\\-Demand \\(Console\\)", "On-Demand (Console)"),
        ("Replace <region> and <account\\-id>", "Replace <region> and <account-id>"),
        ("The `<a name>` tag, ``a`b`` and `*x*`", "The <a name> tag, a`b and *x*"),
        ('[Install](https://example.org "now") ![it](x.png)', "Install it"),
        ("AT&amp;T &#169; &nbsp; R&D", "AT&T \u00a9 R&D"),
        ("<!-- draft --> Fees {#fees}", "Fees"),
        ("5 * 3 * 2 and snake_case_name", "5 * 3 * 2 and snake_case_name"),
        ("back\\slash \\\\ kept", "back\\slash \\ kept"),
    ],
)
def test_chunk_2_a_heading_is_read_without_its_mark_up(line, words):
    assert words_of(line) == words


@given(st.text(string.ascii_letters + string.digits + " ", max_size=3 * LONGEST))
def test_chunk_2_plain_words_stay_as_they_are(line):
    assert words_of(line) == " ".join(line.split())


@given(st.text(string.ascii_letters + string.punctuation + " ", max_size=200))
def test_chunk_2_escaped_signs_are_what_they_stand_for(line):
    escaped = "".join(f"\\{sign}" if sign in string.punctuation else sign for sign in line)
    assert words_of(escaped) == " ".join(line.split())
