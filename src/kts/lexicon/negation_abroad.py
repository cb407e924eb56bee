"""What a German or French sentence denies; the cues of `kts.lexicon.negation` in these languages.

German has its verb before `nicht` or at the very end, French has `ne` before the verb: either way the clause of the
cue is denied. Each cue is a word that no English sentence has, or is looked for where the sentence is in its language.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.lexicon.tongues import tongue

if TYPE_CHECKING:
    from collections.abc import Iterator


class Cue(NamedTuple):
    """A cue `text[start:end]` of a kind as in `negation.Scope`; it denies from `first` to `last`.

    `said` is the cue as it is shown, with the second half that it has in French: `n'est pas`.
    """

    start: int
    end: int
    first: int
    last: int
    kind: str
    said: str


class _Grammar(NamedTuple):
    """How a language denies: what only looks so, the cues by kind, where a clause begins and ends."""

    pseudo: re.Pattern[str]
    cue: re.Pattern[str]
    starts: re.Pattern[str]
    ends: re.Pattern[str]
    rather: re.Pattern[str]
    """What follows behind the cue where it denies one thing for another: `nicht monatlich, sondern jährlich`."""
    listed: re.Pattern[str]
    """Several things that one cue denies: ` Hunde, Katzen oder Vögel`."""


_STOPS = r"[;:!?|]|\n\s*\n|(?<!\d)\.(?=\s|\Z)|\u2014"
_GERMAN_VERB = (
    r"(?:ist|sind|war|waren|wird|werden|darf|dürfen|muss|müssen|kann|können|soll|sollen|hat|haben|"
    r"die|der|das|es|er|sie|man)"
)
_GERMAN_JOIN = (
    r"aber|sondern|jedoch|doch|sofern|falls|wenn|weil|obwohl|während|sobald|solange|bevor|es sei denn|ausser|außer"
)
_GERMAN = _Grammar(
    pseudo=re.compile(
        r"\bnicht (?:nur|bloss|bloß|zuletzt|unbedingt|später|früher|mehr als|weniger als|länger als|älter als|"
        r"jünger als|höher als|tiefer als|grösser als|größer als|kleiner als|über|unter)\b"
        r"|\boder nicht\b|\bob .{1,40}\bnicht\b|\bnicht (?:überschreiten|übersteigen|unterschreiten)\b"
        r"|\bkeine? (?:anderen?|anderes|zweifel)\b|\bnichts anderes\b|\bniemand anders?\b|\bohne weiteres\b"
        r"|\bnichts?destotrotz\b|\bnoch nie dagewesen",
        re.IGNORECASE,
    ),
    cue=re.compile(
        r"(?<![\w-])(?:(?P<never>nie|niemals|nimmer|unter keinen umständen|in keinem fall|auf keinen fall)"
        r"|(?P<not>nicht|keinesfalls|keineswegs|weder|nirgends|nirgendwo)"
        r"|(?P<no>kein(?:e|en|em|er|es|s)?|niemand(?:en|em)?|nichts)"
        r"|(?P<without>ohne)"
        r"|(?P<exception>ausser|außer|ausgenommen|es sei denn|mit ausnahme|statt|anstatt|anstelle)"
        r"|(?P<refusal>verboten(?:e[nrs]?)?|untersagt(?:e[nrs]?)?|verbiete(?:t|n)|untersagen|unzulässig(?:e[nrs]?)?|"
        r"unerlaubt|unmöglich|ausgeschlossen|verweigern|verweigert))(?![\w-])",
        re.IGNORECASE,
    ),
    starts=re.compile(
        rf"{_STOPS}|,? ?\b(?:{_GERMAN_JOIN}|und (?={_GERMAN_VERB}\b)|dass|daß|damit)\b"
        r"|, (?=(?:die|der|das|den|dem|was|wer|wo)\b)",
        re.IGNORECASE,
    ),
    ends=re.compile(rf"{_STOPS}|,|\b(?:{_GERMAN_JOIN}|und (?={_GERMAN_VERB}\b))\b", re.IGNORECASE),
    rather=re.compile(r"[^.;:!?]{0,120}?, sondern\b", re.IGNORECASE),
    listed=re.compile(r"(?: [\w-]+){1,4}(?:, (?:[\w-]+ )?[\w-]+){1,8},? (?:oder|und|sowie|noch) [\w-]+[^,.;:!?]*"),
)
_FRENCH_JOIN = r"mais|si|sauf|car|parce que|lorsque|quand|bien que|alors que|tandis que|pourvu que|à moins"
_AFTER_NE = (
    r"(?:pas|plus|jamais|aucune?|rien|personne|point|guère|ni|nul(?:le)?)\b(?! (?:que|qu|seulement|uniquement)\b)"
)
_FRENCH = _Grammar(
    pseudo=re.compile(
        r"\bpas (?:seulement|uniquement|avant|après|plus (?:de|d'|tard|tôt)|moins)"
        r"|\b(?:ne|n')\s?(?:\w+ )?(?:dépasse|dépasser|excède|excéder)\w* pas\b|\bne (?:\w+ )?pas (?:dépasser|excéder)"
        r"|\bplus ou moins\b|\bou (?:pas|non)\b|\bpas mal\b",
        re.IGNORECASE,
    ),
    cue=re.compile(
        rf"(?<![\w-])(?:(?P<not>(?:ne(?= )|n(?='))(?=[^.;:!?]{{0,60}}?\b{_AFTER_NE}))"
        r"|(?P<no>pas(?= de | d')|aucune?|nul(?:le)?(?= )|(?<!la )(?<!une )(?<!chaque )(?<!cette )(?<!par )personne"
        r"(?= (?:ne |n'))|rien(?= ne | n')|en aucun cas|ni(?=[^.;:!?]{1,60}? ni ))"
        r"|(?P<never>jamais)"
        r"|(?P<without>sans)"
        r"|(?P<exception>sauf|excepté|hormis|à l'exception|au lieu|plutôt que)"
        r"|(?P<refusal>interdit(?:e|s|es)?|interdire|défendu(?:e|s|es)?|prohibé(?:e|s|es)?|exclu(?:e|s|es)?|"
        r"défense|inadmissibles?|impossibles?|irrecevables?))(?![\w-])",
        re.IGNORECASE,
    ),
    starts=re.compile(
        rf"{_STOPS}|,? ?\b(?:{_FRENCH_JOIN}|et (?=(?:ne|n|il|elle|ils|elles|on)\b))\b|, (?=(?:qui|que|et|ce)\b)",
        re.IGNORECASE,
    ),
    ends=re.compile(
        rf"{_STOPS}|,|\b(?:{_FRENCH_JOIN}|et (?=(?:ne|n|est|sont|doit|peut|il|elle|ils|elles)\b))\b", re.IGNORECASE
    ),
    rather=re.compile(r"[^.;:!?]{0,120}?\bmais\b", re.IGNORECASE),
    listed=re.compile(r"(?: [\w'-]+){1,5}(?:, (?:[\w'-]+ )?[\w'-]+){1,8},? (?:ou|et|ni) [\w'-]+[^,.;:!?]*"),
)
_SECOND_HALF = later(rf"(?:ne\b|n')[^.;:!?]{{0,60}}?\b{_AFTER_NE}", re.IGNORECASE)
_JOINED = later(r"\b(?:und|oder|aber|sondern|et|mais|ou) \Z", re.IGNORECASE)
"""`Persönlich und nicht übertragbar`: what stands before the cue is not denied."""
_NEAR = 30
"""Characters that a word such as `ohne` governs at most: a noun and its adjectives."""
FAR = 1_000
"""Characters of a clause at most on each side of a cue, as in English."""
_NON = later(r"(?<![\w-])non[ -](?=\w+(?:é|ée|és|ées|is|it|its|able|ables|ible|ibles|u|us|ue|ues)\b)", re.IGNORECASE)
"""`non remboursable`: what a French adjective denies."""


def cues(text: str) -> Iterator[Cue]:
    """What a text in German or French denies, in order; nothing of a text in another language."""
    said_in = tongue(text)
    if not said_in:
        return
    grammar = _GERMAN if said_in == "de" else _FRENCH
    hidden = [match.span() for match in grammar.pseudo.finditer(text)]
    for match in grammar.cue.finditer(text):
        if not any(start <= match.start() < end for start, end in hidden):
            yield _governs(text, match, grammar)
    if said_in == "fr":
        for match in _NON.finditer(text):
            last = min(len(text), match.end() + _NEAR)
            ended = grammar.ends.search(text, match.end(), last)
            yield Cue(match.start(), match.end(), match.end(), ended.start() if ended else last, "not", "non")


def denies_abroad(text: str) -> bool:
    """Whether a German or French sentence denies anything."""
    return any(True for _ in cues(text))


def _governs(text: str, match: re.Match[str], grammar: _Grammar) -> Cue:
    kind = str(match.lastgroup)
    furthest = min(len(text), match.end() + FAR)
    found = grammar.ends.search(text, match.end(), furthest)
    last = found.start() if found else furthest
    if kind == "without":
        return Cue(match.start(), match.end(), match.end(), min(last, match.end() + _NEAR), kind, match[0].lower())
    listed = grammar.listed.match(text, match.end(), furthest)
    if listed and found and found[0] == ",":
        last = max(last, listed.end())
    first = match.end()
    joined = kind == "not" and _JOINED.search(text, max(0, match.start() - len("sondern ")), match.start())
    if kind != "exception" and not joined and not grammar.rather.match(text, match.end()):
        since = max(0, match.start() - FAR)
        begun = (one.end() for one in grammar.starts.finditer(text, since, match.end()))
        first = max((at for at in begun if at <= match.start()), default=since)
        if not text[match.end() : last].strip():  # `Kinder dürfen hinein, Hunde nicht`
            first = max(first, text.rfind(",", 0, match.start()) + 1)
    half = _SECOND_HALF.match(text, match.start()) if kind == "not" else None
    return Cue(match.start(), match.end(), first, last, kind, (half or match)[0].lower())
