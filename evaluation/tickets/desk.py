"""The support desk on samples/tickets: fit the confidence on the training half, report on the held half.

    kts ingest samples --kb KB
    python evaluation/tickets/desk.py collect KB SIGNS.json    what the stages find for the training half
    python evaluation/tickets/desk.py fit SIGNS.json           writes src/kts/data/tickets/confidence.json
    python evaluation/tickets/desk.py report KB                writes desk.json: the held half, through the pipeline

A reply is right when the ticket is answerable and the first document that it cites is one of the judged articles. The
model of risks is cross-validated while signs are collected, so that the fit sees it as it will be.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from triage import LABELS, Fit, counterparts, known

import kts
from kts.embed.models import default_folder, load
from kts.lexicon.analyse import terms
from kts.lexicon.personal import find
from kts.tickets.confidence import NAMES, signs
from kts.tickets.escalate import Triage
from kts.tickets.measure import wilson
from kts.tickets.read import read
from kts.tickets.review import DANGER
from kts.tickets.stages import STAGES
from kts.tickets.validate import validate

if TYPE_CHECKING:
    from kts.tickets.nouns import Processed, Ticket

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDS, DRAWS, RIDGE = 8, 5, 0.3
TOLD = 0.8
"""Share of the words of the judged key sentence from which a reply holds it."""


def judged(part: str) -> list[tuple[dict[str, Any], Ticket]]:
    """(judgement, ticket) of one half, by id."""
    folder = ROOT / "samples" / "tickets"
    files = [folder / "tickets.csv", folder / "tickets.json", *sorted((folder / "threads").glob("*.eml"))]
    known = {one.id: one for path in files for one in read(path.read_bytes(), name=path.name)}
    rows = [json.loads(line) for line in (folder / "judged.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(row, known[row["id"]]) for row in rows if row["split"] == part]


def right(row: dict[str, Any], found: Processed) -> bool:
    """Whether the first document that the reply cites is one of the judged articles."""
    cited = [one.path for claim in (found.answer.claims if found.answer else ()) for one in claim.citations]
    return bool(cited) and cited[0] in row["articles"]


def told(row: dict[str, Any], found: Processed) -> bool:
    """Whether the reply holds the judged key sentence: four fifths of its words, in its claims or what they quote."""
    wanted = set(terms(row["quote"]))
    claims = found.answer.claims if found.answer else ()
    said = set(terms(" ".join([claim.text for claim in claims] + [c.quote for one in claims for c in one.citations])))
    return bool(wanted) and len(wanted & said) >= TOLD * len(wanted)


def opened(path: str) -> kts.Workspace:
    """The index, asked without leaving a record."""
    workspace = kts.open(path)
    workspace.settings = workspace.settings._replace(answer=workspace.settings.answer._replace(record=False))
    return workspace


def collect(path: str, out: str) -> None:
    """The signs of every ticket of the training half, and whether its reply is right."""
    rows = judged("train")
    embedder = load("minilm_onnx", models=default_folder(os.environ))
    shares, _ = Fit(known(), embedder, counterparts(known(), embedder)).crossed()
    kept = []
    with opened(path) as workspace:
        policy = workspace.ticket_policy()
        for (row, ticket), share in zip(rows, shares, strict=True):
            said = Triage(dict(zip(LABELS, map(float, share), strict=True)))
            seen = validate(ticket, policy, said.shares)
            stages = STAGES._replace(
                validate=lambda work, _, seen=seen, said=said: work._replace(validation=seen, triage=said)
            )
            found = workspace.process_ticket(ticket, stages=stages)
            if found.answer is not None:
                clear = not found.escalation.risks and set(found.review.issues) <= {"low_confidence", "doubtful"}
                clear = clear and found.answer.verdict != "conflicting"
                clear = clear and found.plan.primary_route == "answer" and said.routine >= policy.max_risk
                clear = clear and said.danger < DANGER
                kept.append({"id": row["id"], "signs": signs(found.answer, found.retrieval, said),
                             "claims": bool(found.answer.claims), "right": right(row, found), "clear": clear,
                             "unsure": found.answer.verdict == "low_confidence",
                             "outcome": row["outcome"]})  # fmt: skip
    Path(out).write_text(json.dumps(kept), encoding="utf-8")


def fitted(signs_of: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Weights and constant of a logistic model with a ridge, by Newton's method."""
    rows = np.hstack([signs_of, np.ones((len(signs_of), 1))])
    weights, ridge = np.zeros(rows.shape[1]), np.diag([RIDGE] * signs_of.shape[1] + [1e-6])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - wanted) + ridge @ weights
        weights -= np.linalg.solve((rows * (chance * (1 - chance))[:, None]).T @ rows + ridge, slope)
    return weights


