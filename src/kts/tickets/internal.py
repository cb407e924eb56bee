"""Documents that are not for customers: nothing of them is quoted in a reply, and the people of the desk see them.

The policy names them by their paths. Others say so themselves: in the title, the first lines, the lines that run along
the pages, or what is told of the file. A document that merely has the word *internal* in it says nothing of the kind;
one that may be meant so (*Confidential*, a folder called `internal`) is in doubt, and a person looks at the reply.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from kts.answers import GIVEN
from kts.lexicon.patterns import later
from kts.tickets.nouns import NOTHING, Inner
from kts.tickets.whose import is_mail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ranked
    from kts.tickets.policy import Policy
    from kts.types import Citation, Result

OPENING = 1_000
"""Characters from the beginning and the end of a document that are read for what it says of itself (a default, not
fitted: a title, a head of some lines; what runs along the pages is told at the end)."""
LINES = 8
"""Lines of the opening that are its head (a default, not fitted)."""
SHOWN = 3
"""Internal places that are shown beside a reply (a default, not fitted: as many as nearest ones)."""
NEAR = 0.4
"""Evidence that an internal passage needs to be shown (that of `plan.FIRST_THRESHOLD`, SPEC TICK-3)."""
WHOLE = frozenset({"answered", "conflicting"})
"""Verdicts of an answer to all of a question."""
NAMED = "the policy says so"
"""Why a document is internal that a path of the policy names, or that none of its public ones does."""

_ENDS = r"(?=[\s*_`]*(?:\Z|\n|[.!?;:,|)\]/\u2013\u2014-]))"
_STARTS = r"(?:\A|(?<=\n)|(?<=[.!?;:|(\[\u2013\u2014-])|(?<=[.!?;:|\u2013\u2014-] ))[\s*_`#>]*"
_CUSTOMERS = r"(?:the |any |our |a )?(?:customers?|clients?|end[- ]users?)"
_STAFF = r"(?:(?:the|our|company|customer|support|service|internal|help ?desk) )*(?:staff|employees|personnel)"
_DESK = (
    rf"(?:{_STAFF}|(?:the |our )?(?:(?:support|service|internal|first[- ]line|second[- ]line|help ?desk|operations?|"
    r"ops|on-call|company) )(?:engineers?|agents?|teams?|team members?|technicians?|leads?|operators?|colleagues)|"
    r"(?:the |our )?(?:engineers|agents|technicians|support))"
)
_THIS = (
    r"(?:(?:this|it|them|these|the|any of (?:this|it)) ?)?(?:(?:document|page|article|notes?|runbook|information|guide|"
    r"contents?|files?|steps?|procedure|material|sheet|text)\b ?)?"
)
_IS = r"(?:this (?:document|page|article|runbook) is )?"
_LINE = r"(?:\A|(?<=\n))[\s*_`#>]*"
_SURE = later(
    rf"{_STARTS}{_IS}(?:strictly |company |for )?internal (?:use|only|use only|eyes only|distribution(?: only)?|"
    rf"circulation(?: only)?|document(?:ation)?|runbook|playbook|memo|procedure|knowledge ?base|wiki|notes?){_ENDS}|"
    rf"{_STARTS}{_IS}(?:(?:strictly|company) )?(?-i:INTERNAL)(?: (?-i:DOCUMENT|USE))?{_ENDS}|"
    rf"{_LINE}(?:strictly )?internal[\s*_`]*(?:\Z|\n|[.!] )|[(\[](?:strictly )?internal[)\]]|"
    rf"\bnot (?:intended |meant |suitable )?for {_CUSTOMERS}{_ENDS}|\bnot customer[- ]facing\b|"
    rf"\bnot for (?:external|public) (?:use|distribution|release|disclosure|eyes){_ENDS}|"
    r"\b(?:do not|don['\u2019]?t|never|must(?: never| not)|may not|shall not|should not|not to be|cannot)(?: be)? "
    r"(?:shared?|forward(?:ed)?|sen[dt]|shown?|disclosed?|given?|pass(?:ed)?(?: on)?|distributed?|quoted?|revealed?|"
    rf"cop(?:y|ied)|published?|released?) {_THIS}(?:with|to|outside(?: of)?) (?:{_CUSTOMERS}|(?:the |our )?"
    r"(?:company|team|organi[sz]ation|support)\b|third part(?:y|ies)|anyone (?:else|outside))|"
    rf"\b(?:do not|don['\u2019]?t|never) tell {_CUSTOMERS}|"
    rf"{_STARTS}(?:{_IS}(?:only )?for {_DESK}|{_STAFF})(?: use| eyes)? only{_ENDS}|"
    rf"{_STARTS}{_IS}(?:only for|exclusively for|restricted to) {_DESK}{_ENDS}|"
    rf"{_STARTS}(?:nur )?(?:f\u00fcr den |zum )(?:rein )?internen (?:gebrauch|dienstgebrauch|verwendung){_ENDS}|"
    rf"{_STARTS}(?:nur (?:zur )?intern(?:en verwendung|er gebrauch)?|internes? (?:dokument|anleitung|runbook)){_ENDS}|"
    rf"{_LINE}(?:nur |streng )?intern[\s*_`]*(?:\Z|\n|[.!] )|[(\[](?:nur |streng )?intern[)\]]|"
    r"\bnicht f\u00fcr (?:die |unsere )?kund(?:en|innen)\b(?: bestimmt| gedacht)?|\bnicht an (?:die |unsere )?"
    r"kund(?:en|innen) (?:weiter)?(?:geben|leiten|senden|schicken)\b|"
    r"\bkund(?:en|innen) nicht (?:mitteilen|zeigen|sagen)|"
    rf"{_STARTS}nur f\u00fcr (?:den |die |unsere )?(?:mitarbeite\w+|support\w*|techniker\w*|kundendienst\w*|personal)"
    rf"{_ENDS}|{_STARTS}(?:\u00e0 |pour |document \u00e0 )?usage interne(?: uniquement| exclusivement)?{_ENDS}|"
    rf"{_STARTS}(?:s\u00f3lo |solo )?(?:para )?uso interno(?: exclusivo)?{_ENDS}",
    re.IGNORECASE,
)
"""What a document says that is not for customers, each a phrase by itself: `licensed for your internal use only` and
`internal storage: 512 GB` are none."""
_LABELS = (
    r"(?:(?:document |data |security |information )?classification|audience|visibility|confidentiality|sensitivity|"
    r"distribution|intended for|access|tlp|klassifi(?:zierung|kation)|vertraulichkeit|zielgruppe|sichtbarkeit)"
)
_LABEL = later(rf"(?i)[\s*_`>|-]*{_LABELS}[\s*_`]*[:=|][\s*_`]*(?P<said>[^\n|]{{1,60}})")
"""A line that says for whom a document is; its value is a phrase by itself."""
_LABELLED = later(
    rf"(?i)(?:(?:strictly |company |for )?intern(?:al|e)?(?: use)?(?: only)?|private|{_DESK}(?: only)?|nur intern|"
    r"mitarbeite\w+)(?=\W*\Z|[\s,;/]*(?:[(\u2013\u2014-]|not|only|use)\b)"
)
_KEY = later(rf"(?i){_LABELS}")
_DOUBT = later(
    rf"{_STARTS}(?:(?:strictly |company |private (?:and|&) |proprietary (?:and|&) )?confidential|proprietary|"
    rf"restricted|(?:streng )?vertraulich|confidentiel(?:le)?|for (?:authori[sz]ed|official) (?:use|personnel) only|"
    rf"tlp ?: ?(?:red|amber(?:\+strict)?)){_ENDS}",
    re.IGNORECASE,
)
"""What may be a document for customers, and may not: a contract is confidential, too."""
_FOLDERS = frozenset({"internal", "intern", "interne", "interno", "internal-only", "staff-only", "confidential"})
"""Folders that are likely not for customers; the internals of a program may be."""
_RUNNING = later(r"(?m)^(?:Header|Footer): (.+)$")


class Inside(NamedTuple):
    """What is not for customers: why, by the id of the document; `doubts` are those that may not be.

    `ask(text)` answers from these documents alone and leaves no record, `search(text)` finds their passages. `own` says
    whether a place is the ticket itself, which may lie among them.
    """

    why: Mapping[str, str] = NOTHING
    doubts: Mapping[str, str] = NOTHING
    ask: Callable[[str], Answer] | None = None
    search: Callable[[str], Sequence[Result]] | None = None
    own: Callable[[Citation], bool] = lambda _: False


def hidden(root: str, path: str, policy: Policy) -> str:
    """Why the policy keeps a document from customers, empty where it does not."""
    if _matches(root, path, policy.internal) or (policy.public and not _matches(root, path, policy.public)):
        return NAMED
    return ""


def idle(documents: Iterable[tuple[str, str]], policy: Policy) -> tuple[str, ...]:
    """The patterns of the policy that name none of these documents (root and path)."""
    known = tuple(documents)
    given = (*policy.internal, *policy.public)
    return tuple(one for one in given if not any(_matches(root, path, (one,)) for root, path in known))


def _matches(root: str, path: str, patterns: Sequence[str]) -> bool:
    """Whether a path below its source folder, or with that folder before it, is what a pattern names.

    `*` and `**` are any characters; a pattern without such a sign is a file or a folder with all below it.
    """
    places = (path.casefold(), f"{root}/{path}".casefold())
    return any(_named(place, one.casefold()) for one in patterns for place in places)


def _named(place: str, pattern: str) -> bool:
    if any(sign in pattern for sign in "*?["):
        return fnmatchcase(place, pattern)
    bare = pattern.strip("/")
    return place == bare or place.startswith(f"{bare}/")


def said(title: str, opening: str, ending: str = "", metadata: Mapping[str, object] = NOTHING) -> str:
    """The words with which a document says that it is not for customers; empty where it does not say so."""
    for line in _head(title, opening, ending, metadata):
        found = _SURE.search(line) or _labelled(line)
        if found:
            return _quoted(line)
    return next((f"{key}: {value}" for key, value in _told(metadata) if _LABELLED.match(value)), "")


def doubtful(
    place: tuple[str, str], title: str, opening: str, ending: str = "", metadata: Mapping[str, object] = NOTHING
) -> str:
    """What makes it likely that a document (`place`: its root and path) is not for customers; empty for nothing."""
    folders = f"{place[0]}/{place[1]}".casefold().split("/")[:-1]
    named = next((one for one in folders if one in _FOLDERS), "")
    if named:
        return f"it lies in a folder called {named}"
    head = (line for line in _head(title, opening, ending, metadata) if _DOUBT.search(line))
    told = (f"{key}: {value}" for key, value in _told(metadata) if _DOUBT.match(value))
    return next((_quoted(line) for line in head), "") or next(told, "")


def _head(title: str, opening: str, ending: str, metadata: Mapping[str, object]) -> list[str]:
    """The lines in which a document says what it is: its title, its first ones, those that run along its pages."""
    first = [line.strip() for line in opening[:OPENING].splitlines() if line.strip()][:LINES]
    running = metadata.get("running")
    listed = [str(one) for one in running] if isinstance(running, list | tuple) else []
    return [title, *first, *_RUNNING.findall(ending[-OPENING:]), *listed]


def _labelled(line: str) -> bool:
    label = _LABEL.match(line)
    return label is not None and _LABELLED.match(label["said"].strip(" *_`")) is not None


def _told(metadata: Mapping[str, object]) -> list[tuple[str, str]]:
    """What is told of a file under names that say for whom it is."""
    found = []
    for key, value in sorted(metadata.items()):
        if _KEY.fullmatch(key.replace("_", " ")):
            found += [(key, str(one).strip()) for one in (value if isinstance(value, list | tuple) else [value])]
    return found


def _quoted(line: str) -> str:
    """The line as it is shown, cut where it is long."""
    flat = " ".join(line.split())
    return f"it says: {flat if len(flat) <= 100 else f'{flat[:97]}...'}"  # noqa: PLR2004 - the length of a line


def open_ones(claims: Sequence[Claim], inside: Inside) -> tuple[Claim, ...]:
    """The statements that cite no internal document: the last gate, whatever a stage has put together."""
    return tuple(one for one in claims if inside.why.keys().isdisjoint(place.document_id for place in one.citations))


def outward(ranked: Ranked, inside: Inside) -> Ranked:
    """What was found, without internal documents: nothing of them is worded anew."""
    kept = tuple(one for one in ranked.results if one.citation.document_id not in inside.why)
    return ranked if len(kept) == len(ranked.results) else ranked._replace(results=kept)


def cites(answer: Answer | None, documents: Iterable[str]) -> bool:
    """Whether an answer cites any of the documents."""
    wanted = frozenset(documents)
    return answer is not None and any(one.document_id in wanted for claim in answer.claims for one in claim.citations)


def places(
    query: str, inside: Inside, told: Answer | None, public: float = 0.0, also: Sequence[str] = ()
) -> tuple[tuple[Inner, ...], bool]:
    """The internal places that speak of a query, best first, and whether they answer what nothing else does.

    `told` is what is drafted from other documents, None for nothing. Where that answers, these are not asked; where it
    answers a part or is unsure, these do so better when they are surer and no part themselves: but a mail, in which
    somebody asked the same. Where nothing is drafted, they alone answer unless a page for customers was found with more
    evidence (`public`): that one may answer, too, and only was not sure enough. `also` are questions that a draft
    leaves open: what speaks of these is shown, too.
    """
    if not inside.why or not query:
        return (), False
    whole = told is not None and told.verdict in WHOLE
    answer = inside.ask(query) if inside.ask and not whole else None
    answers = answer is not None and answer.verdict in GIVEN and bool(answer.claims)
    answers = answers and (told is None or answer is None or answer.confidence > told.confidence)
    answers = answers and answer is not None and not any(map(inside.own, answer.claims[0].citations))
    cited = [place for claim in answer.claims for place in claim.citations] if answer and answers else []
    near = inside.search(query) if inside.search else []
    more = [one for text in also for one in inside.search(text)] if inside.search else []
    found = [one.citation for one in (*near, *more) if one.confidence >= NEAR]
    alone = answers and (told is None or answer is None or not is_mail(answer.claims[0].citations[0].path))
    if told is not None and told.verdict in GIVEN and answer is not None:
        alone = alone and answer.verdict in WHOLE
    if told is None and near:
        leads = {one.document_id for one in cited}
        alone = (
            alone and max((one.confidence for one in near if one.citation.document_id in leads), default=0) >= public
        )
    shown = tuple(dict.fromkeys(one for one in (*cited, *found) if not inside.own(one)))
    known = {one.document_id: one for one in reversed(shown)}
    first = [one for one in shown if known[one.document_id] is one][:SHOWN]
    return tuple(Inner(one, inside.why.get(one.document_id, "")) for one in first), alone
