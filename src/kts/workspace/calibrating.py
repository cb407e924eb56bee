"""The part of the facade that fits the confidence to the user's own judged questions."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import CorruptStore, UsageError
from kts.workspace.answering import Answering
from kts.workspace.threads import kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.answer.verdict.confidence import Calibration
    from kts.evaluate.calibration import CalibrationReport, Outcome
    from kts.evaluate.judged import Question
    from kts.evaluate.nearmiss import Named, NearMiss
    from kts.ports import Corpus, PassageIndex

RECORDED = "calibration"
"""The kind of a calibration's record in the ledger."""
SHOWN = 5
"""Passages of the evidence among which a judged place counts as found, as in the shipped calibration."""
SAMPLED = 1000
"""Passages that near-misses take their values from, drawn at random."""
RECENT = 100
"""Answers that are looked at for a shift."""
SWAPPED = frozenset({"date", "period", "party", "person", "product", "code", "version", "place", "document", "term"})
"""The kinds of things that near-misses swap."""


class Fit(NamedTuple):
    """A calibration: its report, its near-misses and its record in the ledger.

    One that is worse than the shipped one has no record, and serves nobody; `held_back` says why.
    """

    report: CalibrationReport
    near_misses: tuple[NearMiss, ...]
    outcomes: tuple[Outcome, ...]
    ledger_id: str
    held_back: str = ""


class Calibrating(Answering):
    """Calibration of the confidence."""

    @kept
    def _fitting(self) -> bool:
        """Whether this thread asks with the shipped calibration, to see how far it holds."""
        return False

    def calibrate(
        self,
        questions: Sequence[Question],
        *,
        error: float = 0.1,
        sure: float = 0.99,
        of: str = "questions",
        method: str = "auto",
        near_misses: bool = True,
        force: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Fit:
        """Fit the confidence to judged questions of this corpus, and let it serve from now on.

        One under which no answer would be sure, or that is farther off than the shipped one, is not kept unless `force`
        asks for it: what served before goes on serving.
        `near_misses` adds questions with one named thing swapped, which the corpus does not answer. `error` is the
        share of wrong answers that the threshold allows, `of` all questions or of the answers, with probability `sure`.
        Raises UsageError for too few questions, or none that was found.
        """
        from kts.evaluate.calibration import FEWEST, calibrate

        if len(questions) < FEWEST:
            message = f"{len(questions)} questions are too few to calibrate on"
            raise UsageError(message, hint=f"judge at least {FEWEST}, better 200; some without an answer")
        made = self._near_misses(questions) if near_misses else ()
        asked = [(one.id, one.question, one.places) for one in questions]
        asked += [(one.id, one.question, ()) for one in made]
        names = {one.id for one in made}
        outcomes: list[Outcome] = []
        for number, (key, text, places) in enumerate(asked):
            outcomes.append(self._outcome(key, text, places, near_miss=key in names))
            if progress is not None:
                progress(number + 1, len(asked))
        _refuse_one_sided(outcomes)
        report = calibrate(outcomes, error=error, sure=sure, method=method, of=of)
        why = "" if force else worse(report)
        kept = "" if why else self._keep_calibration(report, outcomes)
        return Fit(report, made, tuple(outcomes), kept, why)

    def uncalibrate(self) -> str:
        """Let the shipped calibration serve again; returns the record that says so. The ledger keeps what served."""
        return self.ledger().append(RECORDED, {"calibration": None, "seen": [], "report": None})

    def calibration(self) -> Calibration:
        """The calibration that serves: the newest of this index, else the shipped one."""
        return self._calibration()

    def shift(self) -> str:
        """A note when recent questions are unlike those that the calibration has seen, else empty."""
        from kts.evaluate.calibration import shifted

        ledger: Any = self.ledger()
        newest = ledger.newest(1, kind=RECORDED)
        recent = [_before_gates(row["body"]) for row in ledger.newest(RECENT, kind="answer")]
        if not newest or not shifted(recent, newest[0]["body"]["seen"]):
            return ""
        return "recent questions are unlike those that the confidence was calibrated on: calibrate again"

    def _calibration(self) -> Calibration:
        shipped = super()._calibration()
        if self._fitting:
            return shipped
        from kts.answer.verdict.confidence import calibrated

        ledger: Any = self.ledger()
        try:
            newest = ledger.newest(1, kind=RECORDED)
        except CorruptStore:  # what came from people is damaged, not what is asked; the record of the answer says so
            return shipped
        own = newest[0]["body"]["calibration"] if newest else None  # None, too, where the shipped one was asked back
        return calibrated(own) if own else shipped

    def _outcome(self, key: str, text: str, places: Sequence[Any], *, near_miss: bool) -> Outcome:
        """Ask with the shipped calibration, and see whether the evidence holds a judged place."""
        from kts.evaluate.calibration import Outcome
        from kts.evaluate.judged import holds_quote

        self._fitting = True
        try:
            found = self.ask(text, record=False)
        finally:
            self._fitting = False
        hits = found.ranking.hits[:SHOWN] if found.ranking else ()
        with self._snapshot() as corpus:
            records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in hits)
        shown = [(records[int(hit.passage.metadata["document_key"])].path, hit.passage.text) for hit in hits]
        right = any(
            path == place.file and (not place.quote or holds_quote(passage, place.quote))
            for path, passage in shown
            for place in places
        )
        refused = any(one.constraint.certain for one in found.unmet)
        return Outcome(key, found.before_gates, right, refused=refused, near_miss=near_miss)

    def _near_misses(self, questions: Sequence[Question]) -> tuple[NearMiss, ...]:
        from kts.evaluate.nearmiss import SEED, Original, harvest, near_misses

        originals = [
            Original(one.id, one.question, frozenset(place.file for place in one.places))
            for one in questions
            if one.answerable
        ]
        with self._snapshot() as corpus:
            index = self._followers.aligned(corpus)
            paths = {record.key: record.path for record in corpus.documents()}
            rows = corpus.rows_of(paths, "chunk")
            drawn = random.Random(SEED).sample(rows, min(SAMPLED, len(rows)))  # noqa: S311 - seeded: the same every time
            passages = corpus.passages([row.key for row in drawn])
            texts = [(paths[int(one.metadata["document_key"])], one.text) for _, one in sorted(passages.items())]
            return near_misses(originals, named_things, harvest(texts, named_things), occurs_in(corpus, index))

    def _keep_calibration(self, report: CalibrationReport, outcomes: Sequence[Outcome]) -> str:
        from kts.answer.verdict.confidence import as_json

        threshold = report.promise.threshold if report.promise else 1.0
        fitted = as_json(_through(super()._calibration(), report, threshold))
        seen = sorted(round(report.fitted(one.chance), 4) for one in outcomes)
        body = {"calibration": fitted, "seen": seen, "report": report.as_json()}
        return self.ledger().append(RECORDED, body)


