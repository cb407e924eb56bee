"""The language of a ticket: what a program wrote, and words that two languages have, do not vote."""

from __future__ import annotations

import pytest

from kts.tickets.validate import language


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Restore\nrestore says: no room on device (os error 5)\nWhat do I do?", "en"),
        ("`tool restore --no-os` fails. What do we do now?", "en"),
        ("2031-05-06 07:08:09 ERROR os: no da do\nHow do I get it back?", "en"),
        ("N\u00e3o consigo entrar na minha conta. O que devo fazer para que a senha seja aceita?", "pt"),
        ("Wie kann ich das Konto wieder \u00f6ffnen? os error 5 in /var/log/os.log", "de"),
        ("restore --no-os", "und"),
    ],
)
def test_the_language_of_a_ticket_is_that_of_its_writer(text: str, said: str) -> None:
    assert language(text) == said
