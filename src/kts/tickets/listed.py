"""The tickets of a run one by one: what a person looks at first, and each with its draft, its sources and its words.

Made of the lines of a run, which are what `kts ticket --json` gives; a line of an earlier version may lack some of it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category

from kts.search.cite import spelled
from kts.tickets.measure import outcome
from kts.tickets.report import OUTCOMES, in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST = 4_000
"""Characters of a ticket's own words that the page has (a default, not fitted: two pages of text)."""
ORDER = ("person", "draft", "failed", "sent", "aside")
"""In which order tickets are looked at, behind those that are urgent."""
MOST = 50
"""Urgent tickets that a terminal lists (a default, not fitted); the page and the JSON have all."""
SUBJECT = 44
"""Characters of a subject in a table of a terminal (a default, not fitted)."""
STYLE = (
    "details{border-top:1px solid #8886;padding:.35rem 0}"
    "summary{cursor:pointer;overflow-wrap:anywhere}summary small{display:block;opacity:.75}"
    ".urgent{border-left:.35rem solid #b3261e;padding-left:.6rem}.badge{background:#b3261e;color:#fff;"
    "border-radius:.4rem;padding:0 .4rem}.words{white-space:pre-wrap;overflow-wrap:anywhere;padding:.6rem .8rem;"
    "background:#8882;border-radius:.4rem;margin:.5rem 0}details h3{font-size:1rem;margin:.8rem 0 0}"
    ".tickets>label{display:inline-block;margin:0 .3rem .5rem 0;padding:.1rem .6rem;border:1px solid #8888;"
    "border-radius:.8rem;cursor:pointer}.tickets>input{position:absolute;opacity:0}"
    ".tickets>input:checked+label{background:#2f6fab;color:#fff}.tickets>input:focus-visible+label{outline:2px solid}"
    "@media print{.tickets>label{display:none}"
    "details::details-content{content-visibility:visible;block-size:auto}summary{break-after:avoid}}"
)


class Row(NamedTuple):
    """One ticket: what it is, what became of it, `reasons` in words; `line` is all that is known of it."""

    id: str
    subject: str
    kind: str
    outcome: str
    urgent: bool
    reasons: tuple[str, ...]
    confidence: float
    line: Mapping[str, Any]


def rows(lines: Iterable[Mapping[str, Any]]) -> list[Row]:
    """The tickets of a run: the urgent ones, those that a person answers, then the others; as they came within each."""
    return sorted(map(_row, lines), key=lambda one: (not one.urgent, ORDER.index(one.outcome)))


def _row(line: Mapping[str, Any]) -> Row:
    if "error" in line:
        return Row(str(line["id"]), "", "", "failed", urgent=False, reasons=(str(line.get("message", "")),),
                   confidence=0.0, line=line)  # fmt: skip
    became, handed = outcome(line), line["escalation"]
    codes = line["validation"]["reasons"] if became == "aside" else handed["reasons"]
    subject = line.get("ticket", {}).get("subject") or str(line.get("summary", ""))
    return Row(
        id=str(line["id"]),
        subject=" ".join(subject.split()),
        kind=line["classification"]["primary_class"],
        outcome=became,
        urgent=bool(handed["urgent"]),
        reasons=tuple(map(in_words, codes)),
        confidence=line["confidence"],
        line=line,
    )


