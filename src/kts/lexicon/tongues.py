"""Which language one sentence is in: English, German or French, told by words that the others do not have.

`languages.language_of` reads running text; a claim or a question has two or three small words at most. A word that
English has, too, or that stands in names (`von`, `La`), says less than one that no English sentence has.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from kts.lexicon.languages import language_of
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Mapping

Tongue = Literal["de", "fr", ""]

GERMAN = frozenset(
    "der die das des dem den ein eine einen einem einer eines und oder aber sondern denn als wie wenn falls sofern ob "
    "dass daß weil obwohl während bis damit sowie sonst ist sind war waren sei wird werden wurde wurden worden hat "
    "haben habe hast hatte hatten hätte hätten würde würden möchte möchten könnte könnten darf dürfen durfte durften "
    "muss muß müssen musste mussten kann können konnte konnten soll sollen sollte sollten will wollen nicht kein "
    "keine keinen keinem keiner keines nie niemals niemand weder noch ohne auf aus bei beim bevor durch für gegen "
    "hinter im in ins innerhalb binnen am an ans mit nach neben seit über um unter vom von vor wegen zu zum zur "
    "zwischen ausser außer "
    "auch nur schon dort hier da dies diese diesen diesem dieser dieses jede jeden jedem jeder jedes alle allen aller "
    "es er sie ihm ihn ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner wir uns unser unsere man ich mir "
    "mich mein meine meinen sich wer wen wem wessen was wann wo wohin woher warum weshalb wieso wozu womit wofür "
    "wieviel wieviele welche welchen welchem welcher welches gibt dabei dazu davon darauf bitte viel viele vielen "
    "hoch lange oft".split()
)
"""German words that carry no topic."""
FRENCH = frozenset(
    "le la les un une des du de au aux et ou mais donc car ni ne n pas est sont était étaient sera seront être été a "
    "ont avait avaient aura auront avoir eu doit doivent devra devront peut puis peuvent dois faire pourra pourront "
    "faut il elle ils elles on nous vous je tu se s y en ce c cet cette ces ça qui que qu quoi dont où quel quelle "
    "quels quelles quand comment combien pourquoi si comme dans par pour sur sous sans avec entre vers chez avant "
    "après depuis pendant jusqu lors dès à son sa ses leur leurs notre nos votre vos mon ma mes l d j m t lui eux "
    "tout tous toute toutes chaque aussi très plus lequel laquelle lesquels lesquelles auquel duquel desquels".split()
)
"""French words that carry no topic."""
_ENGLISH = frozenset(
    "the of and to is are were be been for with by from not this that it its which who whom whose has have had may "
    "must can shall would should could does do did how when where why what if there their they he she his her our "
    "we you your at as but than into no each every any only".split()
)
_WEAK = frozenset(
    "der die das des dem den von am an in im war hat man will bei um was so wie er es da dies alle sein ein ans ins "
    "le la un des du de au aux et ou a on en se s y ce son sa ses ma mes me mon par pour sur sous si comme car lui "
    "tout plus tu vers ne n c l d j m t est entre avant il que mais dont chez nos vos sans".split()
)
"""Words that English texts have, too, in names, as abbreviations or as words of their own."""
_BOTH = frozenset("in an am was will so war hat man a on me car plus par pour".split())
"""Words of English texts that say nothing of the language."""
_GERMAN_LETTERS, _FRENCH_LETTERS = re.compile(r"[äöüß]"), re.compile(r"[éèêàâçùûîïœ]")
_WORD = later(r"[^\W\d_]+")


@lru_cache(maxsize=4096)
def tongue(text: str) -> Tongue:
    """`de` or `fr` for a sentence in German or French, else nothing: English, another language, or not to be told."""
    words = set(_WORD.findall(text.lower()))
    german = _score(words & GERMAN) + bool(_GERMAN_LETTERS.search(text))
    french = _score(words & FRENCH) + bool(_FRENCH_LETTERS.search(text))
    most = max(german, french)
    if most < CLEAR or most <= CLEAR * len(words & _ENGLISH - {"was"}) or german == french:
        return ""
    return "de" if german > french else "fr"


def has_capital_nouns(text: str) -> bool:
    """Whether a question is in a language that capitalises every noun, so that a capital says nothing of a word.

    A German name in an English question (*the contact at Müller & Söhne*) does not make it German.
    """
    if "de" in {language_of(text), tongue(text)}:
        return True
    return bool(_GERMAN_SIGN.search(text)) and _ENGLISH.isdisjoint(_WORD.findall(text.lower()))


_GERMAN_SIGN = later(r"[äöüßÄÖÜ]|\b(?:wie|welche[rs]?|wann|wer|warum|der|die|das|nach|wird|werden|ist)\b")
CLEAR = 2
"""What a word counts that no English sentence has; the others count one."""


def _score(words: frozenset[str] | set[str]) -> int:
    return sum(1 if word in _WEAK else CLEAR for word in words - _BOTH)


def is_function_word(word: str, said_in: Tongue) -> bool:
    """Whether a folded word carries no topic in a language."""
    return word in function_words(said_in)


def function_words(said_in: str) -> frozenset[str]:
    """The folded words of a language that carry no topic, none of English."""
    return _FOLDED.get(said_in, frozenset())


_UNACCENTED = str.maketrans("äöüàâçéèêîôû", "aouaaceeeiou")
_FOLDED: Mapping[str, frozenset[str]] = {
    said: known | frozenset(word.translate(_UNACCENTED) for word in known)
    for said, known in (("de", GERMAN), ("fr", FRENCH))
}


DECIDING: Mapping[Tongue, frozenset[str]] = {
    "de": frozenset(
        "nicht kein keine keinen keinem keiner keines nie niemals niemand weder ohne ausser wenn falls sofern nur alle "
        "jede jeden jeder jedes muss mussen darf durfen kann konnen soll sollen sollte bevor nach vor bis".split()
    ),
    "fr": frozenset(
        "ne pas ni sans si tous toute toutes tout chaque doit doivent peut peuvent faut avant apres plus jusqu".split()
    ),
}
"""Folded words without a topic of which one more or less changes what a sentence says."""


def elided(word: str) -> int:
    """How many characters of a folded French word are a small word before it: 2 of `l'eau`."""
    match = _ELIDED.match(word)
    return match.end() if match else 0


_ELIDED = later(r"(?:[ldnscjmt]|qu|jusqu|lorsqu|puisqu|quoiqu)['\u2019](?=\w{2}|[ay]\Z)")
