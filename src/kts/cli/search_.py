"""`kts search`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from kts.cli.output import clean, echo, marked, near, print_json, style
from kts.cli.spoken import FILTERS, SHARED, Option, Spoken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.cli.group import Command
    from kts.types import DescribedImage, Filter, Location, Result, SearchResults

MODES = ("lexical", "dense", "hybrid")


def filter_options(function: Command) -> Command:
    """The options that narrow what is looked at, for a command of click's."""
    from kts.cli.group import option

    for entry in reversed(FILTERS):
        function = option(entry)(function)
    return function


def command(query: tuple[str, ...], *, kb: str | None, as_json: bool, explain: bool, **given: Any) -> int:
    """Find the passages that answer QUERY, each with its place in a file."""
    from kts.cli.remote import opened, tell_above

    tell_above(kb)
    with opened(kb, to_search=True) as workspace:
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
    return ended(found.ranking.notes)


SPOKEN = Spoken(
    "search",
    "query",
    (
        Option(("-k",), "limit", "Results (default 5).", least=1, most=1000),
        Option(
            ("--per-document",),
            "per_document",
            "Passages of one document (default 1; with --doc all).",
            least=1,
            most=1000,
        ),
        *FILTERS,
        Option(
            ("--level",),
            "level",
            "Unit: passages, whole sections, typed sentences, or hidden = what files do not show.",
            choices=("chunk", "section", "item", "hidden"),
            default="chunk",
        ),
        Option(("--mode",), "mode", "By words, by meaning, or by both (default hybrid).", choices=MODES),
        Option(
            ("--ranker",),
            "ranker",
            "Order: fusion, fitted, semantic, keyword, metadata or legacy.",
            metavar="NAME",
            complete="ranker",
        ),
        Option(("--hops", "--max-iterations"), "hops", "Rounds: follow names from hit to hit.", least=1, most=10),
        Option(("--use-hierarchical",), "use_hierarchical", "The same as --hops 3.", flag=True),
        Option(("--explain",), "explain", "Show what each score is made of.", flag=True),
        *SHARED.values(),
    ),
    'Example: kts search "cure period" --path contracts --since 2022-01-01 -k 3',
    command,
)


def ended(notes: Sequence[str]) -> int:
    """The exit code of a question by its notes: 15 where a source could not be reached, though something was found."""
    if not notes:
        return 0
    from kts.errors import AS_OF_LAST, SourceUnreachable

    return SourceUnreachable.exit_code if any(note.startswith(AS_OF_LAST) for note in notes) else 0


def filters_from(given: dict[str, Any]) -> Filter:
    """The filter that the options of a command name."""
    from kts.workspace.filters import NAMES, filter_of

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
        import click

        message = f"'{value}' is not a date like 2024-03-01"
        raise click.BadParameter(message, param_hint=f"--{name.replace('_', '-')}") from None


def _show(found: SearchResults, *, explain: bool) -> None:
    from kts.search.results import in_words

    for number, result in enumerate(found.results, 1):
        echo(f"{number:>2}  {style(where(result), fg='cyan')}  {_heading(result)}")
        if said := in_words(result.standing):
            echo(style(f"    {clean(said)}", fg="yellow"))
        echo(f"    {marked(result.snippet, result.marks)}\n")
        if explain:
            _explain(result, found.ranking.explanation, number - 1)
    if not found.results:
        echo("nothing found")
    show_images(found.images)
    if explain:
        _explain_question(found.ranking.explanation)
    for note in found.ranking.notes:
        echo(f"note: {clean(note)}", err=True)


def show_images(images: Sequence[DescribedImage]) -> None:
    """Images that may show it; what they are said to show is told apart from what documents say."""
    for one in images:
        by = f"the model {clean(one.model)}" if one.made_by == "model" else "a person"
        echo(f"image {one.sha256[:12]}  {style(at(one.uri, one.location), fg='cyan')}")
        echo(style(f"    described by {by}, no quote: {clean(one.description)}", dim=True))


def _explain(result: Result, explanation: Mapping[str, Any], number: int) -> None:
    parts = " + ".join(f"{name} {value:.3f}" for name, value in result.hit.signals.items() if value)
    words = clean(", ".join(explanation["matched"][number]))
    evidence = ", ".join(f"{name} {value:.3f}" for name, value in explanation["evidence"][number].items() if value)
    ranks = ", ".join(f"{name} {rank}" for name, rank in explanation["ranks"][number].items() if rank)
    echo(f"    {result.hit.score:.3f} = {parts}; holds: {words}")
    echo(f"    evidence: {evidence}; rank in each list: {ranks or 'none'}")
    without = explanation["without"][number]
    if without:
        said = ", ".join(f"{name} rank {rank or 'none'}" for name, rank in without.items())
        echo(f"    without {said}")
    echo()


def _explain_question(explanation: Mapping[str, Any]) -> None:
    """What the stages made of the question."""
    for step in explanation["stages"]:
        echo(f"{step['stage']}: {clean(step['text'])}")
    if explanation["intents"]:
        echo(f"intent: {', '.join(explanation['intents'])}")
    for hop in explanation.get("multihop", {}).get("rounds", ()):
        echo(f"from {clean('; '.join(hop['seeds']))} followed: {clean(', '.join(hop['names']))}")
    terms = ", ".join(f"{clean(term['word'])} {term['idf'] * term['weight']:.2f}" for term in explanation["terms"])
    echo(f"terms and their weight: {terms}")


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
