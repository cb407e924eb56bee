"""Make the identifiers exam: questions that name a code, a flag, a setting or an alert, half of them misspelt.

`generate.py NAME=KB... > exam.jsonl`: NAME is samples, openshift-runbooks, postgresql-docs or aws-docs, KB the folder
of its index. A gold place is a passage that defines the identifier: in its title or heading, at the beginning of a line
or of a table row; where none does, any passage that holds it. An identifier that stands in three documents or more is
asked for with a few of the words around it where no place defines it, since a person would not ask otherwise. A slip
that makes another identifier, or one as near to another, is not asked: a person could not tell either.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from kts.lexicon.fuzzy import edits
from kts.lexicon.identifiers import identifiers, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 7
WANTED = {"samples": 110, "openshift-runbooks": 110, "postgresql-docs": 110, "aws-docs": 110}
"""Questions of each set at most."""
LENGTH = 5
"""Characters that an identifier of the exam must have."""
LONGEST = 40
"""Characters that it may have: nobody types a hash."""
FLAG_PLACES = 3
"""Passages that may hold a flag: `--output` stands everywhere, and nobody asks what one page says of it by its name."""
KINDS = {"error_code", "part_number", "sqlstate", "flag", "cve"}
CAMEL = re.compile(r"(?<![\w./-])[A-Z][a-z]+(?:[A-Z][a-z0-9]+){2,}(?![\w/])")
SETTING = re.compile(r"(?<![\w./-])[a-z]+(?:_[a-z]+){1,4}(?![\w(./])")
SQLSTATE = re.compile(r"(?<![\w-])(?=[A-Z]*\d)[0-9A-Z]{5}(?![\w-])")
TEMPLATES = ("{0}", "what does {0} mean", "{0} what to do", "help with {0}", "where is {0} described?")
KEYS = {"a": "s", "e": "r", "i": "o", "o": "i", "r": "t", "s": "d", "t": "r", "n": "m", "l": "k", "c": "v"}


class Place(NamedTuple):
    """A passage that holds an identifier."""

    path: str
    text: str
    line: str
    defines: bool


def main() -> None:
    """Print the questions as JSON lines."""
    for argument in sys.argv[1:]:
        name, _, kb = argument.partition("=")
        for question in questions(name, kb):
            print(json.dumps(question, ensure_ascii=False, sort_keys=True))


def questions(name: str, kb: str) -> Iterator[dict[str, object]]:
    """The questions of one set, the same on every run."""
    chance = random.Random(f"{SEED} {name}")
    places, known = collected(name, kb)
    chosen = [surface for surface in sorted(places) if asked(surface, places[surface])]
    chance.shuffle(chosen)
    many = [surface for surface in chosen if len({place.path for place in places[surface]}) >= 3]
    few = [surface for surface in chosen if surface not in set(many)]
    half = WANTED[name] // 2
    for number, surface in enumerate([*few[: WANTED[name] - len(many[:half])], *many[:half]]):
        variant, written = misspelt(surface, known, chance) if number % 2 else ("as it stands", surface)
        gold = gold_of(places[surface])
        text = TEMPLATES[number // 2 % len(TEMPLATES)].format(written)
        if not any(place.defines for place in places[surface]):
            around = words_around(gold[0], surface)
            text = f"{written} {around}"
            if len({place.path for place in gold}) >= 3:
                gold = [place for place in gold if all(word in place.text for word in around.split())]
        yield {
            "id": f"{name}-{number:03}",
            "set": name,
            "surface": surface,
            "variant": variant,
            "question": text,
            "documents": len({place.path for place in places[surface]}),
            "gold": [{"path": place.path, "line": place.line} for place in gold],
            "split": "train" if int(hashlib.sha256(surface.encode()).hexdigest(), 16) % 2 else "held",
        }


def asked(surface: str, places: list[Place]) -> bool:
    """Whether a person would ask for it by name, and the answer can be judged."""
    parts_of_it = parts(surface)
    if len(surface) > LONGEST or len(parts_of_it) > 7 or len(places) > 40:
        return False
    if surface.startswith("--") and (len(parts_of_it) < 2 or len(surface) < 10 or len(places) > FLAG_PLACES):
        return False
    return any(place.defines for place in places) or len(words_around(places[0], surface).split()) >= 3


def collected(name: str, kb: str) -> tuple[dict[str, list[Place]], set[str]]:
    """Places by surface form, and every normalised identifier of the set."""
    from kts.workspace import Workspace

    places: dict[str, list[Place]] = defaultdict(list)
    known: set[str] = set()
    with Workspace.open(kb) as workspace:
        titles = {record.id: (record.path, record.title) for record in workspace.export("documents")}
        for passage in workspace.export("passages"):
            path, title = titles[passage.document_id]
            for surface in surfaces(name, passage.text, f"{title} {passage.metadata['heading']}", path):
                known.add(normalise(surface))
                places[surface].append(place(path, passage.text, surface, f"{title} {passage.metadata['heading']}"))
    return places, known


def surfaces(name: str, text: str, heading: str, path: str) -> set[str]:
    """What is asked for in a set."""
    found = {one.surface for one in identifiers(text) if one.kind in KINDS and len(one.surface) >= LENGTH}
    if name == "openshift-runbooks":
        found |= {word for word in CAMEL.findall(f"{heading} {text}") if len(word) >= 12}
    if name == "postgresql-docs":
        found |= {word for word in SETTING.findall(text) if "config" in path and len(word) >= 8}
        found |= set(SQLSTATE.findall(text)) if "errcodes" in path else set()
    return found


def place(path: str, text: str, surface: str, heading: str) -> Place:
    """The place with the line that holds the identifier, and whether it defines it."""
    lines = [line for line in text.splitlines() if surface in line]
    beginning = re.compile(rf"[|#*`>\s\\-]*{re.escape(surface)}(?![\w-])")
    first = next((line for line in lines if beginning.match(line)), "")
    whole = re.compile(rf"(?<![\w-]){re.escape(surface)}(?![\w-])")
    return Place(path, text, first or (lines[0] if lines else ""), bool(first) or bool(whole.search(heading)))


def gold_of(places: list[Place]) -> list[Place]:
    """The defining places, else all."""
    return [one for one in places if one.defines] or places


def words_around(place: Place, surface: str) -> str:
    """Up to four long words of the identifier's own line."""
    found = [word for word in re.findall(r"[A-Za-z]{6,}", place.line) if word not in surface]
    return " ".join(list(dict.fromkeys(found))[:4])


