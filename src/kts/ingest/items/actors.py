"""Who a clause binds or permits, and what it has them do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.items.words import at_words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.ingest.items.clause import Clause

_NAME = r"[A-Z][\w&'.-]*(?<![.'])(?:'s?)?"
_PARTY = later(
    r"(?:\A|[\s,(])(?P<determiner>(?:[Tt]he|[Ee]ach|[Ee]very|[Aa]ny|[Aa]n?|[Ee]ither|[Nn]either|[Nn]o|[Ss]uch|[Oo]ne"
    r"|[Tt]wo"
    r"|[Aa]ll|[Bb]oth)\s+(?:of\s+(?:the\s+)?)?)?(?P<name>(?:(?:other|terminated|resigning|successor|second|third"
    r"|same|indemnifying"
    rf"|transferor|terminating|disclosing|receiving|affected|new|former|first)\s+)?(?:{_NAME}(?:\s+(?:{_NAME}"
    rf"|of(?:\s+(?:the|such))?"
    rf"(?=\s+[A-Z])))*|[a-z]+))(?:\s+(?:also|hereby|then|each|both|acting alone|at any time))?\s*\Z"
)
_JOINED = later(
    r"[,\s](?:(?<=,)\s+(?:and\s+|or\s+|nor\s+)?|(?<=\s)\s*(?:,\s+(?:and\s+|or\s+|nor\s+)?|(?:and|or|nor)\s+))"
)
_AND = later(r"and|or")
_PRONOUN = later(r"(?:\A|[\s,])(?:it|they|he or she|he|she)\s*\Z", re.IGNORECASE)
_BY = at_words(rf"by (?:the |any |each |a |an )?(?P<name>{_NAME}(?: {_NAME})*|[a-z]+)")
_PASSIVE = later(
    r"(?: not| also| never| only| [a-z]+ly)*(?: have been| be)(?: [a-z]+ly)? [a-z]+(?:ed|en|t|de|wn|ld|ne|id)\b"
)
_VERB = later(
    r"[ ,]*(?:(?:not|also|never|no longer|only|promptly|immediately|at all times|at any time|in any event|either"
    r"|[a-z]+ly"
    r"|to|be (?:entitled|required|permitted|obligated|able) to)\b[ ,]*)*(?:cause (?:[A-Za-z' ]{1,40}? )?to"
    r" )?(?P<be>be (?:[a-z]+ly )?)?"
    r"(?P<verb>[a-z]+)\b"
)
_PEOPLE = frozenset(
    "party parties lender lenders borrower licensee licensor customer client vendor agent clerk clerks manager"
    " officer user"
    " users employee employees staff supervisor administrator owner holder holders person persons approver initiator"
    " buyer"
    " seller supplier contractor subcontractor tenant landlord guarantor trustee assignee transferee participant"
    " provider"
    " company purchaser operator reviewer team leader consultant director member members partner partners"
    " shareholder lessee"
    " lessor insurer analyst engineer nobody anyone everybody everyone whoever recipient sender author applicant"
    " requester"
    " we you distributor manufacturer publisher developer auditor desk department committee board sponsor"
    " executor".split()
)
_THINGS = frozenset(
    "Report File Files Agreement Account Accounts Certificate Certificates Loan Loans Note Notes Date Amount Amounts"
    " Fee Fees"
    " Rate Notice Notices Fund Funds Balance Period Property Document Documents Section Article Exhibit Schedule"
    " Advance"
    " Advances Price Information Products Product Services Service Interest Term Event Default Payment Payments Law"
    " Title"
    " Condition Plan Program Software Materials Patents Patent Invoice Order Policy Insurance Amendment Collateral"
    " Milestones"
    " Facility Premium Deliverable Specifications Data Costs Expenses Taxes Claims Claim Consent Approval"
    " Obligations Order"
    " Records Income Option Transfer Security Shares Stock Certificate's Draft Ratio Manual".split()
)


def actors(clause: Clause, previous: tuple[str, ...]) -> tuple[str, ...]:
    """The parties that the clause is about; `previous` are those of the sentence before, for a pronoun."""
    if not clause.force:
        return ()
    if _PRONOUN.search(clause.subject):
        return previous
    if _PASSIVE.match(clause.rest):
        return _doers(clause.rest)
    found = _parties(clause.subject)
    return tuple(found)


def _doers(rest: str) -> tuple[str, ...]:
    """Who does it, in the passive: "must be delivered by the Servicer"."""
    match = _BY.search(f" {rest[:120]}")
    return (match["name"],) if match and is_party(match["name"]) else ()


def _parties(subject: str) -> list[str]:
    """The party at the end of the words before a modal, and those that are listed with it."""
    subject = subject.rstrip(" ,")
    joints = list(_JOINED.finditer(subject))
    starts, ends = [0, *(joint.end() for joint in joints)], [*(joint.start() for joint in joints), len(subject)]
    found: list[str] = []
    coordinated = False
    for position in range(len(starts) - 1, -1, -1):
        match = _PARTY.search(subject[starts[position] : ends[position]])
        if match is None or not is_party(match["name"]):
            break
        if found and not (coordinated and match.start() == 0):
            break
        found.insert(0, _with_determiner(match))
        coordinated = coordinated or (position > 0 and bool(_AND.search(joints[position - 1][0])))
    return found


def _with_determiner(match: re.Match[str]) -> str:
    name = " ".join(match["name"].split())
    determiner = " ".join((match["determiner"] or "").split()).lower()
    if name[0].islower() and determiner in {"each", "either", "every", "second", "two"}:
        return f"{determiner} {name}"
    return f"either {name}" if determiner == "neither" and name[0].islower() else name


def is_party(name: str) -> bool:
    """Whether a subject can have duties: a capitalised name that is no thing, or a word for people."""
    last = name.rpartition(" ")[2]
    if last[0].islower():
        return last in _PEOPLE
    return last not in _THINGS and not last.endswith(("tion", "ment")) and last not in {"This", "That", "It", "There"}


def verbs(clause: Clause) -> tuple[str, ...]:
    """The first verb of what is to be done; the participle in the passive."""
    match = _VERB.match(clause.rest)
    if not clause.force or match is None:
        return ()
    return (match["verb"],)
