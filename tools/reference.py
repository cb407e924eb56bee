"""Write docs/reference/settings.md and commands.md from the code; `--check` only compares.

A setting's documentation is the text under its field in src/kts/config.py; a command's is its `--help`.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kts import config
from kts.cli.group import COMMANDS, kts

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "reference"
ORIGINAL = (
    ("KTS_KB_PATH", "`--kb`, or `KTS_KB_PATH` as before", "folder of the index"),
    ("chunk size 1000", "`ingest.target`", "a target for structure-aware chunks, no longer a window"),
    ("chunk overlap 200", "`ingest.overlap`", "starts at a sentence"),
    ("fixed-size splitting", '`ingest.splitter = "legacy"`', "windows of the target size"),
    ("max_results 5", "`search.max_results`", ""),
    ("candidates 20 a list", "`search.candidates`", "50: decision 0004"),
    ("KTS_EMBED_PROVIDER, KTS_EMBED_MODEL_PATH", "`embed.provider`, `embed.models`; the flat names as before", ""),
    ("KTS_SELF_QUERY_ENABLED", "`search.self_query`; the flat name as before", ""),
    ("KTS_QUERY_DECOMPOSITION_ENABLED", "`search.decomposition`; the flat name as before", ""),
    ("KTS_QUERY_DECOMPOSITION_USE_LLM", "`llm.decompose`", ""),
    ("KTS_SELF_RAG_RETRY_ENABLED, _MAX_RETRIES", "`answer.retries`", "0 switches it off; the flat names mean nothing"),
    ("KTS_SELF_RAG_COVERAGE_THRESHOLD", "none", "a further search is for what the question names and nothing meets"),
    ("KTS_RRF_K", "`search.rrf_k`; the flat name as before", 'where `search.fusion = "rrf"`'),
    (
        "KTS_MIN_FILTERED_RESULTS",
        "`search.min_filtered_results`; the flat name as before",
        "the caller's filters are never relaxed",
    ),
    ("KTS_USE_*, KTS_LEGACY_MODE", "none", "one pipeline, whose stages have settings of their own"),
)
HEAD = "<!-- written by tools/reference.py from the code; edit the code -->\n"


def documented(source: str) -> Iterator[tuple[str, str, str]]:
    """(section, field, text under it) of every settings class."""
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef) or not node.name.endswith("Settings"):
            continue
        section = node.name.removesuffix("Settings").lower()
        for field, below in zip(node.body, node.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                text = (
                    below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
                )
                yield section, field.target.id, str(text)


def settings_page() -> str:
    """The page of settings. Raises SystemExit for a setting without documentation."""
    defaults = config.flatten(config.Settings())
    source = (ROOT / "src" / "kts" / "config.py").read_text(encoding="utf-8")
    rows = []
    for section, field, text in documented(source):
        name = f"{section}.{field}"
        if name in defaults:
            if not text:
                sys.exit(f"src/kts/config.py: {name} has no documentation under it")
            default = str(defaults[name]).replace("|", "\\|") or "empty"
            meaning = " ".join(text.split())  # a cell of a table is one line
            rows.append(f"| `{name}` | `{default}` | {meaning} | `KTS_{name.replace('.', '_').upper()}` |")
    original = [f"| {was} | {ours} | {note} |" for was, ours, note in ORIGINAL]
    return "\n".join(
        (
            HEAD,
            "# Settings",
            "",
            "In `.kts/config.toml`, a section for each word before the dot (`[search]`, then `max_results = 10`), or",
            "in the environment. `kts config show` says what is in force and where it comes from.",
            "",
            "| setting | default | meaning | environment |",
            "|---|---|---|---|",
            *rows,
            "",
            "## From the original designs",
            "",
            "| there | here | note |",
            "|---|---|---|",
            *original,
            "",
        )
    )


def commands_page() -> str:
    """The page of commands: each with its help."""
    parts = [HEAD, "# Commands", ""]
    context = click.Context(kts, info_name="kts", **kts.context_settings)
    for name in COMMANDS:
        command = kts.get_command(context, name)
        if command is None:
            sys.exit(f"kts {name} cannot be loaded")
        parts += [f"## kts {name}", ""]
        for path, one in _with_children(name, command):
            inner = click.Context(one, info_name=path, parent=context, terminal_width=100, max_content_width=100)
            parts += ["```text", one.get_help(inner), "```", ""]
    return "\n".join(parts)


def _with_children(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        yield from ((f"{name} {child}", one) for child, one in sorted(command.commands.items()))


def main() -> None:
    """Write or compare."""
    stale = []
    for name, text in (("settings.md", settings_page()), ("commands.md", commands_page())):
        page = PAGES / name
        if "--check" in sys.argv:
            stale += [] if page.is_file() and page.read_text(encoding="utf-8") == text else [name]
        else:
            page.write_text(text, encoding="utf-8")
    if stale:
        sys.exit(f"docs/reference: {', '.join(stale)} differ from the code; run python tools/reference.py")


if __name__ == "__main__":
    main()
