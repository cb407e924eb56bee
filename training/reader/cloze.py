"""Questions made from sentences: a name, number or date is taken out and asked for.

They read like telegrams and are no substitute for people's questions, but there can be as many as wanted, from every
kind of text; a model that has met them needs fewer of the others to find an answer's place.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from examples import SHARED, Example

from kts.lexicon.dates import dates
from kts.lexicon.entities import entities
from kts.lexicon.quantities import quantities
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from kts.lexicon.entities import Entity

ASKING = {
    "organisation": ("What organization", "Which company", "What group", "Who"),
    "person": ("Who", "Which person", "What is the name of the person who"),
    "place": ("Where", "In what place", "What place", "Which city or country"),
    "product": ("What", "Which product", "What is the name of the"),
    "document": ("Which document", "What"),
    "name": ("What", "Which", "Who", "What is the name of the"),
    "date": ("When", "In what year", "On what date", "What year"),
    "money": ("How much", "What amount"),
    "percent": ("What percentage", "How much"),
    "duration": ("How long", "Within what time"),
    "count": ("How many",),
}
DENYING = frozenset({"not", "no", "never", "without", "cannot"})
SHORTEST, LONGEST = 6, 26
"""Words of a sentence, or of the part of it that is asked, that a question is made of."""
AGREEMENT = "Credit Agreement"
"""What the agreements of contracts-credit call themselves."""
_TITLE = re.compile(r"^#\s+(.+?)\s*#*$", re.MULTILINE)
_CLAUSE = re.compile(r"[,;:]\s+(?=(?:and|but|which|who|while|where|when|after|before|because|although|with)\b)|;\s+")


def passages(limit: int = 380) -> Iterator[tuple[str, str, str]]:
    """(group, title, text): paragraphs of encyclopedia articles, abstracts, pages of manuals, runbooks, agreements."""
    for name in ("hotpotqa-100", "musique-100"):
        for line in (SHARED / name / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            yield f"{name}:{one.get('title') or one['_id']}", one.get("title", ""), one["text"]
    for line in (SHARED / "scifact" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()[::4]:
        one = json.loads(line)
        yield f"scifact:{one['_id']}", one["title"], one["text"]
    for folder, pattern in (("aws-docs/docs", "*.md"), ("openshift-runbooks/files", "*.md")):
        for path in sorted((SHARED / folder).rglob(pattern))[::5]:
            said = path.read_text(encoding="utf-8", errors="replace")
            for text in _paragraphs(said)[:3]:
                yield f"{folder}:{path.stem}", title_of(said), text[: limit * 4]
    for path in sorted((SHARED / "contracts-credit" / "docs").glob("*.txt")):
        for text in _paragraphs(path.read_text(encoding="utf-8", errors="replace"))[::12]:
            yield f"contracts-credit:{path.stem}", AGREEMENT, text[: limit * 4]


def title_of(text: str) -> str:
    """The first heading of a page in Markdown; empty without one."""
    found = _TITLE.search(text)
    return re.sub(r"<[^>]*>|\{#[^}]*\}|\[\]\([^)]*\)", "", found[1]).strip() if found else ""


def _paragraphs(text: str) -> list[str]:
    flat = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    return [part for part in flat if 200 < len(part) < 3000 and not part.startswith(("#", "|", "```", "<"))]


def clozes(texts: Sequence[tuple[str, str, str]], chance: random.Random, *, each: int = 2) -> Iterator[Example]:
    """Up to `each` questions a passage, and with each by chance one of the same that the passage does not answer."""
    for group, title, text in texts:
        spans = [one for one in sentences(text) if len(text[one[0] : one[1]].split()) >= SHORTEST]
        names = [found for found in entities(text) if found.start not in {start for start, _ in spans}]
        for start, end in chance.sample(spans, min(each, len(spans))):
            asked = _asked(text, start, end, chance)
            if asked is None:
                continue
            question, span = asked
            made = Example("rel", "cloze", group, question, text, 1, span, (title,))
            yield made
            yield from _missed(made, names, (start, end), chance)


def _asked(text: str, start: int, end: int, chance: random.Random) -> tuple[str, tuple[int, int]] | None:
    """The question that the sentence answers, and where."""
    found = _answers(text[start:end])
    if not found:
        return None
    kind, low, high = chance.choice(found)
    left, right = _clause(text[start:end], low, high)
    said = text[start:end]
    rest = f"{said[left:low]} {said[high:right]}".split()
    if not SHORTEST - 2 <= len(rest) <= LONGEST:
        return None
    return _telegram(kind, rest, chance), (start + low, start + high)


def _answers(said: str) -> list[tuple[str, int, int]]:
    found = [("date", one.start, one.end) for one in dates(said)]
    found += [(one.kind, one.start, one.end) for one in quantities(said) if one.kind in ASKING]
    taken = [(low, high) for _, low, high in found]
    found += [
        (one.kind, one.start, one.end)
        for one in entities(said)
        if not any(one.start < high and low < one.end for low, high in taken)
    ]
    return [(kind, low, high) for kind, low, high in found if not re.search(r"[(\n:\[]|^[A-Z]{4,}$", said[low:high])]


def _clause(said: str, low: int, high: int) -> tuple[int, int]:
    """The part of the sentence, between clause marks, that holds the answer."""
    marks = [0, *(match.end() for match in _CLAUSE.finditer(said)), len(said)]
    left = max(mark for mark in marks if mark <= low)
    right = min((mark for mark in marks if mark >= high), default=len(said))
    return (left, right) if len(said[left:right].split()) >= SHORTEST else (0, len(said))


def _telegram(kind: str, rest: list[str], chance: random.Random) -> str:
    """A question word, and what is left of the sentence, a tenth of the words lost and some out of place."""
    kept = [word for word in rest if word in DENYING or chance.random() > 0.1] or rest
    if chance.random() < 0.5:
        at = chance.randrange(len(kept))
        kept = kept[at:] + kept[:at] if chance.random() < 0.3 else kept
        if at + 1 < len(kept):
            kept[at], kept[at + 1] = kept[at + 1], kept[at]
    body = " ".join(kept).strip(" ,;:.()")
    return f"{chance.choice(ASKING[kind])} {body}?"


def _missed(one: Example, names: Sequence[Entity], place: tuple[int, int], chance: random.Random) -> Iterator[Example]:
    """The question with a name or number of another place, or the passage without its sentence."""
    way = chance.random()
    if way < 0.4:
        kept = f"{one.passage[: place[0]]} {one.passage[place[1] :]}".strip()
        answer = one.passage[slice(*one.span)] if one.span else ""
        if len(kept) > 120 and answer not in kept:
            yield one._replace(kind="cloze-removed", passage=kept, label=0, span=None)
    elif way < 0.7:
        said = one.passage[slice(*place)]
        known = {name.text: name.kind for name in names}
        own = [found for found in entities(one.question) if known.get(found.text) not in {None, "name"}]
        if own:
            old = chance.choice(own)
            fit = [
                name
                for name, kind in known.items()
                if kind == known[old.text] and name not in said and not set(name.split()) & set(old.text.split())
            ]
            if fit:
                question = one.question[: old.start] + chance.choice(fit) + one.question[old.end :]
                yield one._replace(kind="cloze-renamed", question=question, label=0, span=None)
    else:
        digits = list(re.finditer(r"\d+", one.question))
        if digits:
            old = chance.choice(digits)
            new = str(max(1, int(old[0]) + chance.choice([-3, -2, -1, 1, 2, 3, 10])))
            if not re.search(rf"\b{new}\b", one.passage):
                question = one.question[: old.start()] + new + one.question[old.end() :]
                yield one._replace(kind="cloze-renumbered", question=question, label=0, span=None)
