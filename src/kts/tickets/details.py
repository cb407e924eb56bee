"""What a ticket lacks to be worked on: who says that it does not work, and not what, is asked and not answered.

Nothing answers `it doesn't work since the update, please help`, and the nearest page is about somebody else's trouble.
So it is with `some error code`, where the documents have a remedy for each code. The desk drafts a request for what is
missing; a person looks at it as at every draft.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.tables.alternatives import PLAIN
from kts.answers import GIVEN
from kts.lexicon.analyse import terms
from kts.lexicon.identifiers import identifiers
from kts.lexicon.messages import GREETING
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.tickets.rows import cells, is_row
from kts.tickets.versions import CODES, wanted

if TYPE_CHECKING:
    from kts.answers import Answer
    from kts.tickets.nouns import Ticket

FLOOR = 0.2
"""Probability below which an answer that calls itself unsure is no draft: of the training half of samples/tickets four
drafts lie below, none of them right, and of the 43 above 31 are (of the next six two)."""
SPARSE = 1
"""Words of a fault that say something, up to which it is answered only where a question is, surely (a default)."""
LITTLE = "the ticket says little of what is wrong: see that it is this"
"""Doubt of an answer to such a ticket."""
MATTER = "what exactly you were doing, what you expected and what happened instead"
WORDS = "the exact words of the message, with its code if it shows one"
CODE = "the whole code that is shown"
VERSION = "the product and its version"
PLAN = "your plan or edition"
TIME = "since when it is so, and whether it happens always or now and then"
_FAULT = later(
    r"(?i)\b(?:(?:not|n['\u2019]?t|no longer|stopped|stops|nothing|never) (?:\w+ ){0,2}work(?:s|ing|ed)?|broken|broke|"
    r"errors?|fails?|failed|failing|failure|faulty|problems?|issues?|trouble|stuck|crash(?:es|ed|ing)?|freez(?:es|ing)|"
    r"hangs|down|wrong|bugs?|buggy|slow|dead|weird|strange|help|fix)\b|\bdo(?:es)?n['\u2019]?t work\b"
)
"""Says that something is wrong, or that help is needed."""
_VAGUE = frozenset(
    terms(
        "work works working worked function functions functioning broken broke break breaks error errors message "
        "messages fail fails failed failing failure faulty problem problems issue issues trouble troubles stuck crash "
        "crashes crashed crashing freeze freezes hang hangs down wrong bug bugs slow dead weird strange odd bad help "
        "helps fix fixed solve support please pls plz asap urgent urgently immediately quickly quick soon now today "
        "yesterday anymore longer again still always never since update updates updated upgrade upgraded version new "
        "old last thing things something anything nothing everything stuff it this that program software app "
        "application system product tool screen window computer pc laptop device machine site website page click "
        "clicked button says say said show shows shown see tell tells told happen happens happened happening appear "
        "appears appeared get gets got come comes came go goes went going do does doing did done try tries tried "
        "trying use uses used using need want make makes made look looks seem seems start started stop stopped stops "
        "doesnt dont cant wont isnt didnt couldnt not no "
        "hello hi hey dear sir madam team guys all everyone thank thanks thx regards cheers best kind greetings sorry "
        "time times day days week weeks morning hour hours minute minutes really very totally completely just only "
        "even anybody somebody someone anyone nobody people user users customer customers company office colleague "
        "colleagues whole everywhere question questions request ticket info information know idea ideas way "
        "i we you he she they me us him her them my our your his their have has had having be been being am are is was "
        "were will would can could should may might must shall don't doesn't didn't isn't can't won't couldn't "
        "wouldn't aren't haven't hasn't any more most much many some every each other another one lot both few same "
        "such own about after before because if then than so there here what which who when where why how i'm it's "
        "we're i've "
        "frustrating annoying terrible awful ridiculous unacceptable disaster garbage useless rubbish"
    )
)
"""Words that people use of whatever is wrong: with these alone nobody can tell what it is."""
_ASKS_CODE = later(
    r"(?i)\b(?:(?:an?|some|the|this|that|any|another|strange|weird|error|fault|same) (?:\w+ )?(?:error|fault|status)?"
    r" ?code|error (?:number|code)s?|code (?:or )?something|something (?:like )?code)\b"
)
"""Speaks of a code; which one, a code would say."""
_NUMBER = later(r"\d{3}")
_SINCE = later(r"(?i)\b(?:since|yesterday|today|this morning|ago|last (?:night|week|month)|\d{1,2}[:.]\d\d)\b")


def needed(ticket: Ticket, answer: Answer | None) -> tuple[str, ...]:
    """What the customer is asked for, in words; empty where the ticket says enough, or something else may say it.

    A mail before it, or a file that nobody has read, may tell what it is about.
    """
    if ticket.quoted.strip() or ticket.attachments or ticket.metadata.get("unread"):
        return ()
    if any(one.kind in CODES for one in identifiers(ticket.text)):
        return ()
    coded = _speaks_of_a_code(ticket, answer)
    if not coded and not _is_vague(ticket, answer):
        return ()
    version = () if wanted(ticket) else (VERSION,)
    plan = () if ticket.plan or coded else (PLAN,)
    time = () if _SINCE.search(ticket.text) and not coded else (TIME,)
    return (CODE, *version, *time) if coded else (MATTER, WORDS, *version, *plan, *time)


def sparse(ticket: Ticket, answer: Answer) -> Answer:
    """A sure answer with a doubt where the ticket tells hardly anything of a fault: `it rounds wrong, please help`."""
    tells = _tells(ticket)
    little = answer.verdict in GIVEN and tells is not None and len(tells) <= SPARSE and "?" not in ticket.text
    return answer._replace(doubts=(*answer.doubts, LITTLE)) if little and answer.claims else answer


def _is_vague(ticket: Ticket, answer: Answer | None) -> bool:
    """Whether a ticket says that something is wrong, or that it needs help, and nothing of what."""
    tells = _tells(ticket)
    sure = answer is not None and answer.verdict in GIVEN
    return tells is not None and (not tells or (len(tells) <= SPARSE and not sure))


def _tells(ticket: Ticket) -> set[str] | None:
    """The words that tell what is wrong; None where nothing is said to be, or a number as of a message is named."""
    text = _said(ticket)
    said = {one for one in terms(text) if len(one) > 1} - PLAIN - _VAGUE
    return said if _FAULT.search(text) and not any(_NUMBER.search(one) for one in said) else None


def _said(ticket: Ticket) -> str:
    """Subject and sentences, without greetings and the words after the last sentence's end, such as a name."""
    said = [ticket.description[start:end].strip() for start, end in sentences(ticket.description)]
    return "\n".join((ticket.subject, *(one for one in said if one and not GREETING.match(one)))).replace("\u2019", "'")