def sources(line: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    """The places that a draft is cited from, each once, with the numbers that their documents have there."""
    cited = [(one["number"], one["citation"]) for said in line.get("sentences", ()) for one in said["sources"]]
    if not cited and line.get("draft"):  # of an earlier version: documents are numbered as they are first cited
        numbers: dict[str, int] = {}
        claims = (line.get("answer") or {}).get("claims", ())
        cited = [
            (numbers.setdefault(one["title"] or one["path"], len(numbers) + 1), one)
            for claim in claims
            for one in claim["citations"]
        ]
    return list({(one["document_id"], one["start"], one["end"]): (number, one) for number, one in cited}.values())


def places(line: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Where a person may look when there is no draft, each passage once."""
    answer = line.get("answer") or {}
    if line.get("draft"):
        return []
    offered = answer.get("nearest") or [one for claim in answer.get("claims", ()) for one in claim["citations"][:1]]
    return list({one["passage_id"]: one for one in offered}.values())


def found(line: Mapping[str, Any]) -> list[str]:
    """The statements that were found where there is no draft, each with its place: what a person answers from."""
    claims = [] if line.get("draft") else (line.get("answer") or {}).get("claims", ())
    said = [
        f"{' '.join(str(one['text']).split())} ({', '.join(dict.fromkeys(where(each) for each in one['citations']))})"
        for one in claims
    ]
    return list(dict.fromkeys(said))


def where(citation: Mapping[str, Any]) -> str:
    """A file and the place in it."""
    return ", ".join(filter(None, (str(citation["path"]), spelled(citation["location"]))))


def first(listed: Sequence[Row]) -> str:
    """What a person must look at first, for a terminal: the urgent ones."""
    urgent = [one for one in listed if one.urgent]
    shown = urgent[:MOST]
    waiting = sum(one.outcome in {"person", "draft", "failed"} for one in listed) - len(urgent)
    lines = ["Look at these first" if urgent else "None is urgent"]
    wide = max((len(one.id) for one in shown), default=0)
    for one in shown:
        kind = f" [{one.kind}]" if one.kind else ""
        lines.append(f"  {one.id:<{wide}}  {one.subject[:SUBJECT]:<{SUBJECT}}  {', '.join(one.reasons)}{kind}")
    lines += [f"  ... and {len(urgent) - MOST} more that are urgent"] if len(urgent) > MOST else []
    return "\n".join([*lines, f"  {waiting} others wait for a person" if waiting else ""]).rstrip()


# -- the page ------------------------------------------------------------------------------------------------------


def page_rows(listed: Sequence[Row]) -> str:
    """The tickets as a part of the page, each to be unfolded; buttons show those of one outcome, by style alone."""
    if not listed:
        return ""
    there = [name for name in ORDER if any(one.outcome == name for one in listed)]
    shown = [("all", f"all {len(listed)}"), *(("urgent", f"at once {n}") for n in [_count(listed)] if n)]
    shown += [(name, f"{OUTCOMES[name]} {sum(one.outcome == name for one in listed)}") for name in there]
    buttons = "".join(
        f'<input type="radio" name="shown" id="shown-{name}"{" checked" if name == "all" else ""}>'
        f'<label for="shown-{name}">{escape(said)}</label>'
        for name, said in shown
    )
    hiding = "".join(
        f"#shown-{name}:checked~div>details:not(.{name}){{display:none}}" for name, _ in shown if name != "all"
    )
    body = "".join(map(_unfolding, listed))
    return (
        f'<h2>Tickets</h2><style>{STYLE}{hiding}</style><section class="tickets">{buttons}<div>{body}</div></section>'
    )


def _count(listed: Sequence[Row]) -> int:
    return sum(one.urgent for one in listed)


def _unfolding(one: Row) -> str:
    badge = '<span class="badge">at once</span> ' if one.urgent else ""
    told = [OUTCOMES[one.outcome], *one.reasons, *([f"class {one.kind}"] if one.kind else [])]
    sure = f", confidence {one.confidence:.2f}" if one.line.get("draft") else ""
    return (
        f'<details class="{one.outcome}{" urgent" if one.urgent else ""}"><summary>{badge}<b>{_safe(one.id)}</b> '
        f"{_safe(one.subject)}<small>{_safe('; '.join(told))}{sure}</small></summary>{_inside(one.line)}</details>\n"
    )


def _inside(line: Mapping[str, Any]) -> str:
    given = line.get("ticket", {})
    handed = line.get("escalation", {})
    words = given.get("description", "")
    rest = f"\n… and {len(words) - LONGEST:,} more characters" if len(words) > LONGEST else ""
    sent = given.get("created", "")
    risks = [
        f"{in_words(one['reason'])}, {one['score']:.2f}{': “' + one['evidence'] + '”' if one['evidence'] else ''}"
        for one in handed.get("risks", ())
    ]
    return "".join(
        (
            _part("Who takes over", _listed(filter(None, (handed.get("queue"), handed.get("message"), *risks)))),
            _part("Draft", _words(line.get("draft", ""))),
            _part("Sources", _listed((f"[{n}] {where(one)}: {quoted(one)}" for n, one in sources(line)), bare=True)),
            _part("What was found", _listed(found(line))),
            _part("Before it leaves", _listed(line.get("review", {}).get("recommendations", ()))),
            _part("Notes", _listed(map(str, line.get("notes", ())))),
            _part("Places to look at", _listed(f"{where(one)}: {quoted(one)}" for one in places(line))),
            _part(f"The ticket{f' ({sent})' if sent else ''}", _words(words[:LONGEST] + rest)),
            _part("Attachments, not read", _listed(given.get("attachments", ()))),
        )
    )


QUOTED = 300
"""Characters of a quote that are shown (a default, not fitted)."""


def quoted(citation: Mapping[str, Any]) -> str:
    """What a place says, cut where it is long."""
    quote = " ".join(str(citation["quote"]).split())
    return quote if len(quote) <= QUOTED else f"{quote[:QUOTED]} …"


def _part(title: str, body: str) -> str:
    return f"<h3>{_safe(title)}</h3>{body}" if body else ""


def _words(text: str) -> str:
    return f'<div class="words">{_safe(text)}</div>' if text else ""


def _listed(said: Iterable[str], *, bare: bool = False) -> str:
    items = "".join(f"<li>{_safe(one)}</li>" for one in said)
    return f"<ul{' style=list-style:none;padding:0' if bare else ''}>{items}</ul>" if items else ""


def _safe(text: str) -> str:
    """Text of strangers in a page: no markup, and nothing that turns the direction of what stands beside it."""
    whole = str(text).encode("utf-8", "replace").decode()
    kept = (one for one in whole if one in "\n\t" or category(one) not in {"Cc", "Cf"})
    return escape("".join(kept), quote=True)
