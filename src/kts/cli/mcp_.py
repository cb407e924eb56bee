"""`kts mcp`."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import click

from kts.cli.group import options
from kts.cli.output import print_json

CLIENTS = ("claude-code", "claude-desktop", "cursor", "vscode")


@click.command("mcp", epilog="Example: kts mcp --config vscode > .vscode/mcp.json")
@click.option("--allow-ingest", is_flag=True, help="Let the model bring the index up to date with the files.")
@click.option("--config", "client", type=click.Choice(CLIENTS), help="Print what to put into a client's settings.")
@click.option("--threads", type=click.IntRange(0, 64), default=0, help="Threads that answer (default: cores, up to 4).")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="warning")
@options("kb", "json")
def command(
    *, kb: str | None, as_json: bool, allow_ingest: bool, client: str | None, threads: int, log_level: str
) -> int:
    """Give a language model's client tools over the index (Model Context Protocol, standard input and output).

    `kts serve` offers the same tools over HTTP at /mcp.
    """
    if client:
        snippet = snippet_for(client, _settled(kb), allow_ingest=allow_ingest)
        print_json(snippet) if as_json else click.echo(json.dumps(snippet, indent=2))
        return 0
    from kts.server.needed import needed

    with needed("kts mcp"):
        from kts.server.engine import Engine
        from kts.server.logs import configure
        from kts.server.mcp import over_stdio
        from kts.workspace import Workspace
    import asyncio

    from kts.cli.remote import folder_of

    folder = folder_of(kb)
    Workspace.open(folder).close()  # an editor would show a server without an index as a healthy one
    configure(log_level)
    asyncio.run(over_stdio(Engine(folder, threads=threads), allow_ingest=allow_ingest))
    return 0


def _settled(kb: str | None) -> str:
    """The index that the client is told of, found now: it starts in a folder of its own choosing."""
    from kts.cli.remote import folder_of
    from kts.errors import NoIndex

    try:
        folder = Path(folder_of(kb))
    except NoIndex:
        folder = Path(kb or os.curdir).absolute() / ".kts"
    place = folder.parent if folder.name == ".kts" else folder
    if not (folder / "kts.db").is_file():
        click.echo(f"note: there is no index in {place} yet: kts ingest FOLDER --kb {place}", err=True)
    return str(place)


def snippet_for(client: str, kb: str | None, *, allow_ingest: bool) -> dict[str, object]:
    """What a client's settings file says to start this server, with absolute paths: clients start anywhere."""
    program = shutil.which("kts")
    start = [os.path.abspath(program)] if program else [sys.executable, "-m", "kts"]  # noqa: PTH100
    words = [*start[1:], "mcp", "--kb", os.path.abspath(kb or os.curdir)]  # noqa: PTH100
    words += ["--allow-ingest"] if allow_ingest else []
    entry: dict[str, object] = {"command": start[0], "args": words}
    if client == "vscode":
        return {"servers": {"kts": {"type": "stdio", **entry}}}
    return {"mcpServers": {"kts": {"type": "stdio", **entry} if client == "claude-code" else entry}}
