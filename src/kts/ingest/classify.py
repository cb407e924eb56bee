"""What kind of document a text is: its regime and its type, by what it says of itself, else by a small linear model.

The model is numbers in `data/classify.json`, made by `training/classify/train.py` from a labelled set and read without
any library. Where it is not sure, it says nothing: a wrong type hides a document from those who filter.
"""

from __future__ import annotations

import json
import math
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.classify_features import features
from kts.lexicon.sentences import is_entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

REGIMES = {
    "POLICY": "GOVERNING_DOC_LEGAL",
    "CONTRACT": "GOVERNING_DOC_LEGAL",
    "SOP": "TECHNICAL_SPEC",
    "GUIDE": "TECHNICAL_SPEC",
    "USER_GUIDE": "TECHNICAL_SPEC",
    "TROUBLESHOOT": "TECHNICAL_SPEC",
    "REFERENCE": "TECHNICAL_SPEC",
    "RELEASE_NOTES": "TECHNICAL_SPEC",
    "PAPER": "RESEARCH_PAPER",
    "TICKET": "GENERIC",
    "OTHER": "GENERIC",
}
"""The regime of each document type (SPEC REG-1); that of a text is as probable as its types together."""
GENERIC = "GENERIC"
SURE_TYPE = 0.5
"""Probability below which no type is said (a default, not fitted: more likely than all others together)."""
SURE_REGIME = 0.6
"""Probability below which the regime is GENERIC (a default, not fitted: typed sentences cost trust when wrong)."""
ALIASES = {
    "MANUAL": "USER_GUIDE",
    "USER_MANUAL": "USER_GUIDE",
    "HANDBOOK": "USER_GUIDE",
    "ADMIN_GUIDE": "USER_GUIDE",
    "TUTORIAL": "GUIDE",
    "HOWTO": "GUIDE",
    "HOW_TO": "GUIDE",
    "QUICKSTART": "GUIDE",
    "PROCEDURE": "SOP",
    "STANDARD_OPERATING_PROCEDURE": "SOP",
    "RUNBOOK": "TROUBLESHOOT",
    "PLAYBOOK": "TROUBLESHOOT",
    "TROUBLESHOOTING": "TROUBLESHOOT",
    "KB": "TROUBLESHOOT",
    "KNOWN_ISSUE": "TROUBLESHOOT",
    "API": "REFERENCE",
    "SPEC": "REFERENCE",
    "SPECIFICATION": "REFERENCE",
    "CHANGELOG": "RELEASE_NOTES",
    "RELEASE": "RELEASE_NOTES",
    "AGREEMENT": "CONTRACT",
    "AMENDMENT": "CONTRACT",
    "ARTICLE": "PAPER",
    "RESEARCH": "PAPER",
    "RESEARCH_PAPER": "PAPER",
    "CASE": "TICKET",
    "INCIDENT": "TICKET",
}
"""Words that people write for a type in front matter."""


SAID = 3.0
"""Log-odds that a title or file name adds to the type it names (a default, not fitted: twenty times as likely)."""
_NAMES = (
    ("RELEASE_NOTES", r"\brelease[ _-]notes?\b|\bchange ?log\b|\bwhat'?s new\b|\b(?:document|revision) history\b"),
    ("TROUBLESHOOT", r"\btrouble ?shooting\b|\brunbook\b|\bknown (?:issues|errors)\b"),
    ("SOP", r"\bsop\b|\bstandard operating procedure\b"),
    ("USER_GUIDE", r"\b(?:user|admin(?:istrator)?'?s?|operator'?s?|owner'?s?)(?: |-|_)(?:guide|manual|handbook)\b"),
    ("GUIDE", r"\bquick ?start\b|\btutorial\b|\bgetting[ _-]started\b|\bhow to\b"),
    ("REFERENCE", r"\b(?:api|command|language|error|technical) (?:reference|specification)\b"),
    (
        "CONTRACT",
        (
            r"\b(?:agreement|contract|indenture|lease|addendum|nda|power of attorney|side letter|terms of service)\b"
            r"|\bamendment (?:no|number|to)\b|\b(?:first|second|third|fourth|fifth) amendment\b"
        ),
    ),
    (
        "POLICY",
        r"\bpolic(?:y|ies)\b(?! (?:change|readiness|training|review|update|question))|\bcode of (?:conduct|ethics)\b",
    ),
    ("TICKET", r"\b(?:ticket|case|incident) (?:no\.?|number|#)? ?#?\d"),
)
"""What titles call each type; the first that a title names counts."""


