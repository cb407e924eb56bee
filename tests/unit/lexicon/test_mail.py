"""EVID-4: a mail that is pasted as a question is asked without its head, its signature and what it quotes."""

from __future__ import annotations

import pytest

from kts.lexicon.mail import own_words

MAIL = """Hi,

the scanner says QM017 since this morning. What does it mean?

Thanks
Ada

--
Ada Lindqvist
IT, Northmere Press
Tel +44 20 7946 0011

On Fri, 15 Nov 2024 at 16:02, Support wrote:
> Hello Ada,
> how many pages may we scan a day?
"""
OWN = "Hi,\n\nthe scanner says QM017 since this morning. What does it mean?\n\nThanks\nAda"
HEAD = "From: Ada <ada@example.org>\nTo: Support <s@example.org>\nSubject: Re: Scanner\nDate: Mon, 18 Nov 2024\n\n"


@pytest.mark.parametrize("text", [MAIL, MAIL.replace("\n", "\r\n"), HEAD + MAIL])
def test_evid_4_a_pasted_mail_is_its_senders_question(text):
    assert own_words(text) == OWN


def test_evid_4_the_subject_leads_where_the_mail_asks_nothing():
    assert own_words(HEAD + "see above\n\nThanks\nAda\n") == "Scanner\nsee above"


@pytest.mark.parametrize(
    "text",
    [
        "What does QM017 mean?",
        "What is the meaning of:\nForce Majeure",
        "What does this mean?\nERROR: 500\nWarning: disk full",
        "Error: E500\nDate: 3 May\nWhat is it?",
        "Sum this up:\n> The fee is 5 %.\n> It is due monthly.",
        "--\nAda",
        "-- \n\n\n",
    ],
)
def test_evid_4_what_is_no_mail_is_asked_as_it_is(text):
    assert own_words(text) == text