def _before_gates(body: Mapping[str, Any]) -> float:
    """The probability before the gates of a recorded answer; older records have no other one."""
    return float(body.get("chance", body.get("confidence", 0.0)))


def worse(report: CalibrationReport) -> str:
    """Why a calibration should not serve in the place of the shipped one; empty where it should."""
    if report.promise is None:
        return f"no threshold keeps wrong answers under {report.error:.0%}: every answer would be marked as doubtful"
    if not report.answered:
        return "not one right answer reaches its threshold: every answer would be marked as doubtful"
    if report.ece_after > report.ece_before:
        return (
            f"its confidence is farther off than the shipped one's (ECE {report.ece_after:.3f}, cross-validated,"
            f" for {report.ece_before:.3f})"
        )
    return ""


def _refuse_one_sided(outcomes: Sequence[Outcome]) -> None:
    right = sum(one.right for one in outcomes)
    if not right:
        message = "none of the judged places was found"
        raise UsageError(message, hint="the files in `places` are paths relative to the folder that was ingested")
    if right == len(outcomes):
        message = "every question was answered rightly: nothing tells right from wrong"
        raise UsageError(message, hint="add questions that the documents do not answer, or leave near-misses on")


def _through(shipped: Calibration, report: CalibrationReport, threshold: float) -> Calibration:
    """The shipped models behind the fitted map."""
    found = report.fitted
    models = {}
    for name, model in shipped.models.items():
        if found.steps:
            models[name] = model._replace(steps=found.steps)
        else:
            weights = {sign: weight * found.slope for sign, weight in model.weights.items()}
            models[name] = model._replace(weights=weights, bias=model.bias * found.slope + found.offset)
    return shipped._replace(
        name="own",
        threshold=threshold,
        read_threshold=None,
        stated_threshold=None,
        fitted_on=(f"{report.questions} questions of this index",),
        models=models,
    )


_KIND_OF_PLACE = re.compile(r"(?<=\w) [a-z]+\Z")
"""What kind of place a name is of stays as it is when the name is swapped: `Harrow county`."""


def named_things(text: str) -> Iterator[Named]:
    """What a question or a passage names and a near-miss may swap, with the shape that another must have."""
    from kts.answer.constraints.named import constraints
    from kts.evaluate.nearmiss import Named

    for one in constraints(text):
        if one.kind in SWAPPED and one.certain and len(one.text) > 1:
            name = _KIND_OF_PLACE.sub("", one.text)
            yield Named(one.kind, name, one.span.start, one.span.start + len(name), _shape(one.kind, name))


def _shape(kind: str, text: str) -> str:
    from kts.lexicon.dates import dates

    if kind in {"date", "period"}:
        return ",".join(sorted({found.kind for found in dates(text)}))
    if kind in {"code", "version"}:
        return re.sub(r"[a-z]", "a", re.sub(r"\d", "9", text.casefold()))
    return str(min(3, len(text.split())))


def occurs_in(corpus: Corpus, index: PassageIndex) -> Callable[[str], bool]:
    """Whether a passage may hold a text: all of its words stand somewhere, or it is a known identifier."""
    from kts.lexicon.analyse import forms, words
    from kts.lexicon.identifiers import normalise
    from kts.types import Filter

    languages = corpus.languages() or ("en",)

    def occurs(text: str) -> bool:
        if corpus.identified(normalise(text), "chunk", Filter()):
            return True
        stemmed: Mapping[str, tuple[str, ...]] = forms(words(text), languages)
        return all(any(index.document_frequency(stem, level="chunk") for stem in stems) for stems in stemmed.values())

    return occurs
