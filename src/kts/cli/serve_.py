"""`kts serve`."""

from __future__ import annotations

import sys
from typing import Any

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import print_json


@click.command("serve", epilog="Example: kts serve --open")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to bind; this machine only by default.")
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="Port to bind (default: any free one).")
@click.option(
    "--socket", type=Word("file"), metavar="FILE", default="", help="Listen on a socket of the file system instead."
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Another name that it answers to, at any port and for http and https; NAME:PORT, at one.",
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="A page elsewhere that may ask from a browser, with a token: http://localhost:3000. None by default.",
)
@click.option("--outside", is_flag=True, help="Bind an address that other machines reach. There is no encryption.")
@click.option(
    "--token-file",
    type=Word("file"),
    metavar="FILE",
    default="",
    help="Use the token in FILE, which only you can read.",
)
@click.option(
    "--root",
    "roots",
    type=Word("dir"),
    multiple=True,
    metavar="DIR",
    help="A folder that may be ingested over the network.",
)
@click.option("--no-mcp", is_flag=True, help="Offer no tools for language models at /mcp.")
@click.option("--allow-ingest", is_flag=True, help="Let a language model bring the index up to date, too.")
@click.option("--threads", type=click.IntRange(0, 64), default=0, help="Threads that answer (default: cores, up to 4).")
@click.option("--watch", is_flag=True, help="Keep the index fresh while files change.")
@click.option("--poll", is_flag=True, help="Look for changes again and again: for network shares.")
@click.option(
    "--open",
    "open_link",
    is_flag=True,
    help="Print a link that opens the page, once, within five minutes, as it does on a terminal; a new one, where a "
    "server runs for the index already.",
)
@click.option("--with-parent", is_flag=True, help="End with the process that started it, or its standard input.")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="warning")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, log_level: str, no_mcp: bool, **given: Any) -> int:
    """Keep the index open for the command line, a page in the browser, and programs (REST)."""
    from kts.cli.remote import folder_of, new_link
    from kts.server.needed import needed

    folder = folder_of(kb)
    tell = print_json_line if as_json else _show
    if given["open_link"] and (found := new_link(folder)):
        door, link = found
        tell({"event": "running", "pid": door.pid, "url": door.url, "socket": door.socket, "link": link})
        return 0
    with needed("kts serve"):
        from kts.server import run
        from kts.server.logs import configure
    configure(log_level)
    given["open_link"] |= not as_json and sys.stdout.isatty()
    run.serve(folder, run.Wishes(mcp=not no_mcp, **given), tell=tell)
    return 0


def print_json_line(said: dict[str, Any]) -> None:
    """One event on one line."""
    print_json(said, indent=None)


def _show(said: dict[str, Any]) -> None:
    where = f"at {said['url'] or said['socket']} (pid {said['pid']})"
    ready = said["event"] == "ready"
    click.echo(f"serving {where}; Ctrl-C ends it" if ready else f"a server runs for this index already {where}")
    if "link" in said:
        click.echo(f"open once, within five minutes: {said['link']}")
    elif said["url"]:
        click.echo("for the page in a browser: kts serve --open prints the link that it needs")
