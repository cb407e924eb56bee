"""What kind of statement a German or French sentence makes; the modal phrases of `kts.lexicon.modality` there.

Both languages deny a modal from afar (`darf am Sonntag nicht gewaschen werden`), so that each phrase has two kinds:
as it stands, and denied. `Muss nicht` exempts, `darf nicht` and `ne doit pas` prohibit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.negation_abroad import cues
from kts.lexicon.tongues import tongue

if TYPE_CHECKING:
    from collections.abc import Iterator


class Modal(NamedTuple):
    """A modal phrase `text[start:end]` and the kind of statement that it makes there."""

    start: int
    end: int
    kind: str


_GERMAN = (
    ("prohibition", "permission", r"verboten|untersagt|unzulässig|unerlaubt|verbiete(?:t|n)"),
    (
        "permission",
        "prohibition",
        r"darf|dürfen|durfte|durften|dürfe|erlaubt|gestattet|zulässig|zugelassen|berechtigt",
    ),
    (
        "obligation",
        "exemption",
        (
            r"muss|muß|müssen|musste|mussten|müsse|verpflichtet|obligatorisch|zwingend|vorgeschrieben|erforderlich|"
            r"notwendig|nötig|pflicht"
        ),
    ),
    ("exemption", "obligation", r"freiwillig|fakultativ|überflüssig"),
    ("need", "exemption", r"braucht|brauchen|benötigt|benötigen"),
    ("ability", "prohibition", r"kann|können|konnte|konnten|könne"),
    ("recommendation", "recommendation", r"sollte|sollten|empfohlen"),
)
_FRENCH = (
    ("prohibition", "permission", r"interdit(?:e|s|es)?|défendu(?:e|s|es)?|prohibé(?:e|s|es)?"),
    (
        "permission",
        "prohibition",
        r"peut|peuvent|pourra|pourront|peuvent|permis(?:e|es)?|autorisé(?:e|s|es)?|admis(?:e|es)?",
    ),
    ("obligation", "prohibition", r"doit|doivent|devra|devront|faut|faudra"),
    (
        "obligation",
        "exemption",
        r"obligatoires?|tenu(?:e|s|es)? (?:de|d')|obligé(?:e|s|es)?|requis(?:e|es)?|nécessaires?|exigé(?:e|s|es)?",
    ),
    ("exemption", "obligation", r"facultati(?:f|fs|ve|ves)|dispensé(?:e|s|es)?"),
    ("recommendation", "recommendation", r"devrait|devraient|recommandé(?:e|s|es)?|conseillé(?:e|s|es)?"),
)


def _compiled(shapes: tuple[tuple[str, str, str], ...]) -> re.Pattern[str]:
    groups = (f"(?P<p{number}>{words})" for number, (_, _, words) in enumerate(shapes))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(groups)})(?![\w-])", re.IGNORECASE)


_GRAMMARS = {"de": (_GERMAN, _compiled(_GERMAN)), "fr": (_FRENCH, _compiled(_FRENCH))}
_DENIES = frozenset({"not", "no", "never"})


def modals(text: str) -> Iterator[Modal]:
    """The modal phrases of a text in German or French, in order; nothing of a text in another language."""
    said_in = tongue(text)
    if not said_in:
        return
    shapes, pattern = _GRAMMARS[said_in]
    denials = [one for one in cues(text) if one.kind in _DENIES]
    for match in pattern.finditer(text):
        plain, turned, _ = shapes[int(str(match.lastgroup)[1:])]
        kind = turned if any(one.first <= match.start() < one.last for one in denials) else plain
        if kind != "need":  # `braucht einen Schlüssel` is no duty
            yield Modal(*match.span(), kind)
