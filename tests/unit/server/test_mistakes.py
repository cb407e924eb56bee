"""FACES: what is wrong with a call is said in words of the call, whatever checks it."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ValidationError

from kts.server import params
from kts.server.mistakes import mistakes

LONG, CUT = "x" * 60, f'"{"x" * 39}...'


class Odd(BaseModel):
    """Kinds of arguments that no operation has."""

    share: float = 0.0
    side: Literal["left", "right"] = "left"
    one: dict[str, Any] | list[dict[str, Any]] = {}


def said(model: type[BaseModel], given: dict[str, Any]) -> str:
    with pytest.raises(ValidationError) as refused:
        model.model_validate(given)
    return mistakes(refused.value.errors(), tuple(model.model_fields))


@pytest.mark.parametrize(
    ("model", "given", "words"),
    [
        (params.Search, {"q": "fee", "k": "many"}, '`k` takes a whole number, not "many"'),
        (params.Search, {"q": "fee", "k": 0}, "`k` takes a number of 1 or more, not 0"),
        (params.Search, {"q": "fee", "mode": "fast"}, '`mode` takes lexical, dense or hybrid, not "fast"'),
        (params.Search, {"q": "fee", "explain": "perhaps"}, '`explain` takes true or false, not "perhaps"'),
        (params.Search, {"q": "  "}, '`q` takes a text that is not blank, not "  "'),
        (params.Search, {"q": "x" * 5000}, "`q` takes a text of at most 4,000 characters"),
        (params.Search, {"q": "fee", "since": "May"}, '`since` takes a day as YYYY-MM-DD, not "May"'),
        (params.Check, {"claims": ["It is due."]}, '`claims[0]` takes an object, {...}, not "It is due."'),
        (params.Check, {"claims": [{}]}, "`claims[0].claim` is missing"),
        (params.OneDocument, {"id": "a", "name": "b"}, "there is no `name`; there are id"),
        (params.TicketFile, {"content": 5}, "`content` takes bytes in base64, not 5"),
        (params.OneTicket, {}, "either `ticket` or `file`"),
        (Odd, {"share": "much"}, '`share` takes a number, not "much"'),
        (Odd, {"side": 1}, "`side` takes left or right, not 1"),
        (Odd, {"one": LONG}, f"`one` takes an object, {{...}}, not {CUT}; `one` takes a list, [...], not {CUT}"),
    ],
)
def test_faces_a_mistake_names_the_argument_and_what_it_takes(model, given, words):
    assert said(model, given) == words
