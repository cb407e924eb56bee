"""Release notes that say a thing anew: what version 3.8 allowed, the entry of 4.0 may have ended.

Entries of one document are not editions of it: each holds until a later one says otherwise. So an entry that leads,
where no version is asked for, is doubted when a later one turns to the same matter with `now`, `no longer` and so on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.constraints.ownversions import numbers
from kts.answer.constraints.releases import release
from kts.answer.means import document, record
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.means import Gathered, Means, Picked

_ANEW = later(
    r"(?i)\b(?:now|no longer|not any ?more|anymore|instead|replace[sd]?|removed?|dropped|discontinued|ended|"
    r"(?:from|since|as of) (?:this|version|release)|jetzt|nun|nicht mehr|statt(?:dessen)?|entf\u00e4llt|entfallen)\b"
)
"""How an entry says that something is otherwise than before."""
SHARED = 2
"""Words of the question and of what leads that the later entry has, at least (a default, not fitted)."""
READ = 8_000
"""Characters that are read of a later entry."""


def overtaken(question: str, picked: Picked, found: Gathered, means: Means) -> tuple[str, ...]:
    """That a later entry of the notes that what leads stands in says the same matter anew."""
    lead = picked.chosen[0].held.unit
    hit = found.ranking.hits[lead.hit]
    notes, key = record(hit, found), document(hit)
    entries = [
        (version, section.span)
        for section in means.corpus.sections(key)
        if (version := release(f"{section.number} {section.heading}", notes.title, notes.path))
    ]
    own = [version for version, span in entries if span.start <= lead.span.start < span.end]
    if not own:
        return ()
    matter = _content(question) & _content(lead.text)
    for version, span in entries:
        if numbers(version) <= numbers(own[-1]):
            continue
        for line in _lines(means.corpus.slice(key, span._replace(end=min(span.end, span.start + READ)))):
            if _ANEW.search(line) and len(matter & _content(line)) >= SHARED:
                return (f"what is cited is of {own[-1]}; {version} says anew: {line}",)
    return ()


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        bare = line.strip().lstrip("-*+\u2022# ").strip()
        if bare:
            yield bare


def _content(text: str) -> set[str]:
    return {word for word in terms(text) if word not in STOP_WORDS and not word.isdigit()}
