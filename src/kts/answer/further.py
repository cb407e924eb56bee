"""What is looked for beside the passages of a question: a term of another name, what was changed, a list.

The rule on what is blocked has more words of `Which supplier is blocked?` than the list of suppliers, and the search
brings one passage of a document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.gather import DEEPER, of_the_day, with_hits
from kts.answer.means import document
from kts.answer.question.lasting import with_term
from kts.answer.standing.changes import with_changes
from kts.answer.tables.states import is_said, read, state_of
from kts.answer.units.quotable import cells

if TYPE_CHECKING:
    from kts.answer.means import Gathered, Means
    from kts.answer.tables.states import Asked


def with_further(question: str, found: Gathered, means: Means) -> Gathered:
    """What was found, with the passages that only a search of its own brings."""
    return _with_list(question, with_changes(question, with_term(question, found, means), means), means)


def _with_list(question: str, found: Gathered, means: Means) -> Gathered:
    """With the passages of lists in whose cells the state stands that is asked for, where none was found."""
    asked = read(question)
    if asked is None or not found.met or any(_lists(asked, one.text) for one in found.evidence):
        return found
    look, limit = means.look_in, DEEPER * means.settings.passages
    words = f"{question} list status"
    more = of_the_day(means.look(words, limit), means)
    listing = [hit for hit in more.ranking.hits if _lists(asked, hit.passage.text)]
    ids = {hit.passage.document_id for hit in listing if _is_of(asked, more, hit.passage.text, document(hit))}
    if not ids:
        return found
    more = more if look is None else of_the_day(look(words, sorted(ids), limit), means)
    known = {hit.passage.id for hit in found.ranking.hits}
    hits = enumerate(more.ranking.hits)
    kept = [at for at, hit in hits if hit.passage.id not in known and _lists(asked, hit.passage.text)]
    return with_hits(found, more, kept) if kept else found


def _lists(asked: Asked, text: str) -> bool:
    """Whether a row of a table has a cell that is the state."""
    rows = (line for line in text.splitlines() if line.lstrip().startswith("|"))
    return any(is_said(told, asked.state) for row in rows for told in map(state_of, cells(row)))


def _is_of(asked: Asked, more: Gathered, text: str, key: int) -> bool:
    """Whether the table of a passage lists what is asked for, by its first line or its document's name."""
    rows = [line for line in text.splitlines() if line.lstrip().startswith("|")]
    of = more.records[key]
    named = re.sub(r"[_./|-]+", " ", f"{of.title} {of.path} {' '.join(rows[:1])}")
    return not asked.noun.isdisjoint(stems(named))
