"""What a shell offers while a word is typed: files, and what the index holds. Loaded where click is."""

from __future__ import annotations

import os
import re
from contextlib import closing
from typing import TYPE_CHECKING, Any

from click.shell_completion import BashComplete, CompletionItem, FishComplete, add_completion_class
from click.types import StringParamType

from kts.errors import KTSError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import click

    from kts.workspace import Workspace

FILES = ("file", "dir")
"""What the shell completes itself."""
FIELDS = ("code", "doc_type", "item_type", "language", "path", "regime", "section", "tool")
"""The filters whose values the index knows."""
RECORDS = 50
"""Newest records whose ids are offered (a default, not fitted: one is looked at soon after it was made)."""
QUOTES = ("'", '"')


class Word(StringParamType):
    """A text of which the shell knows the possible values: a kind of `FILES`, of `FIELDS` or of `SOURCES`."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        """The values that begin so, in order; nothing where there is no index, or it cannot be read."""
        if self._kind in FILES:
            return [CompletionItem(incomplete, type=self._kind)]
        given = ctx.params.get(param.name or "") if param.multiple or param.nargs != 1 else ()
        try:
            values = _values(self._kind, ctx.params.get("kb") or os.environ.get("KTS_KB_PATH"), incomplete)
        except (KTSError, OSError):
            return []
        return [CompletionItem(value) for value in values if value.isprintable() and value not in (given or ())]


def _values(kind: str, kb: str | None, incomplete: str) -> Iterable[str]:
    from kts.workspace import Workspace

    if kind == "model":
        from kts.workspace.models import folder, listed

        found: Iterable[str] = [model.id for model in listed(folder(kb))]
    elif kind == "ranker":
        from kts import registry

        found = registry.names("rankers")
    else:
        with Workspace.nearest(kb) as workspace:
            found = SOURCES[kind](workspace) if kind in SOURCES else _field(workspace, kind)
    values = [value for value in found if value.startswith(incomplete)]
    return values if values or kind not in {"document", "target"} else _by_name(found, incomplete)


def _field(workspace: Workspace, field: str) -> tuple[str, ...]:
    with closing(workspace.corpus()) as corpus:
        return corpus.values(field)


def _documents(workspace: Workspace) -> list[str]:
    paths = _field(workspace, "path")
    folders = {path.rpartition("/")[0] for path in paths}
    return [path for path in paths if path not in folders]


def _roots(workspace: Workspace) -> list[str]:
    with closing(workspace.corpus()) as corpus:
        return [root.label for root in corpus.roots()]


def _records(workspace: Workspace) -> list[str]:
    return [str(one["id"]) for one in workspace.ledger_records(RECORDS)]


def _targets(workspace: Workspace) -> list[str]:
    return [*_documents(workspace), *_records(workspace)]


SOURCES: dict[str, Callable[[Workspace], Iterable[str]]] = {
    "document": _documents,
    "record": _records,
    "root": _roots,
    "target": _targets,
}
"""What else the index holds: documents, records of the ledger, source folders, and what can be shown or opened."""


def _by_name(paths: Iterable[str], incomplete: str) -> list[str]:
    """The names of files that begin so, where only one document has the name: a command takes it as well."""
    names = [path.rpartition("/")[2] for path in paths]
    return sorted(name for name in names if name.startswith(incomplete) and names.count(name) == 1)


class Bash(BashComplete):
    """Click's, with names that hold spaces or signs of the shell put in as they must be typed."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """The line of an item. The script's `read` takes one of two backslashes away."""
        words = os.environ["COMP_WORDS"].split("\n")
        at = int(os.environ["COMP_CWORD"])
        quoted = at < len(words) and words[at].startswith(QUOTES)
        if item.type == "plain" and not quoted:
            item.value = re.sub(r"([^\w@%+=:,./~-])", r"\\\\\1", item.value)
        return super().format_completion(item)


class Fish(FishComplete):
    """Click's, without names that hold a comma: its script would cut them there."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        """What is offered for a word."""
        return [item for item in super().get_completions(args, incomplete) if "," not in item.value]


add_completion_class(Bash)
add_completion_class(Fish)
