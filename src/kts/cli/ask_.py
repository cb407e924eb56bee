"""`kts ask`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kts.answers import NOW_READS, WEAK, pieces
from kts.cli.output import clean, echo, print_json, style
from kts.cli.search_ import MODES, at, day, ended, filters_from, show_images
from kts.cli.spoken import FILTERS, SHARED, Option, Spoken
from kts.errors import KTSError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer, Definition
    from kts.search.snippet import Snippet
    from kts.types import Citation, Location, Span
    from kts.workspace import Workspace

DEFINITION = 240
"""Characters of a definition that are printed; `--json` has all of it."""
DEFINITIONS = 4
"""Definitions that are printed."""
WIDTH = 100
"""Columns of an answer's text at most."""
DISAGREE = "documents disagree:"
NOT_IN_FORCE = {"superseded": "of", "future": "from"}
"""What a reader is warned of, and the word before the document's date."""
CODE = 4 * " "
"""What lines of code are indented by."""


def command(question: tuple[str, ...], *, kb: str | None, as_json: bool, strict: bool, **given: Any) -> int:
    """Answer QUESTION in the documents' own words, each cited; or say what they do not hold."""
    from kts.cli.remote import opened, tell_above

    tell_above(kb)
    with opened(kb) as workspace:
        found = workspace.ask(
            " ".join(question),
            filters=filters_from(given),
            mode=given["mode"],
            strict=strict,
            as_of=day("as_of", given),
        )
        if not as_json:
            _show(found, workspace)
    if as_json:
        from kts.server.wire.answers import answered

        print_json(answered(found))
    return ended(found.notes)


SPOKEN = Spoken(
    "ask",
    "question",
    (
        *FILTERS,
        Option(("--mode",), "mode", "How passages are found.", choices=MODES),
        Option(
            ("--as-of",),
            "as_of",
            "From what was in force on this day (YYYY-MM-DD).",
            metavar="DATE",
            is_day=True,
            default="",
        ),
        Option(("--strict",), "strict", "Show nothing that is less than sure.", flag=True),
        *SHARED.values(),
    ),
    'Example: kts ask "How long is the cure period for a breach of covenant?"',
    command,
)


def _show(found: Answer, workspace: Workspace) -> None:
    shown = {"answered": _answer, "partly": _answer, "conflicting": _answer, "low_confidence": _unsure}
    shown.get(found.verdict, partial(_nothing, workspace=workspace))(found)
    show_images(found.images)
    for note in found.notes:
        if note not in _doubts(found) and not (found.claims and f" {NOW_READS} " in note):
            echo(f"note: {clean(note)}", err=True)


def _answer(found: Answer) -> None:
    now = [note for note in found.notes if f" {NOW_READS} " in note]
    for note in now:  # part of the answer: without it a file of it has the old words alone
        echo(_wrapped(clean(note), style("(as amended)", fg="yellow"), bold=True))
    for number, (claim, mark) in enumerate(zip(found.claims, _marks(found), strict=True), 1):
        echo(_wrapped(clean(claim.text), style(mark, fg="cyan"), bold=number == 1 and not now))
    echo("")
    for number, claim in enumerate(found.claims, 1):
        for citation in claim.citations:
            echo(f"{style(f'[{number}]', fg='cyan')} {_place(citation)}")
    _defined(found)
    _disputed(found)
    _outdated(found)
    for one in found.unmet:
        echo(f"not met: {one.constraint.kind} '{clean(one.constraint.text)}': {clean(one.detail)}")
    echo(_sure(found))


def _marks(found: Answer) -> list[str]:
    """The mark of each claim; with the name of its document where several speak, as each says it of itself."""
    names = [{one.path.rpartition("/")[2] for one in claim.citations} for claim in found.claims]
    several = len(set().union(*names)) > 1
    marks = [
        f"[{number}: {clean(', '.join(sorted(cited)))}]" if several else f"[{number}]"
        for number, cited in enumerate(names, 1)
    ]
    return [
        f"{mark} ({claim.own_standing})" if claim.own_standing else mark
        for mark, claim in zip(marks, found.claims, strict=True)
    ]


def _defined(found: Answer) -> None:
    """The definitions, each once: a preamble that names three parties defines them together."""
    for terms, one in list(_together(found.definitions).items())[:DEFINITIONS]:
        said = " ".join(clean(one.text).split())
        short = said if len(said) <= DEFINITION else said[: said.rfind(" ", 0, DEFINITION)] + " ..."
        echo(f"    {style(clean(terms), bold=True)}: {short}  ({_place(one.citation)})")


def _together(definitions: Sequence[Definition]) -> dict[str, Definition]:
    """The definitions by their terms, those that one stretch of a document defines joined by commas."""
    found: dict[tuple[str, Span], list[Definition]] = {}
    for one in definitions:
        found.setdefault((one.citation.document_id, one.citation.span), []).append(one)
    return {", ".join(one.term for one in group): group[0] for group in found.values()}


