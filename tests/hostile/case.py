"""A hostile file, and where its canaries live: words, a server and a secret that must never come out."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import NamedTuple

SYLLABLES = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split()


class Case(NamedTuple):
    """One file to write: `hidden` words are in it and nobody sees them, `shown` words must be found.

    `kind` names the class of attack; `outcomes` are those allowed, all when empty.
    """

    path: str
    kind: str
    content: bytes
    hidden: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    outcomes: frozenset[str] = frozenset()


@dataclass(slots=True)
class World:
    """What the generators share: a seeded source of randomness, the canary server's address, a secret file."""

    seed: int
    server: str = "http://127.0.0.1:9"
    outside: str = "/nonexistent/secret.txt"
    random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)  # noqa: S311  # the same files in every run

    def word(self, prefix: str) -> str:
        """A word that occurs nowhere else; all its letters are plain."""
        return prefix + "".join(self.random.choice(SYLLABLES) for _ in range(6))

    @property
    def file_url(self) -> str:
        """The secret as a URL."""
        return f"file://{self.outside}"


BURIED = "zorkmidsecretzorkmid"
"""Stands in a file outside of the folder; a parser that follows references would bring it in."""
OFFICE = ("docx", "pptx", "xlsx")
FORMATS = ("csv", "docx", "eml", "html", "json", "md", "pdf", "pptx", "rst", "txt", "xlsx")