class Classified(NamedTuple):
    """The regime and the type of a document with their probabilities; `doc_type` is empty where it is not sure."""

    regime: str
    regime_probability: float
    doc_type: str
    doc_type_probability: float


UNTYPED = Classified(GENERIC, 1.0, "", 0.0)
"""Nothing is said of a log: it is no paper for the numbers in it."""
FIRST_LINES = 4_000
"""Characters of a text whose lines are looked at."""
_SYSLOG = re.compile(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d ")
"""How a line of a system's log begins: `Oct  6 00:01:02 gate sshd[4]: ...`."""
LEAST_LINES, LOGGED = 5, 0.6
"""Lines from which a text may be a log, and the share of them that begin with a time (defaults, not fitted)."""


def classify(text: str, *, title: str, path: str, markup: str, metadata: Mapping[str, Any]) -> Classified:
    """The kind of a document: what its metadata say (`doc_type`, `regime`), else the model's opinion of its start.

    `path` is relative to its root; `markup` is markdown or plain. A stated type has probability 1.
    """
    given, regime = stated(metadata.get("doc_type")), _word(metadata.get("regime"))
    if given:
        known = regime or REGIMES.get(given, "")
        if known:
            return Classified(known, 1.0, given, 1.0)
    logged = is_log(text)
    found = UNTYPED if logged else _decided(probabilities(text, title=title, path=path, markup=markup))
    if regime:
        found = found._replace(regime=regime, regime_probability=1.0)
    return found._replace(doc_type=given, doc_type_probability=1.0) if given else found


def is_log(text: str) -> bool:
    """Whether most lines at the start of a text begin with a time, as those of a log: no kind that the model knows."""
    lines = [line for line in text[:FIRST_LINES].splitlines() if line.strip()]
    return len(lines) >= LEAST_LINES and sum(map(_is_logged, lines)) > LOGGED * len(lines)


def _is_logged(line: str) -> bool:
    return is_entry(line) or bool(_SYSLOG.match(line))


def stated(value: Any) -> str:
    """A document type as a person wrote it, in our words where we have one; empty for nothing."""
    word = _word(value)
    return ALIASES.get(word, word)


def of_path(path: str, types: Sequence[str]) -> str:
    """The type that the settings give a path: the last of `glob = TYPE` that matches; empty where none does."""
    from fnmatch import fnmatchcase

    found = ""
    for line in types:
        glob, _, word = line.rpartition("=")
        if fnmatchcase(path, glob.strip()):
            found = stated(word)
    return found


def _word(value: Any) -> str:
    return "_".join(str(value or "").upper().replace("-", " ").split())


def probabilities(text: str, *, title: str, path: str, markup: str) -> dict[str, float]:
    """How probable each document type is for a text."""
    model = _model()
    said = named(title, path)
    scores = [bias + SAID * (kind == said) for kind, bias in zip(model["types"], model["bias"], strict=True)]
    for name, value in features(text, title=title, path=path, markup=markup, known=_words()).items():
        row = model["weights"].get(name)
        if row and value:
            scores = [score + value * weight for score, weight in zip(scores, row, strict=True)]
    top = max(scores)
    shares = [math.exp(score - top) for score in scores]
    whole = sum(shares)
    return {kind: share / whole for kind, share in zip(model["types"], shares, strict=True)}


def named(title: str, path: str) -> str:
    """The type that a title, or else the name of a file, says by itself; empty for most."""
    name = path.rpartition("/")[2].rpartition(".")[0].replace("_", " ").replace("-", " ")
    for words in (title, name):
        for kind, pattern in _NAMES:
            if re.search(pattern, words, re.IGNORECASE):
                return kind
    return ""


def _decided(kinds: Mapping[str, float]) -> Classified:
    regimes: dict[str, float] = {}
    for kind, share in kinds.items():
        regimes[REGIMES[kind]] = regimes.get(REGIMES[kind], 0.0) + share
    regime = max(sorted(regimes), key=lambda name: regimes[name])
    kind = max(sorted(kinds), key=lambda name: kinds[name])
    sure = kinds[kind] >= SURE_TYPE
    certain = regimes[regime] >= SURE_REGIME
    return Classified(
        regime if certain else GENERIC,
        round(regimes[regime if certain else GENERIC], 4),
        kind if sure else "",
        round(kinds[kind], 4) if sure else 0.0,
    )


@cache
def _words() -> frozenset[str]:
    """The words of a text that the model knows."""
    return frozenset(name[2:] for name in _model()["weights"] if name.startswith("w:"))


@cache
def _model() -> dict[str, Any]:
    model: dict[str, Any] = json.loads(files("kts.data").joinpath("classify.json").read_text(encoding="utf-8"))
    return model
