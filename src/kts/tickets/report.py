"""The figures of a run as a table and as a page with plots, which needs no network, no script and no other file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.tickets.measure import Measures

WIDTH, NAMES, BAR, ROW = 720, 320, 300, 22
"""Pixels of a plot, of the names before its bars, of its longest bar and of a row."""
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:46rem;padding:0 1rem;color:#1b1f24;"
    "background:#fff}table{border-collapse:collapse}td{padding:.15rem 1.5rem .15rem 0}td+td{text-align:right}"
    "h2{margin-top:2rem}svg{max-width:100%}rect{fill:#2f6fab}text{font:13px system-ui,sans-serif;fill:currentColor}"
    "@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e8ea}rect{fill:#6aa7de}}"
)


OUTCOMES = {
    "sent": "reply may be sent as it is",
    "draft": "reply drafted, a person checks it",
    "person": "a person answers, places are listed",
    "aside": "put aside, nothing to answer",
    "failed": "not worked on, an error",
}
"""What may become of a ticket, in the order of the report."""
REASONS = {
    "self_harm": "may be about somebody's life",
    "legal_threat": "legal steps taken or announced",
    "security": "data or access in wrong hands",
    "payment": "money missing, wrong or misplaced",
    "vip": "authority, press, owner or board",
    "automatic": "no person wrote it: absence, returned mail",
    "duplicate": "says what an earlier ticket says",
    "empty": "no text",
    "low_signal": "hardly any words",
    "test": "a test",
    "wrong_language": "a language the desk does not answer",
    "spam": "advertising",
    "injection": "tries to instruct the program",
    "personal_data": "holds personal data",
    "review_no_answer": "no answer in the documents",
    "review_too_short": "the reply would be one short line",
    "review_low_confidence": "the reply is likely not the right one",
    "review_conflicting": "the documents disagree",
    "review_doubtful": "the reply may not answer what is asked",
    "review_not_answered": "a question of the ticket is not answered",
    "review_uncited": "a sentence without a source",
    "review_personal_data": "personal data in the reply",
    "review_promise": "a promise that the policy forbids",
    "review_other_version": "the source is for another version",
    "review_other_code": "the source is for another error code",
    "review_other_ticket": "the source is another customer's ticket",
    "review_remark": "the source is a comment, a speaker's note or struck-through",
    "review_correspondence": "the source is a mail, to one customer or among the desk",
    "review_people": "the source is a list of people",
    "review_others_data": "asks for another customer's data",
    "review_internal_source": "only documents that are not for customers answer",
    "review_internal_request": "asks for what is for the desk alone",
    "review_maybe_internal": "the source may not be for customers",
    "review_mixed_versions": "its statements hold for different versions",
    "review_changed": "the source may be out of date",
    "review_attachment": "an attachment was not read",
    "review_scope": "the source says that it holds for others",
    "review_opposed": "its sentences speak against each other",
    "review_alternatives": "rows for different cases, and the ticket names none",
    "review_missing_details": "the ticket lacks what an answer needs: it is asked for",
    "review_left_out": "a step or a warning of the source is not in it",
    "review_pasted": "a whole row of a table is quoted in it",
    "review_superseded": "the source has been replaced by another",
    "review_unmet": "what the ticket names is not in the source",
    "no_embedding_model": "no embedding model to tell risks by",
    "not_routine": "not clearly an ordinary request",
    "not_sure_enough": "not sure enough to send",
    "automation_draft": "the policy wants a person for this class",
    "automation_none": "the policy wants no draft for this class",
}
"""Codes of a ticket in words; a policy's own reasons are shown as they are written there."""


class Part(NamedTuple):
    """A part of the report: rows of a name, a figure, and its share of all tickets where that means something."""

    title: str
    rows: tuple[tuple[str, str, str], ...]
    note: str = ""


def in_words(code: str) -> str:
    """A code as a person reads it."""
    return REASONS.get(code, code.replace("_", " "))


