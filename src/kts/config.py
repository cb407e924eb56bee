"""Every number and switch that decides something, with its unit and its source.

One frozen dataclass a folder of the house. Values come from defaults, then `.kts/config.toml`, then the
environment (`KTS_SEARCH_MAX_RESULTS`, or a flat name of the original designs), then flags. A wrong name or
type is a `ConfigError` that names file and line.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def setting(default: Any, help_: str, *, unit: str = "", source: str = "", was: str = "") -> Any:
    """A setting with its documentation; `was` is the flat name the original designs used."""
    metadata = {"help": help_, "unit": unit, "source": source, "was": was}
    if isinstance(default, tuple):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class IngestSettings:
    """How files are found, read and split."""

    include: tuple[str, ...] = setting(("**/*",), "Globs of files to read, relative to the root.")
    exclude: tuple[str, ...] = setting((), "Globs of files to leave out, gitignore syntax.")
    target: int = setting(1000, "Length that a chunk aims at.", unit="characters", source="SPEC CHUNK-1")
    overlap: int = setting(200, "Text that neighbouring chunks share.", unit="characters", source="SPEC CHUNK-1")
    minimum: int = setting(200, "A shorter chunk is joined to a neighbour.", unit="characters", source="SPEC CHUNK-1")
    splitter: str = setting("recursive", "How text is split: recursive, or legacy (fixed windows).")
    max_file_bytes: int = setting(
        256 * 1024 * 1024,
        "Larger files are skipped as too_large.",
        unit="bytes",
        source="RELIABILITY zip guard",
    )
    sectioner: str = setting("structure", "What finds sections: a name of the port `sectioners`.")
    batch_documents: int = setting(1000, "A generation holds at most so many documents.", unit="documents")
    batch_seconds: float = setting(30.0, "A generation is committed at least so often.", unit="seconds")
    delete_share: float = setting(
        0.2,
        "Removing more than this share at once asks first.",
        unit="share of documents",
        source="RELIABILITY",
    )
    delete_floor: int = setting(5, "Fewer removals than this never ask.", unit="documents")
    lock_wait: float = setting(10.0, "How long a second writer waits.", unit="seconds")
    views: bool = setting(True, "Write the readable views under .kts/documents.")  # noqa: FBT003


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How passages are found and ranked."""

    index: str = setting("lexical", "What finds candidates: a name of the port `indexes`.")
    max_results: int = setting(5, "Results shown.", unit="results", source="SPEC RANK-5", was="KTS_MAX_RESULTS")
    candidates: int = setting(
        100,
        "Passages and documents that the lexical first stage hands on.",
        unit="a list",
        source="RETRIEVAL.md",
    )
    per_document: int = setting(1, "Passages shown of one document.", unit="passages", source="SPEC RANK-5")
    k1: float = setting(1.2, "BM25 saturation.", source="Robertson & Zaragoza 2009; RETRIEVAL.md")
    b: float = setting(0.75, "BM25 length normalisation.", source="Robertson & Zaragoza 2009; RETRIEVAL.md")
    title_weight: float = setting(0.3, "BM25F weight of the title, body = 1.", source="evaluation/")
    heading_weight: float = setting(0.3, "BM25F weight of the section headings, body = 1.", source="evaluation/")
    document_weight: float = setting(
        1.0, "Whole-document score added to the passage score.", source="RETRIEVAL.md: page + best passage"
    )
    snippet: int = setting(300, "Length of a snippet at most.", unit="characters")


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree."""

    ingest: IngestSettings = field(default_factory=IngestSettings)
    search: SearchSettings = field(default_factory=SearchSettings)


class Origin(NamedTuple):
    """A setting as it is in force and where that value came from."""

    name: str
    value: Any
    origin: str


FLAT_NAMES = {
    item.metadata["was"]: f"{section}.{item.name}"
    for section, kind in (("ingest", IngestSettings), ("search", SearchSettings))
    for item in fields(kind)
    if item.metadata["was"]
}


def load(path: Path | None, environment: Mapping[str, str]) -> tuple[Settings, tuple[Origin, ...]]:
    """The settings in force, and the origin of each. Raises ConfigError naming file and line."""
    given: dict[str, tuple[Any, str]] = {}
    if path is not None and path.is_file():
        given.update(_from_file(path))
    given.update(_from_environment(environment))
    settings = Settings()
    for name, (value, origin) in given.items():
        settings = _with(settings, name, value, origin)
    return settings, tuple(_origins(settings, given))


def _origins(settings: Settings, given: Mapping[str, tuple[Any, str]]) -> list[Origin]:
    return [
        Origin(name, value, given[name][1] if name in given else "default")
        for name, value in sorted(flatten(settings).items())
    ]


def flatten(settings: Settings) -> dict[str, Any]:
    """`{"search.k1": 1.2, ...}`."""
    return {
        f"{section.name}.{item.name}": getattr(getattr(settings, section.name), item.name)
        for section in fields(settings)
        for item in fields(getattr(settings, section.name))
    }


def _from_file(path: Path) -> dict[str, tuple[Any, str]]:
    import tomllib

    text = path.read_text(encoding="utf-8")
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"{path}: {error}"
        raise ConfigError(message, path=str(path), hint="mend the line; `kts config show` lists all names") from None
    found: dict[str, tuple[Any, str]] = {}
    for section, values in tree.items():
        line = _line_of(text, section)
        if not isinstance(values, dict):
            message = f"{path}:{line}: '{section}' stands outside a section"
            raise ConfigError(message, path=str(path), hint="put it under [search] or [ingest]")
        for name, value in values.items():
            found[f"{section}.{name}"] = (value, f"{path}:{_line_of(text, name, after=section)}")
    return found


def _line_of(text: str, name: str, *, after: str = "") -> int:
    seen = not after
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if not seen:
            seen = bare.replace(" ", "") == f"[{after}]"
        elif bare.startswith((name, f"[{name}", f'"{name}')):
            return number
    return 1


def _from_environment(environment: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    names = {f"KTS_{name.replace('.', '_').upper()}": name for name in flatten(Settings())} | FLAT_NAMES
    return {names[key]: (text, f"environment {key}") for key, text in sorted(environment.items()) if key in names}


def _with(settings: Settings, name: str, value: Any, origin: str) -> Settings:
    section, _, item = name.partition(".")
    known = flatten(settings)
    if name not in known:
        import difflib

        near = difflib.get_close_matches(name, known, n=1)
        message = f"{origin}: no setting is named '{name}'"
        hint = f"did you mean '{near[0]}'?" if near else "`kts config show` lists all names"
        raise ConfigError(message, hint=hint)
    typed = _typed(known[name], value, name=name, origin=origin)
    return replace(settings, **{section: replace(getattr(settings, section), **{item: typed})})


_WORDS = {
    "true": True,
    "1": True,
    "yes": True,
    "on": True,
    "false": False,
    "0": False,
    "no": False,
    "off": False,
}


def _typed(current: Any, value: Any, *, name: str, origin: str) -> Any:
    kind = type(current)
    try:
        if kind is bool:
            return value if isinstance(value, bool) else _WORDS[str(value).lower()]
        if kind is tuple:
            return tuple(value.split(os.pathsep) if isinstance(value, str) else value)
        return kind("" if isinstance(value, bool) else value)
    except (KeyError, TypeError, ValueError):
        message = f"{origin}: '{name}' takes a {kind.__name__}, not {value!r}"
        raise ConfigError(message, hint=f"for example {name} = {current!r}") from None
