"""Build src/kts/data/gate_words.json: how rare words are, which mean the same, and which mean the opposite.

    python evaluation/claims/words.py WORDNET/dict INDEX... > src/kts/data/gate_words.json

Synonyms and antonyms are from WordNet 3.1 (Princeton University; its licence is repeated in the file), frequencies
from passages of the given indexes. Only words that those passages use are kept, in their frequent senses.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from kts.lexicon.analyse import terms
from kts.workspace import Workspace

PASSAGES = 1500
"""Of each index, drawn at random."""
RARE = 4
"""Sentences that a word must stand in to be kept."""
FREQUENT = 2500
"""Words whose rarity is kept; all others are as rare as the rarest of them."""
SENSES = {"noun": 2, "verb": 4, "adj": 2, "adv": 2}
PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv", "s": "adj"}
NOTICE = (
    "Synonyms and antonyms: WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Permission to "
    "use, copy, modify and distribute this software and database and its documentation for any purpose and without "
    "fee or royalty is hereby granted, provided that you agree to comply with the following copyright notice and "
    "statements, including the disclaimer, and that the same appear on ALL copies of the software, database and "
    "documentation, including modifications that you make for internal use or for distribution. THIS SOFTWARE AND "
    'DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR '
    "IMPLIED. The name of Princeton University or Princeton may not be used in advertising or publicity pertaining "
    "to distribution of the software and/or database. Title to copyright in this software, database and any "
    "associated documentation shall at all times remain with Princeton University."
)


def frequencies(indexes: list[str]) -> tuple[int, Counter[str]]:
    """In how many sentences of the indexes each stem occurs, and how many there are."""
    total, found = 0, Counter[str]()
    for folder in indexes:
        with Workspace.open(folder) as workspace:
            texts = [passage.text for passage in workspace.export("passages")]
        random.Random(1).shuffle(texts)
        for sentence in (part for text in texts[:PASSAGES] for part in re.split(r"(?<=[.!?])\s+|\n", text)):
            stems = terms(sentence)
            if len(stems) >= RARE:
                total += 1
                found.update(set(stems))
    return total, found


def stem(word: str) -> str:
    """The index term of a word."""
    return (terms(word) or [""])[0]


def plain(word: str, known: Counter[str]) -> bool:
    """Whether it is one word, of letters, that the passages use."""
    return word.isalpha() and len(word) > 1 and known[stem(word)] >= RARE


def synsets(folder: Path) -> dict[tuple[str, str], tuple[list[str], list[str]]]:
    """WordNet's data files: the words of each synset, and its raw pointers."""
    found = {}
    for part in SENSES:
        for line in (folder / f"data.{part}").read_text("latin-1").splitlines():
            if line.startswith("  "):
                continue
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(.*\)", "", fields[4 + 2 * n]).lower() for n in range(count)]
            found[part, fields[0]] = (words, fields[5 + 2 * count :])
    return found


def antonyms(folder: Path, known: Counter[str]) -> list[str]:
    """Pairs of stems that WordNet calls opposites, as `a/b`."""
    all_of = synsets(folder)
    pairs = set()
    for words, pointers in all_of.values():
        for at in range(0, len(pointers) - 3, 4):
            sign, offset, part, which = pointers[at : at + 4]
            if sign == "!":
                one = words[int(which[:2], 16) - 1]
                other = all_of[PARTS[part], offset][0][int(which, 0) - 1]
                if plain(one, known) and plain(other, known) and stem(one) != stem(other):
                    pairs.add("/".join(sorted((stem(one), stem(other)))))
    return sorted(pairs)


def synonyms(folder: Path, known: Counter[str]) -> list[str]:
    """Groups of stems that share a frequent sense."""
    groups = defaultdict(set)
    for part, senses in SENSES.items():
        for line in (folder / f"index.{part}").read_text("latin-1").splitlines():
            fields = line.split()
            if not line.startswith("  ") and plain(fields[0], known):
                for offset in fields[-int(fields[2]) :][:senses]:
                    groups[part, offset].add(stem(fields[0]))
    return sorted({" ".join(sorted(group)) for group in groups.values() if len(group) > 1})


def main() -> None:
    """Write the table to standard output."""
    total, known = frequencies(sys.argv[2:])
    folder = Path(sys.argv[1])
    idf = {word: round(math.log(total / count), 2) for word, count in known.most_common(FREQUENT)}
    table = {
        "notice": NOTICE,
        "idf": dict(sorted(idf.items())),
        "antonyms": antonyms(folder, known),
        "synonyms": synonyms(folder, known),
    }
    json.dump(table, sys.stdout, indent=0, ensure_ascii=False)
    sys.stdout.write("\n")


main()