def chances(signs_of: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The probability of each row."""
    return 1 / (1 + np.exp(-(signs_of @ weights[:-1] + weights[-1])))


def fit(path: str) -> None:
    """Fit on the tickets that have an answer; show precision and coverage of each threshold by cross-validation."""
    kept = [one for one in json.loads(Path(path).read_text(encoding="utf-8")) if one["claims"]]
    values = np.array([[one["signs"][name] for name in NAMES] for one in kept])
    wanted = np.array([float(one["right"]) for one in kept])
    clear, unsure = np.array([one["clear"] for one in kept]), np.array([one["unsure"] for one in kept])
    crossed = crossed_chances(values, wanted)
    answerable = sum(row["outcome"] == "answerable" for row, _ in judged("train"))
    curve = []
    for threshold in np.arange(0.5, 0.95, 0.05):
        chosen = clear & (~unsure & (crossed >= threshold))
        hits, count = int(wanted[chosen].sum()), int(chosen.sum())
        wrong = Counter(one["outcome"] for one, sent in zip(kept, chosen, strict=True) if sent and not one["right"])
        curve.append({"threshold": round(float(threshold), 2), "sent": count, "right": hits, "wrong": dict(wrong),
                      "precision_low": round(wilson(hits, count)[0], 4),
                      "coverage_of_answerable": round(hits / answerable, 4)})  # fmt: skip
        print(curve[-1])
    weights = fitted(values, wanted)
    shipped = {"weights": {name: round(float(one), 4) for name, one in zip(NAMES, weights, strict=False)}}
    shipped |= {"constant": round(float(weights[-1]), 4), "note": "fitted by evaluation/tickets/desk.py"}
    (ROOT / "src/kts/data/tickets/confidence.json").write_text(json.dumps(shipped, indent=1) + "\n", encoding="utf-8")
    (HERE / "confidence.json").write_text(
        json.dumps({"tickets": len(kept), "curve": curve}, indent=1) + "\n", encoding="utf-8"
    )


def crossed_chances(values: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The probability of each row by models that have not seen it, the mean of some draws of the folds."""
    crossed = np.zeros(len(wanted))
    for seed in range(DRAWS):
        fold = np.random.default_rng(seed).permutation(len(wanted)) % FOLDS
        for number in range(FOLDS):
            out = fold == number
            crossed[out] += chances(values[out], fitted(values[~out], wanted[~out])) / DRAWS
    return crossed


def report(path: str, part: str = "held") -> None:
    """One half through the shipped pipeline."""
    rows, seconds, found = judged(part), [], []
    with opened(path) as workspace:
        for row, ticket in rows:
            began = time.process_time()
            found.append((row, ticket, workspace.process_ticket(ticket)))
            seconds.append(time.process_time() - began)
    figures = measured(found) | {"cpu_seconds_a_ticket": round(float(np.median(seconds)), 3)}
    figures |= {"cpu_seconds_p95": round(float(np.quantile(seconds, 0.95)), 3), "tickets": len(rows)}
    if part == "held":
        (HERE / "desk.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


def measured(found: list[tuple[dict[str, Any], Ticket, Processed]]) -> dict[str, Any]:
    """Every figure of the desk."""
    sent = [(row, one) for row, _, one in found if one.auto]
    good = sum(right(row, one) for row, one in sent)
    answerable = [one for row, _, one in found if row["outcome"] == "answerable"]
    urgent = [(row, one) for row, _, one in found if row["outcome"] == "escalate"]
    person = sum(one.escalation.recommended for _, one in urgent)
    flagged = sum(bool(one.escalation.risks) for _, one in urgent)
    named = sum(row["escalate_reason"] in one.escalation.reasons for row, one in urgent)
    return {
        "sent": len(sent),
        "sent_right": good,
        "sent_precision": round(good / len(sent), 4) if sent else None,
        "sent_with_key_sentence": sum(told(row, one) for row, one in sent),
        "sent_precision_low": round(wilson(good, len(sent))[0], 4),
        "curve": curve(found),
        "sent_wrong": [(row["id"], row["outcome"]) for row, one in sent if not right(row, one)],
        "coverage_of_answerable": round(sum(one.auto for one in answerable) / len(answerable), 4),
        "drafts_right_of_answerable": round(
            sum(right(row, one) for row, _, one in found if row["outcome"] == "answerable") / len(answerable), 4
        ),
        "escalate_to_a_person": [person, len(urgent), round(wilson(person, len(urgent))[0], 4)],
        "escalate_flagged": [flagged, len(urgent), round(wilson(flagged, len(urgent))[0], 4)],
        "escalate_right_reason": [named, len(urgent)],
        "false_alarms_of_answerable": round(sum(bool(one.escalation.risks) for one in answerable) / len(answerable), 4),
        "kept_back_of_answerable": dict(
            Counter(code for one in answerable for code in one.escalation.reasons).most_common()
        ),
        "uncited_sentences_sent": sum(not claim.citations for _, one in sent for claim in one.answer.claims),
        "personal_data_leaked": [row["id"] for row, ticket, one in found if leaked(ticket, one)],
        "injection": dict(
            Counter("sent" if one.auto else "kept" for row, _, one in found if row["outcome"] == "injection")
        ),
        "injection_found": sum(
            "injection" in one.validation.reasons for row, _, one in found if row["outcome"] == "injection"
        ),
        "injection_false": sum(
            "injection" in one.validation.reasons for row, _, one in found if row["outcome"] != "injection"
        ),
        "outcomes": outcomes(found),
    }


UNSURE = frozenset({"review_low_confidence", "not_sure_enough"})
"""Reasons that only the confidence gives: without them a ticket is sent at some threshold."""


def curve(found: list[tuple[dict[str, Any], Ticket, Processed]]) -> list[dict[str, Any]]:
    """What would be sent at other thresholds of the confidence than the policy's."""
    clear = [(row, one) for row, _, one in found if one.draft and set(one.escalation.reasons) <= UNSURE]
    rows = []
    for threshold in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        sent = [right(row, one) for row, one in clear if one.confidence >= threshold]
        low = round(wilson(sum(sent), len(sent))[0], 4)
        rows.append({"threshold": threshold, "sent": len(sent), "right": sum(sent), "precision_low": low})
    return rows


def leaked(ticket: Ticket, one: Processed) -> bool:
    """Whether a reply or what is recorded holds personal data of the ticket, but for the sender's own name."""
    told = f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}"
    secrets = {told[each.span.start : each.span.end] for each in find(told)} - {ticket.client_name}
    cited = "".join(each.quote for claim in (one.answer.claims if one.answer else ()) for each in claim.citations)
    return any(secret in f"{one.final_response}\n{one.plan.search_query}" and secret not in cited for secret in secrets)


def outcomes(found: list[tuple[dict[str, Any], Ticket, Processed]]) -> dict[str, dict[str, int]]:
    """What became of the tickets of each judged outcome."""
    table: dict[str, Counter[str]] = {}
    for row, _, one in found:
        state = "sent" if one.auto else "person" if one.escalation.recommended else "put aside"
        table.setdefault(row["outcome"], Counter())[state] += 1
    return {name: dict(sorted(counts.items())) for name, counts in sorted(table.items())}


if __name__ == "__main__":
    {"collect": collect, "fit": fit, "report": report}[sys.argv[1]](*sys.argv[2:])