def _speaks_of_a_code(ticket: Ticket, answer: Answer | None) -> bool:
    """Whether a ticket speaks of a code without naming it, and the answer tells of the codes that documents have."""
    codes = codes_told(answer)
    if not codes:
        return False
    heads = {match[0].casefold() for code in codes if (match := re.match(r"[^\W\d_]{2,}", code))}
    bare = [one for one in re.findall(r"(?<![\w-])[A-Z]{2,8}(?![\w-])", ticket.text) if one.casefold() in heads]
    return bool(bare) or _ASKS_CODE.search(ticket.text) is not None


def codes_told(answer: Answer | None) -> frozenset[str]:
    """The codes of which the rows of an answer are: what stands in their first cell."""
    if answer is None:
        return frozenset()
    rows = (cells(one.text) for one in answer.claims if any(is_row(place.quote) for place in one.citations))
    first = [row[0][1].strip(" *_`") for row in rows if row]
    found = (one for value in first for one in identifiers(value) if one.kind in CODES and one.surface == value)
    return frozenset(one.surface for one in found)


def too_unsure(answer: Answer, confidence: float) -> bool:
    """Whether an answer that calls itself unsure is so unlikely that it is no draft: what it cites is unrelated."""
    return answer.verdict == "low_confidence" and confidence < FLOOR
