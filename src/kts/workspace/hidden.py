"""Which documents of an index are not for customers: read once a generation and policy, each version once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.tickets.policy import Policy


class Hidden(NamedTuple):
    """Why documents are not for customers, by their ids; `doubts` may not be; `idle` patterns name no document."""

    why: Mapping[str, str]
    doubts: Mapping[str, str]
    idle: tuple[str, ...] = ()


class HiddenDocuments:
    """What documents say of themselves is kept by version, whose text never changes."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[str, str]] = {}
        self._kept: tuple[tuple[int, Policy], Hidden] | None = None

    def of(self, corpus: SqliteCorpus, policy: Policy) -> Hidden:
        """Those of a corpus under a policy."""
        asked = (corpus.generation, policy)
        if self._kept is None or self._kept[0] != asked:
            self._kept = (asked, self._read(corpus, policy))
        return self._kept[1]

    def _read(self, corpus: SqliteCorpus, policy: Policy) -> Hidden:
        from kts.tickets.internal import hidden, idle

        records = list(corpus.documents())
        why, doubts, said = {}, {}, {}
        for one in records:
            named = hidden(one.root, one.path, policy)
            if named:
                why[one.id] = named
            if named or policy.audience == "staff":
                continue
            said[one.key] = self._said.get(one.key) or _says(corpus, one)
            sure, doubt = said[one.key]
            if sure:
                why[one.id] = sure
            elif doubt and not policy.public:  # a path that the policy calls public is in no doubt
                doubts[one.id] = doubt
        self._said |= said
        return Hidden(why, doubts, idle(((one.root, one.path) for one in records), policy))


def _says(corpus: SqliteCorpus, one: DocumentRecord) -> tuple[str, str]:
    """What a document says of itself, and what leaves it in doubt."""
    from kts.tickets.internal import OPENING, doubtful, said

    opening = corpus.slice(one.key, Span(0, OPENING))
    ending = corpus.slice(one.key, Span(max(0, one.length - OPENING), one.length)) if one.length > OPENING else opening
    return (
        said(one.title, opening, ending, one.metadata),
        doubtful((one.root, one.path), one.title, opening, ending, one.metadata),
    )
