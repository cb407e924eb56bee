"""The reply to a ticket: sentences of the documents, each cited, between a greeting and a closing.

The plain form needs no template; a policy's own are Jinja templates, rendered in a sandbox that reaches nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kts.answer.compose import numbered
from kts.answer.units.furniture import is_furniture
from kts.errors import ConfigError, MissingExtra
from kts.extras import how_to_get
from kts.lexicon.patterns import later
from kts.tickets.rows import retold
from kts.tickets.scope import exception_first
from kts.tickets.versions import of_version
from kts.tickets.wording import worded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Escalation, Ticket
    from kts.tickets.policy import Policy

MAX_REPLY = 20_000
"""Characters of a rendered reply at most: a template that loops is stopped here (a default, not fitted)."""
_STEP = later(r"^\s*(?:\d{1,2}[.)]|[-*•]|[a-z][.)])\s+\S")
_NAMELESS = later(r"(?i)\W*(?:(?:dear|liebe[r]?|sehr geehrte[r]?|cher|ch\u00e8re|estimad[oa])\W*)?")
"""What a greeting is without a name that needs one: `Dear,`."""
_DOING = later(
    r"^(?:press|open|click|choose|select|enter|type|go to|send|call|tell|check|restart|release|attach|print|ask|file|"
    r"use|"
    r"report|correct|reject|refer|post|hold|wait|set|add|remove|fill|submit|confirm|notify|note)\b",
    re.IGNORECASE,
)


def reply(ticket: Ticket, answer: Answer, *, policy: Policy) -> str:
    """The reply in the policy's template: every sentence is a claim with its numbered source."""
    claims = said(ticket, answer)
    if not claims:
        return ""
    if policy.reply:
        return render(policy.reply, _values(ticket, claims, policy), name="templates.reply")
    sources = _sources(claims)
    lines = [numbered(claim.text, _marks(claim, sources)) for claim in claims]
    listed = [f"[{number}] {title}" for title, number in sources.items()]
    return "\n\n".join(
        (_greeting(ticket, policy), "\n".join(lines), "Sources:\n" + "\n".join(listed), _closing(policy))
    )


def said(ticket: Ticket, answer: Answer) -> list[Claim]:
    """The statements of an answer as a reply holds them, in its order."""
    supported = [claim for claim in answer.claims if claim.citations and claim.support == "supported"]
    told = of_version(ticket, retold(_telling(supported)))
    return worded(exception_first(ticket, told), answer)


_FORM = later(
    r"(?i)\W*(?:applies to|applicable to|valid for|affects|affected versions?|gilt für|gültig für|last updated|"
    r"audience|owner|status|category|product)\W{0,3}:[^\n]{0,80}\Z"
)
"""A line of a document's head, which tells a reader of the reply nothing."""


def _telling(claims: Sequence[Claim]) -> list[Claim]:
    """The statements without lines of a document's head, as long as any other is left; a question tells nothing."""
    told = [one for one in claims if not one.text.rstrip(' *_"\u201d').endswith("?")]
    return [one for one in told if not _FORM.fullmatch(one.text.strip()) and not is_furniture(one.text)] or told


def handoff(ticket: Ticket, escalation: Escalation, *, policy: Policy) -> str:
    """What is told to the sender while a person takes over: nothing of the matter itself."""
    if policy.handoff:
        return render(
            policy.handoff, {"ticket": _ticket(ticket), "reasons": list(escalation.reasons)}, name="templates.handoff"
        )
    return "\n\n".join(
        (
            _greeting(ticket, policy),
            "Thank you for your message. A member of our team will look at it.",
            _closing(policy),
        )
    )


def request(ticket: Ticket, details: Sequence[str], *, policy: Policy) -> str:
    """What the sender is asked for where the ticket lacks it: a line for each of the details."""
    if policy.request:
        values = {"ticket": _ticket(ticket), "details": list(details)}
        values |= {"greeting": _greeting(ticket, policy), "closing": _closing(policy)}
        return render(policy.request, values, name="templates.request")
    lines = "\n".join(f"- {one}" for one in details)
    asks = f"Thank you for your message. To help you we need to know a little more. Please tell us:\n{lines}"
    return "\n\n".join((_greeting(ticket, policy), asks, _closing(policy)))


def actions(answer: Answer | None, *, limit: int = 5) -> tuple[str, ...]:
    """Steps that the cited passages name: sentences of a procedure, in the documents' own words."""
    if answer is None:
        return ()
    found = []
    for claim in answer.claims:
        for line in claim.text.splitlines():
            bare = re.sub(r"^\s*(?:\d{1,2}[.)]|[-*•]|[a-z][.)])\s+", "", line).strip()
            if claim.citations and (_STEP.match(line) or _DOING.match(bare)):
                found.append(bare)
    return tuple(dict.fromkeys(found))[:limit]


def _sources(claims: Sequence[Claim]) -> dict[str, int]:
    titles = (citation.title or citation.path for claim in claims for citation in claim.citations)
    return {title: number for number, title in enumerate(dict.fromkeys(titles), 1)}


def _marks(claim: Claim, sources: Mapping[str, int]) -> str:
    numbers = dict.fromkeys(sources[citation.title or citation.path] for citation in claim.citations)
    return "".join(f"[{number}]" for number in numbers)


def _greeting(ticket: Ticket, policy: Policy) -> str:
    name = re.sub(r"[^\w .,&'\u2019-]", "", ticket.client_name).strip()[:60]
    name = "" if re.search(r"\d|_", name) or name.islower() else name  # a user's id is no name
    if policy.greeting and (name or "{name}" not in policy.greeting):
        return policy.greeting.replace("{name}", name)
    bare = re.sub(r"\s+(?=[,.!:;]|\Z)", "", policy.greeting.replace("{name}", ""))
    if bare and not _NAMELESS.fullmatch(bare):
        return bare
    return f"Hello {name}," if name else "Hello,"


def _closing(policy: Policy) -> str:
    return policy.closing or "Kind regards\nYour support team"


def _ticket(ticket: Ticket) -> dict[str, str]:
    return {"id": ticket.id, "subject": ticket.subject, "client_name": ticket.client_name}


def _values(ticket: Ticket, claims: Sequence[Claim], policy: Policy) -> dict[str, Any]:
    sources = _sources(claims)
    return {
        "ticket": _ticket(ticket),
        "greeting": _greeting(ticket, policy),
        "closing": _closing(policy),
        "sentences": [{"text": claim.text.strip(), "marks": _marks(claim, sources)} for claim in claims],
        "sources": [{"number": number, "title": title} for title, number in sources.items()],
    }


def render(template: str, values: Mapping[str, Any], *, name: str) -> str:
    """A template with its values. Raises ConfigError naming the line, MissingExtra without the library."""
    try:
        from jinja2 import StrictUndefined, TemplateError
        from jinja2.sandbox import ImmutableSandboxedEnvironment
    except ModuleNotFoundError as error:
        message = "templates of one's own need the library jinja2"
        raise MissingExtra(message, hint=how_to_get("tickets")) from error
    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    try:
        parts, length = [], 0
        for part in environment.from_string(template).generate(dict(values)):
            length += len(part)
            if length > MAX_REPLY:
                message = f"{name}: the reply is longer than {MAX_REPLY:,} characters"
                raise ConfigError(message, hint="a loop of the template does not end")
            parts.append(part)
    except (TemplateError, TypeError, OverflowError) as error:
        line = getattr(error, "lineno", None)
        message = f"{name}{f':{line}' if line else ''}: {error}"
        raise ConfigError(message, hint="docs/howto/tickets.md lists what a template may use") from None
    return "".join(parts).strip()
