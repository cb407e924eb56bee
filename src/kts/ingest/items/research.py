"""Papers: theorems and their proofs, algorithms, assumptions, definitions, findings.

A theorem-like heading ("Lemma 2 (Stability).", in a line of its own or before its sentence) opens an environment that
lasts to the end of its paragraph, a proof to its end mark or, without one, to the next heading.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.items.units import Unit

_KINDS = {
    "theorem": "Theorem",
    "lemma": "Lemma",
    "corollary": "Corollary",
    "proposition": "Proposition",
    "claim": "Proposition",
    "definition": "Definition",
    "proof": "Proof",
    "algorithm": "Algorithm",
    "procedure": "Algorithm",
    "hypothesis": "Hypothesis",
    "conjecture": "Hypothesis",
    "assumption": "Hypothesis",
    "axiom": "Hypothesis",
    "remark": "Observation",
    "observation": "Observation",
    "example": "Observation",
}
_HEAD = later(
    rf"(?:\[end of proof\] |[\u25a1\u25a0\u220e] )?(?:#+ )?(?P<kind>{'|'.join(_KINDS)})s?"
    r"(?: (?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)*)\b)?(?: ?\([^()]{1,80}\)| ?\[[^\[\]]{1,40}\]"
    r"| of [A-Z]\w+(?: \d+(?:\.\d+)*)?)?"
    r" ?(?P<stop>[.:]|\u2014|$)",
    re.IGNORECASE,
)
_NUMBERED = later(r" (?:\d|[A-Z]\b)")
_ENDS = later(
    r"\[end of proof\]|\bQ\.? ?E\.? ?D\b|[\u25a1\u25a0\u220e\u25fb\u2b1c]|\bthis (?:completes|concludes) the proof\b",
    re.IGNORECASE,
)
_CODE = later(
    r"<-|:=|\u2190|\A(?:\d+:? )?(?:Input|Output|Require|Ensure|Returns?)\b ?:|\A\d+:? (?:if|for|while|repeat|until"
    r"|return"
    r"|else|end|let|set|\w+ ?=)\b|\A(?:Input|Output) ?:",
)
_DEFINES = later(
    r"\A(?:Let|Denote|Write|Define|Put) \b|\bwe (?:define|denote|write|call|say that)\b|\b(?:is"
    r"|are) (?:defined (?:as|by)|called"
    r"|denoted(?: by)?|said to be|known as)\b|\b(?:offered load|utili[sz]ation|ratio|weight|index|rate) (?:is|are)"
    r" [a-zA-Z]\w{0,2} ?=|\((?:[a-zA-Z]\w{0,2})\)[^.]*\([a-zA-Z]\w{0,2}\)|\A[A-Z]\w+ [ijkn] (?:contains|has|holds|is)\b"
    r"|\bwhere [a-zA-Z]\w{0,2} (?:is|denotes)\b|\b[a-zA-Z]\w{0,2} (?:denotes|stands for|is) the (?:number|share"
    r"|fraction|probability|ratio|set|sum|mean|vector|matrix|size|length|cost|time|rate)\b",
    re.IGNORECASE,
)
_ASSUMES = later(
    r"\b(?:we )?(?:assum(?:e|ing)|suppose|hypothesi[sz]e|conjecture|postulate)\b"
    r"|\bunder the (?:assumption|hypothesis)\b"
    r"|\b(?:follow|form|obey|have|has)s? an? (?:[\w-]+ ){1,2}(?:distribution|process|law)\b|\bas an? Poisson process\b"
    r"|\b(?:is|are) (?:stationary|uncorrelated|mutually independent)\b|\b(?:is|are) (?:assumed|independent|Poisson"
    r"|exponential(?:ly distributed)?|identically distributed|drawn from|i\.i\.d)|\bis (?:a|an) (?:assumption"
    r"|hypothesis)\b",
    re.IGNORECASE,
)
_MODEL = later(r"\A[\d. ]*(?:the )?(?:[\w-]+ )?(?:model|assumptions|setting|set-up|setup|problem)\b")
_FINDS = later(
    r"\b(?:we (?:find|found|show|showed|observe|tried|compare|report|measure)|reduces?|reduced|lowers?|lowered|increase"
    r"|average|mean|observed|table \d|figure \d|%)",
    re.IGNORECASE,
)
_PREMISE = later(
    r"\A(?:A|An|Each|Every|The|All|There (?:is|are)) (?:[\w-]+ ){1,5}(?:has|have|is|are|clears|takes"
    r"|holds?) [^.]{0,60}\d"
)
_ENTRY = later(r"\A\[\d+\] ")
_REFERENCES = later(r"\A[\d. ]*(?:references|bibliography|literature)\b")


class _Open(NamedTuple):
    """The environment that is open: its type, and the last paragraph it reaches; a marked proof ends by its mark."""

    kind: str = ""
    until: int = -1
    marked: bool = False


def types(units: Sequence[Unit], doc_type: str) -> list[str]:
    """The type of each unit, in order; empty for the bare end mark of a proof."""
    del doc_type
    found: list[str] = []
    open_ = _Open()
    for index, unit in enumerate(units):
        head = _HEAD.match(unit.text)
        if head and _opens(unit, head):
            after = units[index + 1].paragraph if index + 1 < len(units) else unit.paragraph
            kind = _KINDS[head["kind"].lower()]
            marked = kind == "Proof" and _is_marked(units, index)
            alone = head.end() == len(unit.text) or unit.layout == "heading"
            open_ = _Open(kind, after if alone else unit.paragraph, marked)
        elif unit.layout == "heading" or (unit.paragraph > open_.until and not open_.marked):
            open_ = _Open()
        found.append("" if _ENDS.fullmatch(unit.text) else _type(unit, open_))
        if open_.marked and _ENDS.search(unit.text):
            open_ = _Open()
    return found


def _opens(unit: Unit, head: re.Match[str]) -> bool:
    """Whether the words are the head of an environment: numbered, set off, or a proof."""
    if unit.layout == "heading":
        return True
    alone = head.end() == len(unit.text)
    return bool(head["stop"]) and (alone or bool(_NUMBERED.search(head[0])) or head["kind"].lower() == "proof")


def _is_marked(units: Sequence[Unit], start: int) -> bool:
    """Whether the proof that begins here has an end mark before the next heading or environment."""
    for unit in units[start : start + LONGEST_PROOF]:
        if _ENDS.search(unit.text):
            return True
        head = _HEAD.match(unit.text)
        if unit is not units[start] and (unit.layout == "heading" or (head and _opens(unit, head))):
            return False
    return False


LONGEST_PROOF = 200
"""Sentences of a proof that are searched for its end mark."""


def _type(unit: Unit, open_: _Open) -> str:
    if open_.kind:
        return open_.kind
    if unit.layout == "code" or _CODE.search(unit.text):
        return "Algorithm"
    if _REFERENCES.match(unit.heading) or _ENTRY.match(unit.text):
        return "Statement"
    return _of_model(unit) or "Observation"


def _of_model(unit: Unit) -> str:
    """What sets up a model: its assumptions and the names of its quantities."""
    if _ASSUMES.search(unit.text) and not _FINDS.search(unit.text):
        return "Hypothesis"
    if _DEFINES.search(unit.text):
        return "Definition"
    return "Hypothesis" if _MODEL.match(unit.heading) and _PREMISE.match(unit.text) else ""
