"""The nouns of a ticket: what came in, what each stage found, what leaves."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Answer
    from kts.types import Citation, Result

NOTHING: Mapping[str, Any] = MappingProxyType({})
Route = Literal["answer", "handoff", "ignore"]
Automation = Literal["auto", "draft", "none"]
Audience = Literal["customers", "staff"]


class Ticket(NamedTuple):
    """One request as the desk received it. `description` is what its sender wrote, without quoted mails and signature.

    `quoted` and `signature` are kept beside it: they are searched for personal data, never for the question.
    `created` is ISO 8601 or empty; `version` that of the product which its sender uses, and `plan` what they have of it
    (a plan, an edition), as its form says it; `metadata` holds the columns that no field takes.
    """

    id: str
    subject: str = ""
    description: str = ""
    client_name: str = ""
    email: str = ""
    category: str = ""
    priority: str = ""
    created: str = ""
    attachments: tuple[str, ...] = ()
    quoted: str = ""
    signature: str = ""
    metadata: Mapping[str, Any] = NOTHING
    version: str = ""
    plan: str = ""

    @property
    def text(self) -> str:
        """Subject and description, as one text."""
        return f"{self.subject.strip()}\n{self.description.strip()}".strip()


class Validation(NamedTuple):
    """Whether a ticket can be worked on. `reasons` are codes, `signals` what they rest on.

    Codes: automatic, duplicate, empty, low_signal, test, wrong_language, spam, injection, personal_data (which alone
    never makes it invalid).
    """

    valid: bool
    reasons: tuple[str, ...] = ()
    signals: Mapping[str, Any] = NOTHING


class Augmentation(NamedTuple):
    """What a ticket asks, said otherwise. Made by rules, or by a language model where one is switched on."""

    rephrased: str = ""
    expansion: tuple[str, ...] = ()
    synonyms: Mapping[str, tuple[str, ...]] = NOTHING
    implicit_context: tuple[str, ...] = ()
    summary: str = ""
    keywords: tuple[str, ...] = ()


class Classification(NamedTuple):
    """What a ticket is about. `class_scores` are probabilities that sum to one; `in_scope` (0..1) that any class fits.

    `relevant_classes` are those at or above their own threshold, best first; `routing` is the queue that the policy
    names for the primary class. `method` is trained, zero_shot, language_model or none. By descriptions alone a ticket
    may be `unknown`: none of the classes fits, and `primary_score` is how sure that is.
    """

    primary_class: str = ""
    primary_score: float = 0.0
    relevant_classes: tuple[str, ...] = ()
    class_scores: Mapping[str, float] = NOTHING
    routing: str = ""
    in_scope: float = 1.0
    method: str = "none"


class Risk(NamedTuple):
    """A reason for which a person must see a ticket. `score` is a probability, 1 for a rule of the policy.

    `source` is the rule or model that says so, `evidence` the words it rests on.
    """

    reason: str
    score: float
    source: str
    evidence: str = ""


class Plan(NamedTuple):
    """What is done with a ticket: its route, and the search that goes with it."""

    primary_route: Route
    search_query: str = ""
    search_params: Mapping[str, Any] = NOTHING


class Retrieval(NamedTuple):
    """What was found. `stats`: count, threshold, store_size, min, max, mean of the hits' own evidence (0..1)."""

    results: tuple[Result, ...] = ()
    fallback_applied: bool = False
    stats: Mapping[str, float] = NOTHING
    similarity_matrix: tuple[tuple[float, ...], ...] = ()


class Ranked(NamedTuple):
    """The order that a ranker gives: results with their scores, best first.

    `stability` is the share of the first five that stay among them by meaning alone.
    """

    ranker: str
    results: tuple[Result, ...] = ()
    scores: tuple[float, ...] = ()
    stability: float | None = None


class Context(NamedTuple):
    """The passages that fit into a budget. `form` is the text of a prompt; `efficiency` is used over allowed tokens."""

    selected: tuple[str, ...] = ()
    text: str = ""
    token_estimate: int = 0
    efficiency: float = 0.0
    truncated: bool = False


class Escalation(NamedTuple):
    """Whether a person takes over. `reasons` are codes; `urgent` when the policy says at once.

    `queue` and `message` are what the policy says of the surest risk: who takes it, and what to tell that person.
    """

    recommended: bool
    reasons: tuple[str, ...] = ()
    urgent: bool = False
    risks: tuple[Risk, ...] = ()
    queue: str = ""
    message: str = ""


class Review(NamedTuple):
    """The last look at what would leave. `issues` are codes, `recommendations` what to do about each."""

    valid: bool
    issues: tuple[str, ...] = ()
    recommendations: tuple[str, ...] = ()


class Inner(NamedTuple):
    """A place that is for the people of the desk alone, and why it is."""

    citation: Citation
    why: str


class Processed(NamedTuple):
    """Everything that became of one ticket. `final_response` is empty unless a reply may be sent as it is.

    `draft` is the reply for a person to look at; `auto` whether the reply may leave without one; `personal` counts
    what was found by kind; `tokens` is what a language model was given and gave; `internal` are places that a person
    may read and no customer. `missing_details` is what the ticket lacks to be worked on: the draft asks for it.
    """

    ticket: Ticket
    validation: Validation
    augmentation: Augmentation = Augmentation()
    classification: Classification = Classification()
    plan: Plan = Plan("handoff")
    retrieval: Retrieval = Retrieval()
    ranking: Ranked = Ranked("none")
    context: Context = Context()
    answer: Answer | None = None
    draft: str = ""
    final_response: str = ""
    confidence: float = 0.0
    auto: bool = False
    escalation: Escalation = Escalation(recommended=True)
    suggested_actions: tuple[str, ...] = ()
    review: Review = Review(valid=False)
    personal: Mapping[str, int] = NOTHING
    notes: tuple[str, ...] = ()
    internal: tuple[Inner, ...] = ()
    missing_details: tuple[str, ...] = ()
    tokens: int = 0
    ledger_id: str | None = None
    timings_ms: Mapping[str, float] = NOTHING
