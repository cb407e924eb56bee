"""Decision 0003: the nouns are what `typing.NamedTuple` makes of the same bodies."""

from __future__ import annotations

import pickle
import typing
from collections import namedtuple

import pytest

from kts import answers, config, records, structure, types
from kts.nouns import NamedTuple, each

NOUNS = [
    kind
    for module in (types, structure, answers, records, config)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, tuple) and kind.__module__ == module.__name__
]
BODY = '''
class Kept(NamedTuple):
    """A thing with a default, a method and a property."""

    name: str
    at: int = 0

    def twice(self) -> int:
        """Its double."""
        return 2 * self.at

    @property
    def known(self) -> bool:
        return bool(self.name)
'''


def made(base):
    space = {"NamedTuple": base, "__name__": __name__}
    exec("from __future__ import annotations\n" + BODY, space)  # noqa: S102 - a text of ours, once for each base
    return space["Kept"]


def test_a_noun_is_what_the_standard_library_makes():
    ours, theirs = made(NamedTuple), made(typing.NamedTuple)
    assert set(vars(ours)) - {"__orig_bases__"} == set(vars(theirs)) - {"__orig_bases__"}
    assert (ours._fields, ours._field_defaults) == (theirs._fields, theirs._field_defaults)
    assert (ours.__doc__, ours.__module__, ours.__mro__[1:]) == (theirs.__doc__, theirs.__module__, theirs.__mro__[1:])
    assert typing.get_type_hints(ours) == typing.get_type_hints(theirs)
    assert repr(ours("a", at=2)) == repr(theirs("a", at=2))
    assert (ours("a", 2).twice(), ours("").known, ours("a")._replace(at=3)) == (4, False, ("a", 3))


def test_many_of_a_noun_are_those_that_are_made_one_by_one():
    rows = [(1, 4), (0, 9)]
    found = each(types.Span, rows)
    assert (found, {type(one) for one in found}) == ([types.Span(*row) for row in rows], {types.Span})
    assert each(types.Span, []) == []


def test_there_are_many_nouns():
    assert len(NOUNS) > 60


@pytest.mark.parametrize("kind", NOUNS, ids=lambda kind: kind.__name__)
def test_every_noun_is_a_plain_named_tuple(kind):
    plain = namedtuple(kind.__name__, kind._fields)  # noqa: PYI024 - of whatever fields
    whole = kind(*range(len(kind._fields)))
    assert whole == plain(*range(len(kind._fields)))
    assert kind.__doc__
    assert set(kind.__annotations__) == set(kind._fields)
    assert pickle.loads(pickle.dumps(whole)) == whole  # noqa: S301 - of our own making
