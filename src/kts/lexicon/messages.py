"""What a message asks and what it tells: people write to a person, with a story, a greeting, and the question in it.

By rules, on English as it is written to colleagues; other languages are told by their question marks alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SAYING = 2
"""Words of content from which a question stands for itself; `any ideas?` asks what the others ask (a default)."""

_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_BEFORE_WH = r"(?:(?:for|by|at|in|on|to|from|until|since|after|with|under) )?"
_HELLO = (
    r"(?:(?:dear|hello|hi|hey|good (?:morning|day|afternoon|evening)|"
    r"morning(?= all\b| every| team\b| (?-i:[A-Z])\w*[,!]|\W*$|[,!])|"
    r"greetings|to whom it may concern|guten (?:tag|morgen|abend)|hallo|sehr geehrte[rsn]?|liebe[rsn]?|bonjour|"
    r"bonsoir|madame|monsieur|hola|buenos d\u00edas)\b)"
)
_NAME = r"(?:[,.!]?\s+(?-i:[^\W\d_a-z])[\w.'\u2019-]*){0,3}"
_TELLS = (
    r"[^,.!?\n]*\s(?:i|we|my|our|it|is|are|am|was|were|has|have|had|can|could|will|would|does|did|do|need|needs|want|"
    r"please|how|what|when|where|why|which|who|not|no)\b"
)
"""Behind a greeting in one sentence: more than a greeting is said."""
GREETING = later(
    rf"(?i)^(?:{_HELLO}(?!{_TELLS})[^,.!?\n]{{0,40}}[,.!]?"
    r"|(?:thanks?|thank you|many thanks|thx|tia|vielen dank|danke|merci|gracias)\b(?! to\b)[^?]{0,40}"
    r"|(?:cheers|kind regards|regards|sincerely|mit freundlichen gr\u00fc\u00dfen|viele gr\u00fc\u00dfe|cordialement|"
    r"saludos)\b[^?]{0,40}"
    rf"|(?:best(?: regards| wishes)?|yours(?: sincerely| truly| faithfully)?){_NAME}\W*)$"
)
"""A sentence that greets or thanks, and nothing else."""
_HAIL = later(rf"(?i)\A\W*(?:{_HELLO}(?: (?!{_WH}\b)[\w.-]+){{0,3}}|quick (?:one|question))\s*[,!:\u2013\u2014]\s*")
"""A greeting that a sentence begins with."""
HAIL_LINE = later(
    rf"(?i)\A\W*{_HELLO}(?: (?:there|all|team|everyone|everybody|support|(?-i:[^\W\d_a-z])[\w.-]+)){{0,3}}"
    r"[ \t]*[,.!]?[ \t]*\r?\n\s*(?=\S)"
)
"""A greeting in a line of its own, which the next line goes on from as if both were one sentence."""
_LEAD_IN = later(
    r"(?i)\A\W*(?:so|now|anyway|in short|long story short|in other words|to be precise|"
    r"(?:(?:my|the|our|a|one) (?:\w+ )?)?question|"
    r"here(?:['\u2019]s| is) (?:my|the|our|what) [\w' ]{2,40})\s*:\s*(?=\S)"
)
"""What announces a question and is no part of it."""
_ME = r"(?: (?:me|us|know|understand|to me|out|with))*"
_FRAME = later(
    r"(?i)\b(?:(?:can|could|would|will|may) (?:you|any(?:one|body)|some(?:one|body)|i)"
    r"(?: please| kindly| possibly| just)*"
    r" (?:tell|let|remind|explain|confirm|clarify|check|advise|say|ask|help|show|inform|find out|look up|point)\b"
    rf"{_ME}|please(?: also| just| kindly)? (?:tell|let|remind|explain|confirm|clarify|check|advise|inform)\b{_ME}"
    r"|(?:tell me|let me know|let us know|remind me)"
    r"|i(?: would|['\u2019]d| really| just| also)*(?: need| like| love| want| have| wish)(?: really)?"
    r" to (?:know|understand|find out|ask|learn|be sure|check|hear)(?: from you)?"
    r"|i(?:['\u2019]m| am| was)?(?: just| also)? wonder(?:ing)?"
    r"|i(?:['\u2019]d| would) be (?:glad|grateful|happy) to know"
    r"|(?:do|does|would) (?:you|any(?:one|body)|some(?:one|body))(?: happen to)? know"
    r"|(?:my|the|our) (?:\w+ )?question (?:is|was)(?: simply| this| just)?|what i (?:need|want) to know is|any idea"
    r"|i(?:['\u2019]m| am) (?:not sure|unsure|asking(?: you)?)"
    r"|i (?:do not|don['\u2019]t|can['\u2019]t|cannot) (?:know|remember|recall|find))"
    rf"[\s,:]*(?:about )?(?={_BEFORE_WH}{_WH}\b|whether\b|if\b)"
)
"""What comes before an indirect question: the question is what follows, and what else the sentence says before."""
_BEGINS = later(
    r"(?i)\A\W*(?:please )?(?:explain|describe|list|summari[sz]e|compare|outline|name|define|tell me|give me|"
    r"(?:how|what|which|who|why|where)(?:['\u2019]s| (?:do|does|did|is|are|was|were|can|could|should|must|may|many|"
    r"much|long|often|to)))\b"
)
"""How an order to answer begins, and a question whose mark was forgotten."""
_REQUESTS = later(r"(?i)\A\W*(?:please|(?:can|could|would|will) you|(?:i|we) (?:need|want|would like))\b")
"""How a request begins: what is asked where there is no question."""
_BLAND = frozenset(
    "any idea ideas thought thoughts help helps advice clue clues please anyone anybody someone somebody me us you i "
    "we my your right ok okay correct true sense make makes happen happens happened mind know sure normal thing things "
    "do did does can could would should shall may might tell say said so now then else about that this it really just "
    "believe imagine guess again ask asked asking question questions quick here there hear see look get got am have "
    "has had or yes no please thanks thank sorry bother".split()
)
"""Words of questions that ask nothing by themselves: `any idea?`, `can you help me?`, `is that right?`."""
_CHAT = later(
    r"(?i)\W*(?:do you (?:remember|recall)|did you (?:see|hear|get|receive|know)|have you (?:seen|heard|got|received)|"
    r"can you (?:believe|imagine)|how are (?:you|things)|how was your|are you (?:well|there|the right)|guess what|"
    r"am i (?:right|wrong))\b"
)
"""How a question begins that is part of the story."""


class Message(NamedTuple):
    """Where a text asks and where it tells; `asks` is empty where nothing in it is a question.

    `asks` are without the frame of an indirect question, `told` without greetings and thanks; `greets` is whether there
    were any.
    """

    text: str
    asks: tuple[Span, ...]
    told: tuple[Span, ...]
    greets: bool = False

    @property
    def is_written(self) -> bool:
        """Whether somebody asks it of somebody, and does not only put a question."""
        return bool(self.asks) and (self.greets or bool(self.told and _OURS.search(self.text)))


def message(text: str) -> Message:
    """The questions of a text, else its requests, and what it tells beside them."""
    found = list(_said(text))
    said = [one for one in found if not GREETING.match(text[one.start : one.end].strip())]
    greets = len(said) < len(found) or any(map(_hails, (text[start:end] for start, end in sentences(text))))
    asking = dict(_asking(said, text)) or {one: one for one in said if _REQUESTS.match(text[one.start : one.end])}
    rich = [asked for asked in asking.values() if not _is_bland(text[asked.start : asked.end])]
    return Message(text, tuple(rich or asking.values()), tuple(one for one in said if one not in asking), greets)


def _hails(sentence: str) -> bool:
    return _HAIL.match(sentence) is not None or HAIL_LINE.match(sentence) is not None


def _asking(said: Sequence[Span], text: str) -> Iterator[tuple[Span, Span]]:
    """The sentences that ask, each with the part that does, and those right behind one that say what it means."""
    before = False
    for one in said:
        asked = _asks(text, one)
        if asked is None and before and _EXPLAINS.match(text, one.start):
            asked = one
        if asked is not None:
            yield one, asked
        before = asked is not None


_EXPLAINS = later(
    r"(?:This|These|That|Those|It|Which) (?:also |only )?"
    r"(?:includes?|means?|is about|concerns?|refers?|covers?|applies|apply)\b"
)
"""How a sentence begins that explains the question before it: `This includes loans that were modified.`"""


def _said(text: str) -> Iterator[Span]:
    """The sentences, without a greeting that one begins with."""
    for start, end in sentences(text):
        hail = _HAIL.match(text[start:end]) or HAIL_LINE.match(text[start:end])
        begin = start + hail.end() if hail else start
        starts = [begin, *(match.end() for match in _GOES_ON.finditer(text, begin, end))]
        yield from (Span(*one) for one in pairwise([*starts, end]) if text[one[0] : one[1]].strip())


_GOES_ON = later(
    rf"(?<=[^\W_][^\W_][.!?])\s+(?={_WH}\b|(?:can|could|may|must|should|do|does|did|is|are) (?:i|we|you|it)\b)"
)
"""Where a question begins that is written with a small letter."""


def _asks(text: str, sentence: Span) -> Span | None:
    """The part of a sentence that asks, None where it only tells."""
    said = text[sentence.start : sentence.end]
    announced = _LEAD_IN.match(said) or _FRAME.search(said)
    if announced and _says_nothing(said[: announced.start()]):
        return Span(sentence.start + announced.end(), sentence.end)
    if announced or said.rstrip("\"'\u201d\u2019) ").endswith(("?", "\uff1f")) or _BEGINS.match(said):
        return sentence
    return None


def _says_nothing(before: str) -> bool:
    """Whether nothing is lost with what stands before the frame of a question: `for error KB-9999, can you tell me`."""
    return bool(GREETING.match(before.strip())) or not (content(before) or _ASKING_WORD.search(before))


def _is_bland(said: str) -> bool:
    """Whether a question says too little to be one beside another, or asks after the one who is asked."""
    return bool(_CHAT.match(said)) or len(content(said)) < SAYING


def content(question: str) -> list[str]:
    """The words of a question that say something."""
    return [word for word in words(question) if word not in _BLAND and word not in STOP_WORDS]


def closed(text: str, asks: Span) -> str:
    """A question with its mark, which an indirect one lacks, and without the frame of one within it."""
    whole = text[asks.start : asks.end].strip()
    bare = _FRAME.sub("", whole)
    is_indirect = bare != whole or _INDIRECT.match(bare)
    return f"{bare.rstrip(' .!;,')}?" if is_indirect and not bare.endswith("?") else bare


_ASKING_WORD = later(rf"(?i)\b{_WH}\b")
_INDIRECT = later(rf"(?i){_BEFORE_WH}{_WH}\b|(?:whether|if)\b")
_REFERS = later(r"(?i)\b(?:this|these|those|it|its|they|them|their|he|him|his|she|her|such|same|there|then|that)\b")
_NO_REFERENCE = later(
    r"(?i)\bthere (?:is|are|was|were|be)\b|\b(?:is|are|was|were) there\b|"
    r"\b(?!(?:of|in|at|for|to|on|by|with) )\w+ that (?:\w+ ){1,4}|"
    r"\b(?:is|does|did|can|will|may|must) it (?:take|possible|allowed|necessary|permitted|safe|mean|cost)\b"
)
"""Words that look as if they referred to something: `there is`, `the fee that is charged`."""


def refers(question: str) -> bool:
    """Whether a question speaks of something that was told before: `such a message`, `its fee`, `this time`."""
    return bool(_REFERS.search(_NO_REFERENCE.sub(" ", question)))


_OURS = later(
    r"(?i)(?<![\w.])(?:i(?! of\b)|we|(?:i|we)['\u2019](?:m|ve|d|ll|re)|my|me|us|our|ours|ich|wir|mir|mich|uns)(?![\w.])"
)
_PERSONAL = later(r"(?i)(?<![\w.])(?:i|i['\u2019](?:m|ve|d|ll)|my|me|mine|myself|ich|mir|mich|mein\w*)(?![\w.])")


def personal(said: Message) -> tuple[Span, ...]:
    """The told sentences about the one who asks, and those that go on about the same (`She was wonderful`)."""
    found: list[Span] = []
    for at, one in enumerate(said.told):
        text = said.text[one.start : one.end]
        goes_on = bool(found) and said.told[at - 1] is found[-1] and refers(text)
        if _PERSONAL.search(text) or goes_on:
            found.append(one)
    return tuple(found)
