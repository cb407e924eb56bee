"""`kts check`."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.output import clean, print_json
from kts.cli.search_ import at, day, filter_options, filters_from
from kts.errors import CheckFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.evaluate.lines import Line
    from kts.types import Filter
    from kts.workspace import Workspace
    from kts.workspace.checking import CheckedClaim, Stated

COLOURS = {"supported": "green", "contradicted": "red", "unsupported": "yellow"}
STANDING = {"superseded": "superseded", "future": "not yet in force", "expired": "over", "draft": "a draft"}
QUOTED = 240
"""Characters of a place that are shown."""
ASIDE = 3
"""Sentences that state nothing of which the words are told."""
OWN = ("file", "text", "mode", "draft", "as_of")
"""Options of this command that are no filters."""


@click.command("check", epilog='Example: kts check "Northmarch must be told within 36 hours." --doc northmarch.pdf')
@click.argument("claim", nargs=-1)
@click.option(
    "--claims",
    "file",
    type=click.Path(exists=True, dir_okay=False),
    help='JSON lines {"id", "claim", "evidence"?}; evidence is a text or a list of texts.',
)
@click.option(
    "--text",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="A text whose every claim is checked, in a file of any kind that is read (- for standard input).",
)
@filter_options
@click.option("--mode", type=click.Choice(["lexical", "dense", "hybrid"]), help="How evidence is looked up.")
@click.option("--as-of", "as_of", metavar="DATE", default="", help="By what was in force on this day (YYYY-MM-DD).")
@click.option(
    "--draft", is_flag=True, help="A language model wrote it: let fewer inventions pass, at more false alarms."
)
@click.option(
    "--strict", is_flag=True, help="Exit with 4 when a claim is not supported, or only by what is not in force."
)
@options("kb", "json")
def command(claim: tuple[str, ...], *, kb: str | None, as_json: bool, strict: bool, **given: Any) -> int:
    """Hold each CLAIM, or each claim of a file, against the documents: supported, contradicted or unsupported, and why.

    Each argument is a claim of its own, and each sentence of one; single words are one claim that was typed without
    quotes. Without CLAIM or a file, standard input is the text. With --json each claim is a line, and so is an error.
    """
    from kts.answer.claims.outdated import by_what_holds
    from kts.cli.remote import tell_above

    tell_above(kb)
    words, text = _claims(claim), given["text"]
    if not (words or text or given["file"] or sys.stdin.isatty()):
        text = "-"
    stated = _stated(words, given["file"], text)
    filters = filters_from({key: value for key, value in given.items() if key not in OWN})
    support: list[str] = []
    held = True
    on = day("as_of", given)
    with _judging(stated, kb) as workspace:
        claims = _in_text(text, workspace) if stated is None and workspace else stated or []
        for one in _checked(claims, workspace, filters, given["mode"], drafted=given["draft"], as_of=on):
            support.append(one.claim.support)
            held = held and by_what_holds(one.claim)
            _say(one, as_json=as_json)
    if not as_json and len(support) > 1:
        counts = (f"{support.count(kind)} {kind}" for kind in COLOURS)
        click.echo(f"{len(support)} claims: {', '.join(counts)}")
    return CheckFailed.exit_code if strict and not held else 0


def _claims(words: Sequence[str]) -> list[str]:
    """The claims that the arguments are: one each, but of several that are single words the sentence that they make."""
    given = [word for word in words if word.strip()]
    return [" ".join(given)] if given and not any(" " in word.strip() for word in given) else given


def _stated(claims: list[str], file: str | None, text: str | None) -> list[Stated] | None:
    """The claims of a call; None where they are those of a text, which an index reads."""
    from kts.errors import UsageError

    if sum(map(bool, (claims, file, text))) != 1:
        message = "one of CLAIM, --claims FILE or --text FILE says what to check"
        raise UsageError(message, hint='kts check "what is claimed"')
    if text:
        return None
    return list(_of_file(Path(file))) if file else _sentences(claims)


def _in_text(text: str, workspace: Workspace) -> list[Stated]:
    """The claims of a text: a file of a kind that is read, or - for what comes on standard input."""
    from kts.errors import UsageError
    from kts.workspace.checking import Stated

    name = "standard input" if text == "-" else text
    content = sys.stdin.buffer.read() if text == "-" else Path(text).read_bytes()
    found = workspace.stating(content, name=name)
    if found.aside:
        shown = "; ".join(_short(one) for one in found.aside[:ASIDE])
        more = f"; and {len(found.aside) - ASIDE} more" if len(found.aside) > ASIDE else ""
        click.echo(f"note: not checked, for they state nothing: {shown}{more}", err=True)
    if not found.claims:
        message = f"{name} holds no sentence to check"
        raise UsageError(message, path=text, hint='kts check "what is claimed"')
    return [Stated(str(number), one) for number, one in enumerate(found.claims, 1)]


def _sentences(claims: Sequence[str]) -> list[Stated]:
    """Each sentence of what was typed is a claim."""
    from kts.lexicon.sentences import sentences
    from kts.workspace.checking import Stated

    found = [text[start:end] for text in claims for start, end in sentences(text)]
    return [Stated(str(number), one) for number, one in enumerate(found, 1)]


def _of_file(path: Path) -> Iterator[Stated]:
    from kts.evaluate.lines import read_objects, text_field
    from kts.workspace.checking import Stated

    for line, value in read_objects(path):
        given = value.get("id", line.number)
        id_ = given if isinstance(given, str) else json.dumps(given)
        yield Stated(id_, text_field(line, value, "claim"), _evidence(line, value))


def _evidence(line: Line, value: dict[str, Any]) -> tuple[str, ...] | None:
    """The evidence of a line: None when it names none, so that it is looked up."""
    found = value.get("evidence")
    texts = [found] if isinstance(found, str) else found
    if texts is None:
        return None
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        message = '"evidence" must be a text or a list of texts'
        raise line.error(message, hint="leave it out to have the claim looked up")
    return tuple(texts)


@contextmanager
def _judging(stated: Sequence[Stated] | None, kb: str | None) -> Iterator[Workspace | None]:
    """The index of a call; None where there is none and all claims come with their evidence."""
    from kts.errors import NoIndex
    from kts.workspace import Workspace

    try:
        workspace = Workspace.nearest(kb)
    except NoIndex:
        if kb or stated is None or any(one.evidence is None for one in stated):
            raise
        yield None
        return
    with workspace:
        yield workspace


def _checked(
    stated: Sequence[Stated],
    workspace: Workspace | None,
    filters: Filter,
    mode: str | None,
    *,
    drafted: bool,
    as_of: str,
) -> Iterator[CheckedClaim]:
    """The claims, judged; without an index against the evidence that came with them."""
    from kts.workspace.checking import without_index

    if workspace is None:
        return without_index(stated, drafted=drafted)
    return workspace.check(stated, filters=filters, mode=mode, drafted=drafted, as_of=as_of)


def _say(one: CheckedClaim, *, as_json: bool) -> None:
    if as_json:
        from kts.server.wire.check import checked

        print_json(checked(one), indent=None)
    else:
        _show(one)


def _show(one: CheckedClaim) -> None:
    kind = one.claim.support
    aside = click.style(f"  (by what is {STANDING[one.standing]})", fg="yellow") if one.standing in STANDING else ""
    if kind == "supported" and any(why.kind == "disputed" for why in one.claim.reasons):
        aside += click.style("  (another document says otherwise)", fg="yellow")
    if one.claim.in_other_words:
        aside += click.style("  (in other words: read the place)", fg="yellow")
    click.echo(f"{click.style(f'{kind:<12}', fg=COLOURS[kind], bold=True)} {clean(one.claim.text)}{aside}")
    for why in one.claim.reasons:
        click.echo(f"    {clean(why.kind)}: {clean(why.text)}")
    for cited, row in zip(one.claim.citations, one.rows, strict=True):
        click.echo(f"    {at(cited.uri, cited.location)}: {click.style(_short(row or cited.quote), dim=True)}")


def _short(text: str) -> str:
    flat = " ".join(clean(text).split())
    return flat if len(flat) <= QUOTED else f"{flat[:QUOTED]} ..."
