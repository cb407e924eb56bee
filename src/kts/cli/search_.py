"""`kts search`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from kts.cli.main import options
from kts.cli.output import clean, marked, near, print_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.cli.main import Command
    from kts.types import Filter, Location, Result, SearchResults

MODES = ("lexical", "dense", "hybrid")
FILTERS = (
    ("--type", "doc_type", "Document type: POLICY, SOP, CONTRACT, ..."),
    ("--regime", "regime", "Kind of text: GOVERNING_DOC_LEGAL, TECHNICAL_SPEC, ..."),
    ("--tool", "tool", "Tool or system that the document names as its own."),
    ("--code", "code", "Passages that hold this identifier (E7042, TSR-1001, ...)."),
    ("--item-type", "item_type", "Kind of statement: Obligation, Definition, ..."),
    ("--section", "section", "Number of the section: 5.02, ARTICLE II, ..."),
    ("--lang", "language", "Language: en, de, fr, ..."),
    ("--path", "path", "Below this path of a source folder."),
    ("--doc", "document", "One document: relative path, unique file name, or id."),
)

DATES = (
    ("--since", "Content dated on or after (YYYY-MM-DD)."),
    ("--until", "Content dated on or before (YYYY-MM-DD)."),
)


def filter_options(function: Command) -> Command:
    """The options that narrow what is looked at, shared by the commands that search."""
    for flag, text in reversed(DATES):
        function = click.option(flag, default="", metavar="DATE", help=text)(function)
    for flag, name, text in reversed(FILTERS):
        function = click.option(flag, name, multiple=True, metavar="VALUE", help=text)(function)
    return function


@click.command("search", epilog='Example: kts search "cure period" --path contracts --since 2022-01-01 -k 3')
@click.argument("query", nargs=-1, required=True)
@click.option("-k", "limit", type=click.IntRange(1, 1000), help="Results (default 5).")
@click.option("--per-document", type=click.IntRange(1, 1000), help="Passages of one document (default 1).")
@filter_options
@click.option(
    "--level",
    type=click.Choice(["chunk", "section", "item", "hidden"]),
    default="chunk",
    help="Unit: passages, whole sections, typed sentences, or hidden = what files do not show.",
)
@click.option("--mode", type=click.Choice(MODES), help="By words, by meaning, or by both (default hybrid).")
@click.option("--ranker", metavar="NAME", help="Order: fusion, fitted, semantic, keyword, metadata or legacy.")
@click.option("--hops", "--max-iterations", type=click.IntRange(1, 10), help="Rounds: follow names from hit to hit.")
@click.option("--use-hierarchical", is_flag=True, help="The same as --hops 3.")
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
@options("kb", "server", "json")
def command(query: tuple[str, ...], *, kb: str | None, as_json: bool, explain: bool, **given: Any) -> int:
    """Find the passages that answer QUERY, each with its place in a file."""
    from kts.cli.remote import opened

    with opened(kb) as workspace:
        found = workspace.search(
            " ".join(query),
            k=given["limit"],
            per_document=given["per_document"],
            filters=filters_from(given),
            mode=given["mode"],
            level=given["level"],
            explain=explain,
            ranker=given["ranker"],
            hops=given["hops"] or (3 if given["use_hierarchical"] else None),
        )
    if as_json:
        from kts.server.wire import search

        print_json(search(found, explain=explain))
    else:
        _show(found, explain=explain)
    return 0


def filters_from(given: dict[str, Any]) -> Filter:
    """The filter that the options of a command name."""
    from kts.server.filters import NAMES, filter_of

    named = {name: given[field] for name, field in NAMES.items()}
    return filter_of({**named, "since": day("since", given), "until": day("until", given)})


def day(name: str, given: dict[str, Any]) -> str:
    """The date of an option as YYYY-MM-DD, the one spelling that compares with those of documents."""
    value = given[name]
    if not value:
        return ""
    from datetime import date

    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        message = f"'{value}' is not a date like 2024-03-01"
        raise click.BadParameter(message, param_hint=f"--{name.replace('_', '-')}") from None


def _show(found: SearchResults, *, explain: bool) -> None:
    for number, result in enumerate(found.results, 1):
        click.echo(f"{number:>2}  {click.style(where(result), fg='cyan')}  {_heading(result)}")
        click.echo(f"    {marked(result.snippet, result.marks)}\n")
        if explain:
            _explain(result, found.ranking.explanation, number - 1)
    if not found.results:
        click.echo("nothing found")
    if explain:
        _explain_question(found.ranking.explanation)
    for note in found.ranking.notes:
        click.echo(f"note: {clean(note)}", err=True)


def _explain(result: Result, explanation: Mapping[str, Any], number: int) -> None:
    parts = " + ".join(f"{name} {value:.3f}" for name, value in result.hit.signals.items() if value)
    words = clean(", ".join(explanation["matched"][number]))
    evidence = ", ".join(f"{name} {value:.3f}" for name, value in explanation["evidence"][number].items() if value)
    ranks = ", ".join(f"{name} {rank}" for name, rank in explanation["ranks"][number].items() if rank)
    click.echo(f"    {result.hit.score:.3f} = {parts}; holds: {words}")
    click.echo(f"    evidence: {evidence}; rank in each list: {ranks or 'none'}")
    without = explanation["without"][number]
    if without:
        said = ", ".join(f"{name} rank {rank or 'none'}" for name, rank in without.items())
        click.echo(f"    without {said}")
    click.echo()


def _explain_question(explanation: Mapping[str, Any]) -> None:
    """What the stages made of the question."""
    for step in explanation["stages"]:
        click.echo(f"{step['stage']}: {clean(step['text'])}")
    if explanation["intents"]:
        click.echo(f"intent: {', '.join(explanation['intents'])}")
    for hop in explanation.get("multihop", {}).get("rounds", ()):
        click.echo(f"from {clean('; '.join(hop['seeds']))} followed: {clean(', '.join(hop['names']))}")
    terms = ", ".join(f"{clean(term['word'])} {term['idf'] * term['weight']:.2f}" for term in explanation["terms"])
    click.echo(f"terms and their weight: {terms}")


def _heading(result: Result) -> str:
    metadata = result.hit.passage.metadata
    section = " ".join(part for part in (str(metadata["section"]), str(metadata["heading"])) if part)
    named = [result.citation.title] + ([section] if section and section != result.citation.title else [])
    stale = "  (an older version: the file could not be read again)" if result.stale else ""
    return clean(" > ".join(named)) + stale


def where(result: Result) -> str:
    """The file as a person would type it from here, and the place in it."""
    return at(result.citation.uri, result.place)


def at(uri: str, location: Location) -> str:
    """The file of an address as a person would type it from here, and the place in it."""
    from urllib.parse import unquote, urlsplit

    from kts.search.cite import place
    from kts.server.wire import shown

    full = unquote(urlsplit(uri).path, errors="surrogateescape")
    path = near(full.lstrip("/") if os.name == "nt" else full)
    spot = place(location)
    joined = f":{location.line}" if location.kind == "text" else f", {spot}" if spot else ""
    return shown(path) + joined
