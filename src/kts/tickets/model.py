"""What a language model may do for a ticket, each use switched on by itself; without one the rules' result stands.

Nothing that a model writes is believed: classes must be the policy's, words of an augmentation only search, and every
sentence of a draft goes through the gate that holds claims against evidence. What fails leaves a note, and the result
without a model. Texts of strangers stand between marks that nobody can know beforehand.
"""

from __future__ import annotations

import re
from string import Template
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from kts.answers import Claim, Evidence
from kts.errors import KTSError
from kts.lexicon.patterns import later
from kts.lexicon.personal import redact
from kts.ports.models import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answers import Answer, Judgement
    from kts.ports.models import LanguageModel
    from kts.tickets.nouns import Augmentation, Classification, Ranked, Ticket
    from kts.tickets.policy import Policy
    from kts.types import Result

    Judge = Callable[[str, Sequence[Evidence]], Judgement]

Value = TypeVar("Value")
PASSAGES = 6
"""Passages that a draft may use (a default, not fitted)."""
SENTENCES = 8
"""Sentences of a draft at most (a default, not fitted)."""
PASSAGE = 1500
"""Characters of a passage that a prompt quotes at most (a default, not fitted)."""
SAID = 0.8
"""Share of a drafted sentence's words, by weight, that must stand in its passage: the prompt asks for almost the same
words. Of 103 sentences of a small model that no passage says, the nearest but for its numbers holds .75."""
_NUMBER = later(r"\d+(?:[.,:]\d+)*")
_ABOUT = later(
    r"\b(?:the|this|that|your|original|given|above) (?:original |given |above )?(?:passage|sentence|text|paragraph|"
    r"prompt|excerpt|question|ticket)s?\b",
    re.IGNORECASE,
)
"""A sentence about the prompt is no reply, however many of the passage's words it quotes."""
SENDS = 4000
"""Characters of a ticket that a prompt quotes at most (a default, not fitted)."""
_TEXTS = {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 12}
AUGMENTED: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "rephrased": {"type": "string", "maxLength": 600},
        "expansion": _TEXTS,
        "implicit_context": _TEXTS,
    },
    "required": ["rephrased", "expansion", "implicit_context"],
    "additionalProperties": False,
}
DRAFTED: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "maxItems": 40,
            "items": {
                "type": "object",
                "properties": {"text": {"type": "string", "maxLength": 1000}, "source": {"type": "integer"}},
                "required": ["text", "source"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["sentences"],
    "additionalProperties": False,
}


class Outcome(NamedTuple, Generic[Value]):
    """What a use gave, what has to be said about it, and the tokens it took."""

    value: Value
    notes: tuple[str, ...] = ()
    tokens: int = 0


class Asking(NamedTuple):
    """A model with what every use of it needs: prompts by name, fresh marks, whether personal data is taken out."""

    model: LanguageModel
    prompts: Mapping[str, str]
    mark: Callable[[], str]
    private: bool = True

    def ask(self, name: str, schema: Mapping[str, Any], **texts: str) -> tuple[Any, int]:
        """The model's JSON for a prompt, and the tokens it took. Raises KTSError for any failure."""
        mark = self.mark()
        shown = {key: redact(text) if self.private else text for key, text in texts.items()}
        prompt = Template(self.prompts[name]).substitute(mark=mark, **shown)
        found = self.model.complete((Message("user", prompt),), schema=schema)
        return found.data, found.tokens_in + found.tokens_out


class Written(NamedTuple):
    """The uses that are switched on; None is off, and the result without a model stands."""

    asking: Asking
    judge: Judge | None = None
    augmenting: bool = False
    classifying: bool = False
    drafting: bool = False


def augmented(ticket: Ticket, rules: Augmentation, written: Written) -> Outcome[Augmentation]:
    """The augmentation with the model's words beside the ticket's own."""
    if not written.augmenting:
        return Outcome(rules)
    try:
        said, tokens = written.asking.ask("augment", AUGMENTED, ticket=ticket.text[:SENDS])
    except KTSError as problem:
        return Outcome(rules, (_without("ticket augmentation", problem),))
    expansion = tuple(dict.fromkeys((*rules.expansion, *(one.strip() for one in said["expansion"] if one.strip()))))
    context = tuple(dict.fromkeys((*rules.implicit_context, *said["implicit_context"])))
    return Outcome(
        rules._replace(
            rephrased=said["rephrased"].strip() or rules.rephrased, expansion=expansion, implicit_context=context
        ),
        ("the ticket was put in other words by a language model, for the search only",),
        tokens,
    )


def classified(ticket: Ticket, rules: Classification, policy: Policy, written: Written) -> Outcome[Classification]:
    """The class that the model names, when it is one of the policy's; a trained classifier is never overruled."""
    names = [topic.name for topic in policy.topics]
    if not written.classifying or rules.method == "trained" or not names:
        return Outcome(rules)
    schema = {
        "type": "object",
        "properties": {"class": {"type": "string", "enum": [*names, "none"]}},
        "required": ["class"],
        "additionalProperties": False,
    }
    listed = "\n".join(f"- {topic.name}: {topic.description}" for topic in policy.topics)
    try:
        said, tokens = written.asking.ask("classify", schema, ticket=ticket.text[:SENDS], classes=listed)
    except KTSError as problem:
        return Outcome(rules, (_without("classification", problem),))
    if said["class"] == "none":
        return Outcome(rules, ("a language model finds that no class fits",), tokens)
    topic = policy.topic(said["class"])
    named = rules._replace(primary_class=topic.name, routing=topic.queue, method="language_model",
                           primary_score=rules.class_scores.get(topic.name, 0.0))  # fmt: skip
    return Outcome(named, ("the class was named by a language model",), tokens)


def drafted(ticket: Ticket, answer: Answer, ranked: Ranked, written: Written) -> Outcome[Answer]:
    """The answer in the model's sentences, as far as the gate finds each supported by the passage it cites.

    An abstained answer stays one: a model never answers what the documents do not.
    """
    judge, chosen = written.judge, ranked.results[:PASSAGES]
    if not written.drafting or judge is None or not answer.claims or not chosen:
        return Outcome(answer)
    try:
        said, tokens = written.asking.ask("draft", DRAFTED, ticket=ticket.text[:SENDS], passages=quoted(chosen))
    except KTSError as problem:
        return Outcome(answer, (_without("the draft", problem),))
    sentences = [one for one in said["sentences"] if one["text"].strip()][:SENTENCES]
    claims = [claim for one in sentences if (claim := _held(one, chosen, judge)) is not None]
    left = len(sentences) - len(claims)
    notes = (f"{left} of {len(sentences)} drafted sentences are not supported and were left out",) if left else ()
    if not claims:
        return Outcome(answer, (*notes, "nothing of the language model's draft could be used"), tokens)
    text = "\n".join(claim.text for claim in claims)
    gates = dict.fromkeys((*answer.gates, *(gate for claim in claims for gate in claim.gates)))
    fresh = answer._replace(text=text, claims=tuple(claims), gates=tuple(gates))
    return Outcome(fresh, (*notes, "the reply is worded by a language model and checked against its sources"), tokens)


def quoted(results: Sequence[Result]) -> str:
    """Passages with their numbers, as a prompt shows them."""
    return "\n".join(f"[{number}] {one.hit.passage.text[:PASSAGE]}" for number, one in enumerate(results, 1))


def _held(sentence: Mapping[str, Any], results: Sequence[Result], judge: Judge) -> Claim | None:
    """A drafted sentence as a claim, when the passage that it names supports it; else nothing."""
    number = int(sentence["source"])
    if not 1 <= number <= len(results):
        return None
    source = results[number - 1]
    passage = source.hit.passage
    evidence = Evidence(passage.text, passage.id, passage.document_id, span=passage.span, title=source.citation.title)
    text = " ".join(str(sentence["text"]).split())
    said = judge(text, (evidence,)) if stays_near(text, passage.text) else None
    if said is None or said.support != "supported":
        return None
    return Claim(text, said.support, said.reasons, (source.citation,), said.score, said.gates)


def stays_near(sentence: str, passage: str) -> bool:
    """Whether a sentence stays with its passage: its words, no number of its own, nothing about the text as such."""
    numbers = set(_NUMBER.findall(sentence)) <= set(_NUMBER.findall(passage))
    about = _ABOUT.search(sentence) and not _ABOUT.search(passage)
    return numbers and not about and standing(sentence, passage) >= SAID


def standing(sentence: str, passage: str) -> float:
    """The share of a sentence's content words, by weight, that stand in a passage; 0 for a sentence without any."""
    from kts.answer.claims.match import tokens

    there = {token.stem for token in tokens(passage)}
    own = tokens(sentence)
    total = sum(token.weight for token in own)
    return sum(token.weight for token in own if token.stem in there) / total if total else 0.0


def _without(what: str, problem: KTSError) -> str:
    return f"{what} without a language model: {problem.message}"
