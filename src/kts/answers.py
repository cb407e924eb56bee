"""The nouns of an answer: what it is judged by, what it says, and what it could not. Standard library only."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NamedTuple

    from kts.types import Citation, DescribedImage, Ranking, Span
else:
    from kts.nouns import NamedTuple

Support = Literal["supported", "contradicted", "unsupported"]
Verdict = Literal["answered", "partly", "conflicting", "low_confidence", "abstained"]
GIVEN: frozenset[str] = frozenset({"answered", "partly", "conflicting"})
"""Verdicts with which something is said as an answer; a doubtful one is shown as such, and is none."""
Band = Literal["high", "medium", "low", "none"]
WEAK = "a confidence"
"""How the doubt begins that is a low probability and nothing else."""
FENCE = "```"
"""Stands on a line of its own before and after code in the text of a claim, whose other words are one line."""


def pieces(text: str) -> list[str]:
    """The text of a claim, words and code by turns, beginning with words; what is missing is empty."""
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line == FENCE:
            found.append([])
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found]


NOTHING: Mapping[str, Any] = MappingProxyType({})


QUOTED = "quote"
"""The gate of an answer that was not drafted: each statement is cut out of a document."""


class Evidence(NamedTuple):
    """A stretch of a document that a claim or a question is held against.

    `text == document.text[span]`; `title`, `heading` and `metadata` (the document's: content_date, doc_type, path,
    parties, ...) are what it stands under: a constraint may be met by them, a claim may not. `score` is that of the
    hit it came from, 0 without one. `columns` is the header of the table that a text goes on with, where the question
    names an amount.
    """

    text: str
    passage_id: str = ""
    document_id: str = ""
    document_key: int = 0
    span: Span | None = None
    title: str = ""
    heading: str = ""
    path: str = ""
    score: float = 0.0
    metadata: Mapping[str, Any] = NOTHING
    columns: str = ""


class Reason(NamedTuple):
    """Why a claim is judged as it is; `text` is a sentence for a person.

    `kind`: number, unit, date, negation, modality, name, role, comparator, quantifier, antonym, subject, unmatched, ...
    `claim` are offsets into the claim, `evidence` into the text of the piece of evidence that it was held against.
    """

    kind: str
    text: str
    claim: Span | None = None
    evidence: Span | None = None


class Judgement(NamedTuple):
    """What the first gate says of one claim.

    `matched` are (index into the evidence, span in that piece's text) of the sentences that it rests on, or that
    contradict it; `score` (0..1) is the fitted probability that the evidence supports the claim. `gates` are the checks
    that ran: `claim` are the rules, `reader` and `entailment` the models that read it, where they are installed.
    """

    support: Support
    reasons: tuple[Reason, ...]
    matched: tuple[tuple[int, Span], ...]
    score: float
    gates: tuple[str, ...] = ("claim",)


class Constraint(NamedTuple):
    """Something that a question names and that the evidence must meet.

    `kind`: date, period, amount, quantity, party, person, product, code, version, place, document, section, setting,
    command, term.
    `text == question[span]`; `value` is its normal form (ISO dates `first/last`, number with unit, folded name).
    `certain` is whether an answer without it is wrong, or only worth less.
    """

    kind: str
    text: str
    value: str
    span: Span
    certain: bool = True


class Unmet(NamedTuple):
    """A constraint that the cited evidence does not meet; `detail` is a sentence: what stands there instead."""

    constraint: Constraint
    detail: str = ""


PLAIN = 0.6
"""Score from which a supported claim is hardly ever false; below it a face says that the words differ (a default).

Of the supported claims of eight exams 29 of 30 above it are true, and 89 of 118 below it."""


class Claim(NamedTuple):
    """One statement of an answer with its citations and the first gate's word on it.

    `gates` are the checks of a claim that was judged (`Judgement.gates`), none of a document's own words. `standing` is
    whether what an answer quotes holds now: current, superseded, future, amended by another document, or expired, an
    exception for a time that is over; empty where that was not looked at.
    """

    text: str
    support: Support
    reasons: tuple[Reason, ...] = ()
    citations: tuple[Citation, ...] = ()
    score: float = 0.0
    gates: tuple[str, ...] = ()
    standing: str = ""

    @property
    def in_other_words(self) -> bool:
        """Whether it was judged supported by words so different that a person should read the place."""
        return bool(self.gates) and self.support == "supported" and self.score < PLAIN

    @property
    def own_standing(self) -> str:
        """The standing of the statement by itself, as a reason says it: of its whole document the freshness tells."""
        return self.standing if any(why.kind == self.standing for why in self.reasons) else ""


NOT_NOW = frozenset({"superseded", "future", "amended", "expired", "draft"})
"""Standings of what does not hold as it is quoted."""
NOW_READS = "now reads:"
"""What stands in a note before the words of a clause as they were changed."""


class Side(NamedTuple):
    """What one document says where documents disagree."""

    value: str
    citation: Citation
    date: str = ""
    authority: str = ""


class Conflict(NamedTuple):
    """Documents that say different things of one subject; `attribute`: `version` where each is for one of its own."""

    subject: str
    attribute: str
    sides: tuple[Side, ...]


class Freshness(NamedTuple):
    """How current a cited document is: `badge` current, dated, superseded, undated; `date` ISO or empty."""

    document_id: str
    badge: str
    date: str = ""


class Definition(NamedTuple):
    """A defined term that the answer uses, with the definition in force in that document."""

    term: str
    text: str
    citation: Citation


class Answer(NamedTuple):
    """What a question gets. `text` is empty when abstained; `confidence` (0..1) is how likely it is right, gates heard.

    `chance` (0..1) is the probability before the gates, by the signs alone, which a calibration is fitted on; None
    where nothing was told apart.
    `coverage` is the share of claims that are supported; `unmet` what of the question the evidence does not meet;
    `nearest` the best places when there is no answer; `gates` the checks that ran; `ledger_id` None when nothing
    could be recorded; `images` may show it: their descriptions are no part of the answer, and passed no gate; `doubts`
    say why the verdict is `low_confidence`; `band` is what faces show: it fits the verdict, whatever the probability;
    `searched` is how it was searched once more, empty if it was not: of the answer it says nothing. `judged_on` is the
    day (ISO) by which it was judged what is in force: `as_of`, or the day of the question where that is empty.
    """

    query: str
    verdict: Verdict
    text: str
    confidence: float
    coverage: float
    claims: tuple[Claim, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    nearest: tuple[Citation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    definitions: tuple[Definition, ...] = ()
    freshness: tuple[Freshness, ...] = ()
    notes: tuple[str, ...] = ()
    gates: tuple[str, ...] = ()
    band: Band = "none"
    generation: int = 0
    as_of: str = ""
    ledger_id: str | None = None
    ranking: Ranking | None = None
    timings_ms: Mapping[str, float] = NOTHING
    images: tuple[DescribedImage, ...] = ()
    doubts: tuple[str, ...] = ()
    searched: str = ""
    judged_on: str = ""
    chance: float | None = None

    @property
    def before_gates(self) -> float:
        """The probability before the gates."""
        return self.confidence if self.chance is None else self.chance
