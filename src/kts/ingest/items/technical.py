"""Manuals, procedures and references: what to do, what must hold, what is set to what, what to beware of.

Ordered rules: what a warning or an example is called goes before what its words say, a denied imperative before a plain
one, a requirement before a step.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.items.clause import subordinate
from kts.ingest.items.words import FIRST, at_words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.items.units import Unit

_CALLED = {
    "warning": "Warning",
    "warnings": "Warning",
    "caution": "Warning",
    "danger": "Warning",
    "attention": "Warning",
    "important": "Warning",
    "note": "Note",
    "notes": "Note",
    "tip": "Note",
    "tips": "Note",
    "hint": "Note",
    "info": "Note",
    "example": "Example",
    "examples": "Example",
}
_ALONE = later(rf"\[?!?({'|'.join(_CALLED)})\]?(?: \d+)?[.:!]*\Z", re.IGNORECASE)
_LABEL = later(rf"({'|'.join(_CALLED)})(?: \d+)?[:!.] (?=\S)", re.IGNORECASE)
_FORBIDS = at_words(
    rf"{FIRST}(?:please )?(?:never|do not|don't|avoid|beware)\b|taboo\b"
    r"|(?:is|are) never (?:\w+ed|sent|given)\b.*\bby (?:force|hand|mail|chat)\b"
)
_FORBIDS_LATER = later(r"[,:;] (?:never|do not|don't) ([a-z]+)\b")
_EXAMPLE = later(
    r"(?:for (?:example|instance)|e\.g\.|suppose|assume that|(?:the )?(?:following|example|sample)(?: [\w/#+-]+){0,4}"
    r" (?:shows|creates|uses|demonstrates|modifies|adds|is an example)|example|(?:here|this"
    r"|the following) is an example)\b"
)
_HYPOTHETICAL = at_words(r"would have (?:been|had)\b")
_CASE = at_words(
    r"(?:loan|account|order|customer|invoice|ticket|user) (?:no\. |number |#)?\d{4,}\b"
    rf"|{FIRST}On (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{{1,2}}\b"
)
_REQUIRES = at_words(
    r"(?:must|shall|has to|have to|may (?:not|never)|(?<!not )(?<!n't )(?<!no )(?<!the )needs? (?!not\b|be\b)"
    r"|(?:is|are) (?:needed|required|mandatory|obligatory)|(?:is|are) not (?:accepted|allowed|permitted)"
    r"|(?:can't|cannot|can) exceed)\b"
)
_LIMITS = at_words(
    r"(?:requires?|at least \d+|at most \d+"
    r"|(?:is|are) (?:only )?(?:allowed|permitted)|may \w+ up to|up to \$?\d+[\d,]* may|(?:is|are) to be"
    r"|within (?:\*\*)?\d+ (?:business |calendar |working )?(?:days|hours)"
    r"|(?:no|not) (?:later|earlier|more|fewer|less) than|at the latest"
    r"|(?:is|are) (?:limited|restricted) to|exactly \d+"
    r"|only (?:with|by|after|if|on|for|in) (?:an?|the|two|form|written|approval|holders)"
    r"|two (?:persons|people|signatures|different)|four[ -]eyes|is replaced by|in writing)\b|(?<=, )never (?!by\b)\w+"
    rf"|{FIRST}(?:only|nobody|no one|none)\b|{FIRST}(?:no|neither) [\w -]{{2,40}} (?:is|are|gets?|has|have)\b"
)
_HARMS = at_words(
    r"(?:(?:cannot|can't|can not) (?:then |later |ever )?be (?:undone|reversed|recovered|restored|taken back|retrieved)"
    r"|(?:is|are|will be) (?:permanently|irretrievably|irrevocably|irreversibly) \w+|(?:is|are) irreversible"
    r"|(?:data|work|changes) (?:is|are|will be) lost|(?:risk|danger) of (?:injury|shock|fire|damage|loss|data loss))\b"
)
_CANNOT = at_words(r"(?:cannot|could not)\b")
_KNOB = r"(?:parameter|setting|option|switch|property|variable|key|flag|field|attribute|mode|box)"
_CONFIGURES = at_words(
    r"(?:(?:is|are|was) set to|defaults? (?:to|is|value|of)|by default|delivered value"
    r"|switch [a-z]|default:|(?:valid|allowed|accepted|possible|permitted) values?"
    r"|the file [\w.-]+\.(?:json|toml|ya?ml|ini|conf|cfg|xml|properties|env)|environment variable"
    r"|config(?:uration)? (?:file|key)"
    r"|can be (?:set|configured|enabled|disabled|overridden|changed|turned (?:on|off)|switched (?:on|off))"
    r"|(?:is|are) (?:enabled|disabled|turned (?:on|off)|switched (?:on|off)) (?:by|in|under|through|via)"
    rf"|{_KNOB}s? (?:[\w.=-]+ )?(?:(?:is|are) (?:read|set|under|on|in|off|called|named|stored|kept|used)|sets?"
    rf"|controls?|determines?|defines?"
    r"|defaults?|takes|holds|enables?|disables?|says|tells))\b"
)
_NAMED = later(rf"(?i:{_KNOB}) (?=[\w.-]*[A-Z_=])[\w.-]*[A-Z\d_]{{2}}[\w.=-]* [a-z]+s\b")
_COUNT = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)"
_STATES = later(
    r"(?:The )?[\w' -]{3,60}?(?:period|cut-off|limit|tolerance|ceiling|threshold|time-?out|interval|rate|factor"
    r"|amount|window|delay|lifetime|frequency|capacity|resolution|percentage|deadline|retention|level|depth|width|height"
    r"|cushion|maximum|minimum|size|port|address|value|length|quota|number)s?(?: [\w' -]{0,40}?)?"
    rf" ?(?:is|are|:|=) (?:\$?\d|[\w ]{{0,12}}\$?\d|{_COUNT}\b)"
    r"|(?:Specifies|Sets|Enables|Disables|Controls|Determines|Defines|Configures) \w+"
    r"|\w*[A-Za-z]_\w+ (?:is|are|sets|controls|says|gives|holds|limits|determines|defines|defaults|names|lists)\b"
    r"|[\w.-]+ ?= ?\S|set the \w+: "
)
_EQUALS = at_words(r"\w+ ?= ?(?:first|the|\w+ \+) ")
_SETTING = later(r"^\s*[\"']?[\w.-]+[\"']?\s*[=:]\s*\S", re.MULTILINE)
_PERSON = (
    r"(?:initiator|approver|clerk|agent|analyst|supervisor|engineer|operator|user|person|manager|officer|owner|team"
    r"|lead"
    r"|administrator|requester|reviewer|handler|checker|custodian|specialist|trainer)s?"
)
_ALLOWS = at_words(rf"{_PERSON} (?:alone |also )?(?:may|is allowed to|are allowed to)\b")
_ROLE = later(
    r"(?:\w+(?:ly)?,? )?(?:(?:Within|In|After|Before|On|At|Each|Every|By)\b[^,]{0,60}?,? )?(?:[Tt]he|[Aa]n?"
    r"|[Aa] second|[Oo]ne)"
    rf" (?:\w+ )?(?:desk|{_PERSON}) (?:then |also )?"
    r"(?!is\b|has\b|was\b|does\b|needs\b)[a-z]+s\b"
)
_CONDITION = later(
    r"\A(?:(?:if|when|where|once|as soon as|unless|until|while)\b(?:[^.]|\.(?! [A-Z])){0,200}?[,:;] (?:then |please "
    r"|also |first )?"
    r"|(?:after|before|for|in|on|at|from|with|then|second|first|each|every|one|by|to|during)\b"
    r"(?:(?! (?:must|may|is|are|has|have|needs?) )[^.,:;]){0,120}[,:;] (?:then |please |also )?"
    r"|[\w()', -]{1,80}: )",
    re.IGNORECASE,
)
_FIRST = later(r"(?:please |then |next,? |finally,? |first,? |now,? |always |also |either )?([a-z]+)\b", re.IGNORECASE)
_VERBS = frozenset(
    "accept access acknowledge activate add adjust allow answer append apply approve archive ask assess assign"
    " attach avoid"
    " back balance begin book bring browse build call cancel carry change charge check choose clean clear click"
    " close collect"
    " compare complete compute configure confirm connect contact continue convert copy correct count create cut"
    " deactivate"
    " debit decide delete deliver deploy describe destroy determine disable disconnect dispatch divide do document"
    " double"
    " download drag drain draw drop edit eject enable end ensure enter escalate estimate examine execute exit export"
    " file fill"
    " filter find finish fix follow forward freeze generate get give go have hold identify import include inform"
    " insert inspect"
    " install investigate issue keep label leave let list load locate lock log look mail make mark match measure merge"
    " migrate modify monitor mount move name navigate note notify obtain offer open order pay pass paste perform"
    " phone pick"
    " place plan post prepare press print proceed provide publish pull push put query quote raise read reboot rebuild"
    " recalculate reconcile record recover reduce refer refresh refuse register reject release reload remove rename"
    " renew"
    " repair repeat replace reply report repost request rerun rescan reset resolve respond restart restore resume"
    " retry return"
    " reverse review revoke roll rotate run sample save scale scan schedule scroll search see select send separate"
    " set share"
    " shut sign skip sort specify split start state stop store submit suspend switch take tell terminate test tick"
    " toggle"
    " trace track transfer try turn type unlock unmount unpack update upgrade upload use validate verify view visit"
    " wait waive"
    " warn watch withdraw work write wrap"
    " advise allocate amend analyse analyze announce append arrange authenticate authorise authorize await bypass"
    " calculate capture categorise categorize circulate classify commit communicate compile consult consider coordinate"
    " decrease define detach diagnose dial discard distribute double-click empty encrypt enlist enrol enroll erase"
    " establish evaluate exclude expand explain extract fetch finalise finalize flush gather grant halt highlight hover"
    " increase initialise initialize initiate invite invoke isolate join listen maintain memorise minimise"
    " minimize multiply observe organise organize override pause postpone prevent prioritise prioritize proofread"
    " protect prove purge quit reach reactivate reassign recheck recommend reconnect redirect redo refund regenerate"
    " reinstall rely remember remind remit reprint resend reserve resubmit retain retrieve revert rewrite route scroll"
    " seal secure segregate shred solve stay subtract summarise summarize synchronise synchronize tap tell tighten"
    " transmit treat trigger trim troubleshoot undo uninstall unplug unset unzip void wipe".split()
)
_NOUNS = later(
    r"\A\w+ (?:(?:is|are|was|were|has|have|had|of|may|can|must|will|does|do|shows?|means|goes|comes)\b"
    r"|(?:in|for|by|with|and|or|from|to|on|at|\d)[^,;:.]{0,60}? (?:is|are|was|were|has|have)\b"
    r"|[A-Z][\w-]*[\d=_][\w=-]* [a-z]+s\b|not\b)"
)
_SEE = later(r"(?:for|to (?:learn|find out|read))\b[^.]{0,120}?, see\b|see (?:also )?\S", re.IGNORECASE)
_SET = later(r"set the [\w -]{1,40}: ", re.IGNORECASE)
_STEPS = later(r"\b(?:procedure|steps?|instructions|how to|workflow|resolution|mitigation|what to do|checklists?)\b")
_EXAMPLES = later(r"\bexamples?\b")
_WARNINGS = later(r"[\d. ]*(?:warnings?|cautions?|known traps|pitfalls)\b")


def types(units: Sequence[Unit], doc_type: str) -> list[str]:
    """The type of each unit, in order; `doc_type` SOP makes numbered sentences steps."""
    found: list[str] = []
    called, paragraph, last = "", -1, -1
    for unit in units:
        begins, last = unit.paragraph != last or bool(unit.marker), unit.paragraph
        if unit.layout != "heading" and (alone := _ALONE.match(unit.text)):
            called, paragraph = _CALLED[alone[1].lower()], unit.paragraph + unit.text.endswith(":")
            found.append(called)
            continue
        if unit.paragraph > paragraph:
            called = ""
        found.append(called or _type(unit, begins=begins, steps=doc_type == "SOP"))
    return found


def _type(unit: Unit, *, begins: bool, steps: bool) -> str:
    if unit.layout == "code":
        return "Configuration" if _is_settings(unit.text) else "Example"
    label = _LABEL.match(unit.text)
    if label:
        return _CALLED[label[1].lower()]
    return _by_place(unit, begins=begins) or _by_words(unit, steps=steps)


def _is_settings(code: str) -> bool:
    lines = code.count("\n") + 1
    return 2 * len(_SETTING.findall(code)) >= lines


def _by_place(unit: Unit, *, begins: bool) -> str:
    """Warnings and examples stand under headings that say so; `begins`: the unit begins a paragraph."""
    text = unit.text
    lowered = f" {text.lower()}"
    if begins and _WARNINGS.match(unit.heading):
        return "Warning"
    if _FORBIDS.search(lowered) or (unit.stressed and " never " in text):
        return "Warning"
    supposes = _EXAMPLE.match(lowered, 1) or (" have " in lowered and _HYPOTHETICAL.search(lowered))
    if supposes or _CASE.search(f" {text}"):
        return "Example"
    headed = "example" in unit.heading and _EXAMPLES.search(unit.heading)
    return "Example" if headed and not is_instruction(text) else ""


def _by_words(unit: Unit, *, steps: bool) -> str:
    text = unit.text
    if _SEE.match(text):
        return "Note"
    if is_instruction(text):
        return "Configuration" if _SET.match(text) else "Procedure"
    lowered = f" {text.lower()}"
    later = _FORBIDS_LATER.search(lowered)
    if (later and later[1] in _VERBS) or _HARMS.search(lowered):
        return "Warning"
    if "not" in text and _CANNOT.search(f" {text}"):
        return "Note"
    if any(not subordinate(text[: match.start()]) for match in _REQUIRES.finditer(lowered)):
        return "Requirement"
    found = _by_rule(text, lowered)
    return found or ("Procedure" if unit.marker == "number" and (steps or _STEPS.search(unit.heading)) else "Note")


def _by_rule(text: str, lowered: str) -> str:
    """What a sentence's words make of it, the first rule that fits; `lowered` is it in lower case behind a blank."""
    if ("may" in text or "allowed" in text) and _ALLOWS.search(f" {text}"):
        return "Requirement"
    if _ROLE.match(text):
        return "Procedure"
    if _LIMITS.search(lowered):
        return "Requirement"
    states = _STATES.match(text) or _NAMED.match(text) or ("=" in text and _EQUALS.search(f" {text}"))
    configures = states or _CONFIGURES.search(lowered)
    return "Configuration" if configures else ""


def is_instruction(text: str) -> bool:
    """Whether a sentence tells its reader to do something: it begins with a verb, or does after a condition."""
    if _begins_with_verb(text):
        return True
    condition = _CONDITION.match(text)
    if condition is not None and _begins_with_verb(text[condition.end() :]):
        return True
    return any(_begins_with_verb(part) for part in text.split("; ")[1:])


def _begins_with_verb(text: str) -> bool:
    first = _FIRST.match(text)
    return first is not None and first[1].lower() in _VERBS and not _NOUNS.match(text[first.start(1) :])
