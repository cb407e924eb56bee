"""`kts graph`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json, writing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.workspace.graph import Edge, Node, Surroundings

PICTURED = 60
"""Nodes in a picture at most: more is a cloud."""


@click.group(
    "graph", epilog="Example: kts graph show agreement.docx --svg picture.svg; kts graph related agreement.docx"
)
def command() -> None:
    """How documents, sections, terms, topics, tools and error codes hang together."""


@command.command("show", epilog="Example: kts graph show late-charge-policy-v4.md --svg picture.svg")
@click.argument("name", type=Word("document"))
@click.option("--depth", type=click.IntRange(1, 4), default=1, help="Edges away at most (default 1).")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only these edges: DEFINES, REFERENCES, ...")
@click.option("-n", "limit", type=click.IntRange(1, 1_000), default=40, help="Neighbours at most (default 40).")
@click.option("--svg", type=click.Path(dir_okay=False), help="Write a picture to this file.")
@options("kb", "json")
def show(
    name: str, *, kb: str | None, as_json: bool, depth: int, kinds: tuple[str, ...], limit: int, svg: str | None
) -> int:
    """Show what lies around NAME: a document, a passage id, or term:..., error:..., tool:..., topic:..."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        wanted = tuple(kind.upper() for kind in kinds)
        most = min(limit, PICTURED) if svg else limit
        found = workspace.surroundings(name, depth=depth, kinds=wanted, limit=most)  # type: ignore[arg-type]
        if svg:
            picture = workspace.picture(found)
            with writing(svg):
                Path(svg).write_text(picture, encoding="utf-8")
    if as_json:
        from kts.server.wire.graph import surroundings

        print_json(surroundings(found))
    else:
        _show(found)
    return 0


def _show(found: Surroundings) -> None:
    click.echo(f"{click.style(clean(found.node.label), bold=True)}  {found.node.id}")
    for one in found.neighbours:
        out = one.edge.target == one.node.id
        arrow = f"{one.edge.kind} \u2192" if out else f"\u2190 {one.edge.kind}"
        click.echo(f"{'  ' * one.hops}{arrow:<18} {clean(one.node.label)}  {click.style(one.node.id, dim=True)}")
    if not found.neighbours:
        click.echo("  nothing around it")


@command.command("related", epilog="Example: kts graph related late-charge-policy-v4.md")
@click.argument("document", type=Word("document"))
@click.option("-n", "limit", type=click.IntRange(1, 1_000), default=10, help="Documents at most (default 10).")
@options("kb", "json")
def related(document: str, *, kb: str | None, as_json: bool, limit: int) -> int:
    """List the documents most like DOCUMENT, with what they share."""
    from kts.server.wire import shown
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        found = workspace.related(document, limit=limit)
    if as_json:
        from kts.server.wire.graph import related as shape

        print_json(shape(found))
        return 0
    for one in found:
        ties = ", ".join(clean(tie.label) for tie in one.ties)
        click.echo(f"{one.score:.4f}  {click.style(shown(one.path), fg='cyan')}  {ties}")
    return 0


@command.command("path", epilog="Example: kts graph path policy.md sop.md")
@click.argument("source", type=Word("document"))
@click.argument("target", type=Word("document"))
@click.option("--hops", type=click.IntRange(1, 8), default=4, help="Edges of a way at most (default 4).")
@options("kb", "json")
def path(source: str, target: str, *, kb: str | None, as_json: bool, hops: int) -> int:
    """Show the shortest ways from SOURCE to TARGET."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        ways, nodes = workspace.paths(source, target, hops=hops)
    if as_json:
        from kts.server.wire.graph import paths

        print_json(paths(ways, nodes))
        return 0
    for way in ways:
        click.echo("; ".join(_said(one, nodes) for one in way))
    if not ways:
        click.echo(f"no way of {hops} edges or fewer")
    return 0


def _said(edge: Edge, nodes: Mapping[str, Node]) -> str:
    return f"{clean(nodes[edge.source].label)} {click.style(edge.kind, dim=True)} {clean(nodes[edge.target].label)}"


@command.command("central", epilog="Example: kts graph central --json")
@click.option("-n", "limit", type=click.IntRange(1, 1_000), default=20, help="Nodes at most (default 20).")
@options("kb", "json")
def central(*, kb: str | None, as_json: bool, limit: int) -> int:
    """List what matters most in the whole graph, by PageRank."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        found = workspace.central(limit=limit)
    if as_json:
        from kts.server.wire.graph import central as shape

        print_json(shape(found))
        return 0
    for one in found:
        click.echo(f"{one.rank:.4f}  {one.degree:>5} edges  {one.node.kind:<10}  {clean(one.node.label)}")
    return 0


@command.command("export", epilog="Example: kts graph export > graph.json")
@click.option("--items", is_flag=True, help="With every section and sentence, not documents alone.")
@options("kb")
def export(*, kb: str | None, items: bool) -> int:
    """Write the whole graph to standard output, in the node-link form that NetworkX reads."""
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:
        print_json(workspace.knowledge_graph(items=items), indent=None)
    return 0
