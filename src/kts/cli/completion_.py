"""`kts completion`."""

from __future__ import annotations

import click

HINTS = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/kts.fish"}


@click.command("completion", epilog="Example: echo 'eval \"$(kts completion bash)\"' >> ~/.bashrc")
@click.argument("shell", type=click.Choice(list(HINTS)))
def command(shell: str) -> int:
    """Print the script that completes commands, options and values in SHELL."""
    from click.shell_completion import get_completion_class

    from kts.cli.group import kts

    found = get_completion_class(shell)
    if found is None:
        return 1
    click.echo(found(kts, {}, "kts", "_KTS_COMPLETE").source())
    return 0