def _outdated(found: Answer) -> None:
    """Each cited document that is not in force, by its name."""
    from kts.server.wire import shown

    named = {one.document_id: one.path for claim in found.claims for one in claim.citations}
    for one in found.freshness:
        if one.badge in NOT_IN_FORCE and one.document_id in named:
            said = f"{one.badge}, {NOT_IN_FORCE[one.badge]} {one.date}" if one.date else one.badge
            echo(style(f"careful: not in force: {shown(named[one.document_id])} ({said})", fg="yellow"))


def _disputed(found: Answer) -> None:
    """Both sides of each conflict, for a person to decide."""
    for one in found.conflicts:
        said = "each version has its own (name one in the question):" if one.attribute == "version" else DISAGREE
        echo(style(said, fg="yellow"))
        for side in one.sides:
            echo(f"    {style(clean(side.value), bold=True)}  {_place(side.citation)}  {side.date}")


def _unsure(found: Answer) -> None:
    why = "; ".join(map(clean, _doubts(found)))
    echo(style(f"This may not be the answer{f' ({why})' if why else ''}:", fg="yellow"))
    _answer(found)


def _doubts(found: Answer) -> tuple[str, ...]:
    """What is said above a doubtful answer, and then no longer as a note."""
    return found.doubts if found.verdict == "low_confidence" else ()


NEAR = 200
"""Characters of a nearest place that are shown, around the words of the question."""


def _nothing(found: Answer, workspace: Workspace) -> None:
    from kts.lexicon.analyse import terms
    from kts.search.snippet import snippet
    from kts.server.wire.answers import reasoning

    echo(style("Not in your documents: ", bold=True) + clean(reasoning(found)) + ".")
    for one in found.unmet:
        detail = f": {clean(one.detail)}" if one.detail else ""
        echo(f"  looked for the {one.constraint.kind} '{clean(one.constraint.text)}'{detail}")
    if found.nearest:
        echo("nearest places:")
    wanted = dict.fromkeys(terms(found.query), 1.0) if found.nearest else {}
    for citation in found.nearest:
        found_there = snippet(citation.quote, wanted, length=NEAR)
        echo(f"  {at(citation.uri, _line_of(citation, found_there, workspace))}")
        echo(f"      {style(' '.join(clean(found_there.text).split()), dim=True)}")
    if found.ledger_id:
        echo(style(found.ledger_id, dim=True))


def _line_of(citation: Citation, shown: Snippet, workspace: Workspace) -> Location:
    """The place of a citation, of its line in a text file the one where the stretch that is shown begins.

    Where the quote is not what the file has (of a CSV file it is a table), the index knows the line of each row: it is
    that of the row with most words of the question.
    """
    place, quote = citation.location, citation.quote
    if place.line is None or place.kind != "text":
        return place
    if len(quote.encode()) == (place.byte_end or 0) - (place.byte_start or 0):
        return place._replace(line=place.line + quote[: shown.span.start].count("\n"))
    row = _row(shown)
    first = citation.span.start + shown.span.start
    try:
        found = workspace.show(f"{citation.document_id}#{first + row.start}-{first + row.end}", context=0)
    except KTSError:  # the document was read again meanwhile, or taken away: the answer is told all the same
        return place
    return found.location


def _row(shown: Snippet) -> Span:
    """The line of a snippet with most of the words that are marked in it, the first of several."""
    from itertools import accumulate

    from kts.types import Span

    def held(row: Span) -> int:
        marks = (mark for mark in shown.marks if row.start <= mark.start < row.end)
        return len({shown.text[mark.start : mark.end].casefold() for mark in marks})

    lines = shown.text.splitlines(keepends=True)
    ends = accumulate(map(len, lines))
    return max((Span(end - len(line), end) for line, end in zip(lines, ends, strict=True)), key=held)


def _sure(found: Answer) -> str:
    """How sure the answer is; the probability knows nothing of the doubts that are said above, so it is not told."""
    chance = f"{found.confidence:.2f}"
    beside = any(not one.startswith(WEAK) for one in _doubts(found))
    sure = "low confidence, for the reason above" if beside else f"confidence {chance} ({found.band})"
    return style("; ".join(filter(None, [sure, found.ledger_id])), dim=True)


def _wrapped(text: str, mark: str, *, bold: bool) -> str:
    """A claim in lines that fit the window, its mark behind the words; code as it stands, indented."""
    import shutil
    import textwrap

    width = max(40, min(WIDTH, shutil.get_terminal_size().columns - 4))
    words, *blocks = pieces(text)
    lines = [style(line, bold=bold) for line in textwrap.wrap(words, width)]
    shown = " ".join(filter(None, ("\n".join(lines), mark)))
    for number, block in enumerate(blocks):
        after = number % 2
        shown += "\n" + (textwrap.fill(block, width) if after else textwrap.indent(block.strip("\n"), CODE))
    return shown.rstrip()


def _place(citation: Citation) -> str:
    return at(citation.uri, citation.location)