def misspelt(surface: str, known: set[str], chance: random.Random) -> tuple[str, str]:
    """A variant of an identifier that a person would write."""
    options = [
        (name, written)
        for name, written in (
            ("split", split(surface, chance)),
            ("hyphen", hyphened(surface)),
            ("case", surface.lower() if surface != surface.lower() else surface.upper()),
            ("typo", slipped(surface, known, chance)),
        )
        if written != surface
    ]
    return chance.choice(options) if options else ("as it stands", surface)


def parts(surface: str) -> list[str]:
    """`TSR-1022` -> TSR, 1022; `KubePodCrash` -> Kube, Pod, Crash."""
    return re.findall(r"\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+", surface)


def split(surface: str, chance: random.Random) -> str:
    """The parts as words of their own."""
    words = parts(surface)
    if surface.startswith("--"):
        return f"{' '.join(words)} flag"
    return " ".join(words) if chance.random() < 0.5 or len(words) < 2 else " ".join(words).lower()


def hyphened(surface: str) -> str:
    """With hyphens where there were other marks or none, without where there were some."""
    bare = surface.lstrip("-")
    if surface.startswith("--"):
        return f"-{bare}" if len(bare) % 2 else f"--{bare.replace('-', '_')}"
    if "_" in bare or "-" in bare:
        return bare.replace("-", "_") if "-" in bare else bare.replace("_", "-")
    return "-".join(parts(bare))


def slipped(surface: str, known: set[str], chance: random.Random) -> str:
    """One slip of the pen that leaves this identifier the only one as near."""
    own = normalise(surface)
    if surface.isdigit():
        return surface
    for _ in range(20):
        at = chance.randrange(3 if surface.startswith("--") else 1, len(surface) - 1)
        kind = chance.choice(["drop", "double", "turn", "key", "look"])
        letter = surface[at]
        slips = {
            "drop": surface[:at] + surface[at + 1 :],
            "double": surface[:at] + letter + surface[at:],
            "turn": surface[:at] + surface[at + 1] + letter + surface[at + 2 :],
            "key": surface[:at] + KEYS.get(letter, letter) + surface[at + 1 :],
            "look": surface[:at] + {"0": "O", "1": "l", "5": "S"}.get(letter, letter) + surface[at + 1 :],
        }
        norm = normalise(slips[kind])
        near = {one for one in edits(norm) if one in known}
        if norm not in known and (near == {own} or (near and own in near and kind in {"turn", "double", "look"})):
            return slips[kind]
    return surface


if __name__ == "__main__":
    main()