def parts(found: Measures) -> tuple[Part, ...]:
    """The report in its parts, those with nothing to show left out."""
    outcomes = {name: found.outcomes.get(name, 0) for name in OUTCOMES}
    filled = (
        Part("What became of them", _rows({OUTCOMES[name]: n for name, n in outcomes.items() if n}, found.tickets)),
        Part(
            "Why a person takes over",
            _rows(_worded(found.escalation_reasons), found.tickets),
            "a ticket may have several reasons",
        ),
        Part("Who takes over", _rows(found.routing, found.tickets), "queues of the policy"),
        Part("Not worked on because", _rows(_worded(found.invalid_reasons), found.tickets)),
        Part("How it worked", _workings(found)),
    )
    return tuple(part for part in filled if part.rows)


def _rows(counts: Mapping[str, int], total: int) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, str(count), f"{count / total:.0%}" if total else "") for name, count in counts.items())


def _worded(counts: Mapping[str, int]) -> dict[str, int]:
    return {in_words(code): count for code, count in counts.items()}


def _workings(found: Measures) -> tuple[tuple[str, str, str], ...]:
    """The figures for whoever looks after the program; what was not measured is left out."""
    told = (
        ("evidence of the passages found, 0 to 1", _figure(found.mean_similarity)),
        ("first five as by meaning alone", _percent(found.ranking_stability)),
        ("sure of the class, 0 to 1", _figure(found.classification_confidence)),
        ("classes unlike those trained on (from .25 much)", _figure(found.drift)),
        ("tokens of a context", _whole(found.context_tokens)),
        ("contexts cut to their budget", _percent(found.truncation_rate)),
        ("budget of the context used", _percent(found.efficiency)),
        ("tokens of a language model", str(found.model_tokens) if found.model_tokens else "-"),
        ("seconds a ticket", "-" if found.mean_ms is None else f"{found.mean_ms / 1000:.2f}"),
    )
    return tuple((name, figure, "") for name, figure in told if figure != "-")


def text(found: Measures) -> str:
    """The report for a terminal or a printer: plain text, columns in line."""
    lines = [f"{found.tickets} tickets"]
    for part in parts(found):
        lines += ["", part.title + (f" ({part.note})" if part.note else "")]
        lines += [f"  {name:<48} {figure:>7} {share:>5}".rstrip() for name, figure, share in part.rows]
    return "\n".join(lines)


def page(found: Measures, listed: str = "") -> str:
    """The report as one HTML page; `listed` are its tickets as markup."""
    bins = {f"{at / 10:.1f} to {(at + 1) / 10:.1f}": count for at, count in enumerate(found.confidence_bins)}
    sure = f"<h2>How sure the replies are</h2>{_bars(bins)}" if any(bins.values()) else ""
    drawn = "".join(_drawn(part) for part in parts(found))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Tickets</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{found.tickets} tickets</h1>{drawn}{sure}{listed}</body></html>\n"
    )


def _drawn(part: Part) -> str:
    """A part of the page: counts as bars, figures as a table."""
    head = f"<h2>{escape(part.title)}</h2>" + (f"<p>{escape(part.note)}</p>" if part.note else "")
    if all(share for _, _, share in part.rows):
        return head + _bars({name: int(figure) for name, figure, _ in part.rows}, part.rows)
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(figure)}</td></tr>" for name, figure, _ in part.rows)
    return f"{head}<table>{rows}</table>"


def _bars(values: Mapping[str, int], told: Sequence[tuple[str, str, str]] = ()) -> str:
    """Horizontal bars with their names and counts, as SVG; `told` has their shares."""
    most = max(values.values())
    shares = {name: f" ({share})" for name, _, share in told}
    rows = [
        _bar(name, count, most, number, shares.get(name, "")) for number, (name, count) in enumerate(values.items())
    ]
    height = ROW * len(rows)
    said = escape(_listed(values), quote=True)
    return f'<svg width="{WIDTH}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">{"".join(rows)}</svg>'


def _bar(name: str, count: int, most: int, number: int, share: str) -> str:
    top, width = ROW * number, round(BAR * count / most)
    return (
        f'<text x="0" y="{top + 15}">{escape(name[:46])}</text>'
        f'<rect x="{NAMES}" y="{top + 3}" width="{width}" height="16"/>'
        f'<text x="{NAMES + 6 + width}" y="{top + 15}">{count}{share}</text>'
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _whole(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _listed(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in values.items()) or "-"
