"""Every number and switch that decides something, with its unit and its source.

One named tuple a folder of the house; the text under a field is its documentation. Values come from defaults,
then `.kts/config.toml`, then the environment (`KTS_SEARCH_MAX_RESULTS`, or a flat name of the original designs),
then flags. A wrong name or type is a `ConfigError` that names file and line.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from kts.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple


class IngestSettings(NamedTuple):
    """How files are found, read and split."""

    include: tuple[str, ...] = ("**/*",)
    """Globs of files to read, relative to the root."""
    exclude: tuple[str, ...] = ()
    """Globs of files to leave out, gitignore syntax."""
    target: int = 1000
    """Characters that a chunk aims at (SPEC CHUNK-1)."""
    overlap: int = 200
    """Characters that neighbouring chunks share (SPEC CHUNK-1)."""
    minimum: int = 200
    """Characters below which a chunk is joined to a neighbour (SPEC CHUNK-1)."""
    splitter: str = "recursive"
    """How text is split: `recursive`, or `legacy` for fixed windows."""
    sectioner: str = "structure"
    """What finds sections: a name of the port `sectioners`."""
    types: tuple[str, ...] = ()
    """Types of documents by path, the last that matches counts: `["contracts/* = CONTRACT", "kb/* = TROUBLESHOOT"]`."""
    max_file_bytes: int = 268_435_456
    """Bytes above which a file is skipped as too_large (RELIABILITY, the cap of the zip guard)."""
    batch_documents: int = 5000
    """Documents that a generation holds at most (a default, not fitted: each is a segment more to search)."""
    batch_seconds: float = 30.0
    """Seconds after which a generation is committed (a default, not fitted)."""
    delete_share: float = 0.2
    """Share of the documents above which a removal asks first (RELIABILITY)."""
    delete_floor: int = 5
    """Documents up to which a removal never asks (a default, not fitted)."""
    isolated: bool = True
    """Whether files are converted in processes of their own; without, a file that hangs or crashes ends the run."""
    workers: int = 0
    """Processes that convert files; 0 for one a core (RELIABILITY: converters run in killable workers)."""
    ocr: str = "auto"
    """What reads scans: `tesseract`, `rapidocr`, `none`, or `auto` for the first that is installed (SPEC CONV-4)."""
    ocr_languages: tuple[str, ...] = ()
    """Languages of scans for tesseract (`eng`, `deu`, ...); none named: all that are installed."""
    lock_wait: float = 10.0
    """Seconds that a second writer waits for the first."""
    items: tuple[str, ...] = (
        *("GOVERNING_DOC_LEGAL", "RESEARCH_PAPER", "CONTRACT", "POLICY", "SOP", "TROUBLESHOOT", "PAPER"),
    )
    """Regimes and document types whose sentences are typed and searched as items; `*` for all. Typing the sentences of
    manuals doubles the time of an ingest and answers few questions (docs/explanation/structure.md)."""
    views: bool = True
    """Whether the readable views under `.kts/documents` are written."""


class EmbedSettings(NamedTuple):
    """Which model gives texts their vectors, and how."""

    provider: str = "minilm_onnx"
    """The embedding model: a name of `kts models list`, or of the port `embedders`; empty for none (SPEC EMB-2)."""
    query_encoder: str = "query_encoder"
    """What reads questions for the provider's vectors: of `kts models list`, or `none`; the default may be absent."""
    models: str = ""
    """Folder of the models; empty for the user's own (`kts models list` shows it)."""
    threads: int = 0
    """Texts embedded side by side; 0 for one a core (RUNTIME: a thread more than cores costs, none gains)."""
    batch: int = 2000
    """Texts after whose vectors a generation is committed at the latest (a default, not fitted)."""
    batch_seconds: float = 30.0
    """Seconds of embedding after which a generation is committed, as far as the pace so far tells (a default)."""
    languages: tuple[str, ...] = ("en", "und")
    """Languages that the model reads (ISO 639-1; `und`: too short to tell); none named: all (SPEC CONV-5)."""
    exclude: tuple[str, ...] = ()
    """Globs of files that are found by words alone, gitignore syntax: logs, whose vectors take long and say little."""


class SearchSettings(NamedTuple):
    """How passages are found and ranked."""

    mode: str = "hybrid"
    """How passages are found: `lexical` by words, `dense` by meaning, `hybrid` by both (SPEC FACES, RET-1)."""
    index: str = "lexical"  # type: ignore[assignment]  # the field's word; nobody searches settings for a value
    """What finds candidates by words: a name of the port `indexes`."""
    vectors: str = "dense"
    """What finds candidates by meaning: a name of the port `vectors`."""
    max_results: int = 5
    """Results shown (SPEC RANK-5)."""
    candidates: int = 50
    """Passages, and documents, that the lists of words hand on at least (decision 0004)."""
    dense_candidates: int = 50
    """Passages that the list of vectors hands on at least (decision 0007)."""
    fusion: str = "convex"
    """How lists become one: `convex` over normalised exact scores, or `rrf` (RETRIEVAL: convex gains .016)."""
    dense_weight: float = 0.5
    """Share of the dense score in the convex fusion (RETRIEVAL; every set left out picks it)."""
    identifier_weight: float = 3.0
    """Standard deviations that an exact identifier of the question is worth (a default: above any two passages that
    both arms find alike)."""
    rrf_k: int = 60
    """Rank constant of reciprocal rank fusion (Cormack, Clarke & Buettcher 2009)."""
    ranker: str = "fitted"
    """What orders the fused list: `fitted`, `fusion` (as it is), `semantic`, `keyword`, `metadata`, `legacy`, or the
    name of a third party's (port `rankers`, SPEC RANK-4)."""
    reranker: str = ""
    """Cross-encoder that reads the first candidates with the question: a model of the models' folder, or a name of the
    port `rerankers`; empty for none (SPEC RANK-2)."""
    reranked: int = 20
    """Candidates that a cross-encoder reads (a default: 10 to 20 pairs are what a second of one core reads)."""
    ranked: int = 30
    """Candidates of the fused list that a ranker orders anew (a default; decision 0015 has the figures)."""
    per_document: int = 1
    """Passages shown of one document, where the search names none (SPEC RANK-5)."""
    k1: float = 1.2
    """BM25 saturation (Robertson & Zaragoza 2009)."""
    b: float = 0.75
    """BM25 length normalisation (Robertson & Zaragoza 2009)."""
    title_weight: float = 0.3
    """BM25F weight of the title, body = 1 (decision 0004)."""
    heading_weight: float = 0.3
    """BM25F weight of the section headings, body = 1 (decision 0004)."""
    document_weight: float = 1.0
    """Weight of the whole document's score beside the passage's (decision 0004)."""
    snippet: int = 300
    """Characters of a snippet at most."""
    syntax: bool = True
    """Whether `"exact phrase" -not type:SOP path:contracts/` in a question are commands (SPEC QRY)."""
    typos: bool = True
    """Whether words and codes that no document holds are read as the nearest that some document does."""
    acronyms: bool = True
    """Whether short forms are searched with what they stand for, and the other way round (SPEC TERM-1)."""
    self_query: bool = True
    """Whether a file, a type of document, a language or a time that a question names filters (SPEC QRY-2)."""
    decomposition: bool = True
    """Whether the parts of a question, or the sides of a comparison, are searched beside it (SPEC QRY-3)."""
    expansion: bool = False
    """Whether synonyms of a static table are searched beside the words of a question (SPEC QRY-4)."""
    feedback: bool = False
    """Whether words of the best hits are added where words and meaning disagree (RETRIEVAL: +.004 to +.006 there)."""
    max_retrieval_iterations: int = 1
    """Rounds of a search: with 2 or more, names that the best hits say are followed (SPEC HOP; decision 0017)."""
    min_filtered_results: int = 2
    """Hits below which a filter that was read from the question is relaxed, never the caller's own (SPEC RET-2)."""
    budget: float = 30.0
    """Seconds that a question may take; stages that would begin later are left out, and that is said (SPEC RET-4)."""


class AnswerSettings(NamedTuple):
    """How answers are made from what was found."""

    passages: int = 10
    """Passages that an answer may be drawn from (a default: on the training questions of samples/ the first ten hold
    a unit that answers for .94 of the answerable ones)."""
    retries: int = 1
    """Further searches when nothing found meets what the question names (SPEC EVID-3)."""
    floor: float = 0.20
    """Probability below which nothing is shown; .26 for .20 where a selector read (SPEC CONF-3, decision 0026)."""
    verify: bool = True
    """Whether the cited files are looked at again before an answer is shown (SPEC EVID-8)."""
    record: bool = True
    """Whether answers are written to the ledger (SPEC EVID-7)."""
    reader: str = "reader"
    """The model that reads checked claims, and passages where no selector reads: of `kts models list`, or `none`."""
    selector: str = "selector"
    """The model that reads the statements an answer is chosen from, likewise; either default may be absent."""
    entailment: str = "entailment"
    """The entailment model of checked claims: of `kts models list`, or a plug-in's; the default may be absent."""


class TicketSettings(NamedTuple):
    """How tickets of a support desk are worked on."""

    policy: str = ""
    """The desk's policy, a TOML file; empty for `.kts/tickets/policy.toml` where there is one (SPEC TICK-6)."""
    ranker: str = "hybrid"
    """The order of what is found: hybrid, keyword, metadata, semantic, or a third party's (SPEC RANK-4)."""
    context: str = "concatenate"
    """How passages become one context: concatenate, summary or structured (SPEC TICK-4)."""
    target_tokens: int = 2000
    """Tokens that a context aims at (SPEC TICK-4)."""


class LlmSettings(NamedTuple):
    """Which language model may help, and with what; none by default. Nothing that it writes is shown unchecked."""

    provider: str = ""
    """What reaches a model: openai, gguf, sampling (the client of `kts mcp`), or a plug-in's name; empty for none."""
    base_url: str = "http://127.0.0.1:11434/v1"
    """Where an OpenAI-compatible server listens; the default is that of Ollama on this machine."""
    model: str = ""
    """The model's name there, or the path of a GGUF file."""
    key_variable: str = "KTS_LLM_KEY"
    """The environment variable that holds the key; the key itself is never a setting, and never logged."""
    timeout: float = 60.0
    """Seconds that one request may take in all (a default, not fitted)."""
    attempts: int = 3
    """Times that a request is tried when the server is busy or fails (a default, not fitted)."""
    max_tokens: int = 800
    """Tokens that one reply may have (a default, not fitted)."""
    token_budget: int = 1_000_000
    """Tokens that one process may use; 0 for no limit (a default, not fitted)."""
    redact: bool = True
    """Whether personal data is taken out of what is sent to another machine (SPEC TICK-1)."""
    augment: bool = False
    """Whether the model says tickets in other words, for the search."""
    classify: bool = False
    """Whether the model chooses among the policy's classes."""
    draft: bool = False
    """Whether the model drafts replies from the passages; only sentences that the gate finds supported are kept."""
    decompose: bool = False
    """Whether the model splits questions into parts (SPEC QRY-5)."""
    hyde: bool = False
    """Whether the model writes a passage as the answer might read, to search with."""
    describe: bool = False
    """Whether `kts describe` may ask the model what the pictures in documents show (SPEC IMG-2)."""


class Settings(NamedTuple):
    """The whole tree; a section is a folder of the house."""

    answer: AnswerSettings = AnswerSettings()
    embed: EmbedSettings = EmbedSettings()
    ingest: IngestSettings = IngestSettings()
    llm: LlmSettings = LlmSettings()
    search: SearchSettings = SearchSettings()
    tickets: TicketSettings = TicketSettings()


RANGES: dict[str, tuple[float, float]] = {
    "answer.passages": (1, 1_000),
    "answer.retries": (0, 1_000),
    "answer.floor": (0, 1),
    "embed.threads": (0, 1_024),
    "embed.batch": (1, 1_000_000),
    "embed.batch_seconds": (0, 86_400),
    "ingest.target": (100, 1_000_000),
    "ingest.overlap": (0, 1_000_000),
    "ingest.minimum": (0, 1_000_000),
    "ingest.max_file_bytes": (1, 1 << 40),
    "ingest.batch_documents": (1, 1_000_000),
    "ingest.batch_seconds": (0, 86_400),
    "ingest.delete_share": (0, 1),
    "ingest.delete_floor": (0, 1_000_000),
    "ingest.workers": (0, 1_024),
    "ingest.lock_wait": (0, 86_400),
    "llm.attempts": (1, 1_000),
    "llm.max_tokens": (1, 1_000_000),
    "llm.timeout": (0.1, 86_400),
    "llm.token_budget": (0, 1_000_000_000),
    "search.max_results": (1, 1_000),
    "search.candidates": (1, 100_000),
    "search.dense_candidates": (1, 100_000),
    "search.dense_weight": (0, 1),
    "search.identifier_weight": (0, 100),
    "search.ranked": (1, 1_000),
    "search.reranked": (1, 1_000),
    "search.rrf_k": (1, 100_000),
    "search.per_document": (1, 1_000),
    "search.k1": (0, 100),
    "search.b": (0, 1),
    "search.title_weight": (0, 100),
    "search.heading_weight": (0, 100),
    "search.document_weight": (0, 100),
    "search.snippet": (20, 100_000),
    "tickets.target_tokens": (100, 4_000),
    "search.max_retrieval_iterations": (1, 1_000),
    "search.min_filtered_results": (0, 1_000),
    "search.budget": (0, 86_400),
}
"""Where a number makes sense; outside, the mistake is said instead of a ranking that nobody meant."""
CHOICES = {
    "ingest.ocr": ("auto", "tesseract", "rapidocr", "none"),
    "ingest.splitter": ("recursive", "legacy"),
    "search.fusion": ("convex", "rrf"),
    "search.mode": ("hybrid", "lexical", "dense"),
    "tickets.context": ("concatenate", "summary", "structured"),
}
FLAT_NAMES = {
    "KTS_EMBED_MODEL_PATH": "embed.models",
    "KTS_EMBED_PROVIDER": "embed.provider",
    "KTS_MAX_RESULTS": "search.max_results",
    "KTS_SELF_QUERY_ENABLED": "search.self_query",
    "KTS_QUERY_DECOMPOSITION_ENABLED": "search.decomposition",
    "KTS_MIN_FILTERED_RESULTS": "search.min_filtered_results",
    "KTS_RRF_K": "search.rrf_k",
}
"""Flat names of the original designs that mean a setting of ours."""


class Origin(NamedTuple):
    """A setting as it is in force and where that value came from."""

    name: str
    value: Any
    origin: str


def load(path: Path | None, environment: Mapping[str, str]) -> tuple[Settings, tuple[Origin, ...]]:
    """The settings in force, and the origin of each. Raises ConfigError naming file and line."""
    given: dict[str, tuple[Any, str]] = {}
    if path is not None and path.is_file():
        given.update(_from_file(path))
    given.update(_from_environment(environment))
    settings = Settings()
    for name, (value, origin) in given.items():
        settings = _with(settings, name, value, origin)
    _agree(settings.ingest, given)
    return settings, tuple(_origins(settings, given))


def _agree(sizes: IngestSettings, given: Mapping[str, tuple[Any, str]]) -> None:
    """Raises ConfigError for sizes of passages of which one leaves no room for another."""
    minimum = sizes.minimum if sizes.splitter == "recursive" else 0  # windows of one size have none
    for name, size, most in (("overlap", sizes.overlap, sizes.target - 1), ("minimum", minimum, sizes.target)):
        if size <= most:
            continue
        origin = next(given[one][1] for one in ("ingest.target", f"ingest.{name}") if one in given)
        message = f"{origin}: ingest.{name} is {size}, at most {most} where ingest.target is {sizes.target}"
        raise ConfigError(message, hint="set 0 <= overlap < target and 0 <= minimum <= target")


def _origins(settings: Settings, given: Mapping[str, tuple[Any, str]]) -> list[Origin]:
    return [
        Origin(name, value, given[name][1] if name in given else "default")
        for name, value in sorted(flatten(settings).items())
    ]


OTHER_NAMES = ("KTS_KB_PATH", "KTS_MODELS", "KTS_DEBUG", "KTS_NO_SERVER", "_KTS_COMPLETE", "KTS_SHARED_DATA")
"""Variables that are no setting."""
NEARLY = 0.9
"""Likeness (0..1, difflib) from which a name is taken for another's misspelling: a letter or two of twenty."""


def unknown(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Variables named KTS_... that mean nothing here: a slip of the pen, or one of another version."""
    known = {*_environment_names(), *OTHER_NAMES}
    return tuple(sorted(name for name in environment if name.startswith("KTS_") and name not in known))


def misspelt(environment: Mapping[str, str]) -> dict[str, str]:
    """Those of them that nearly are the name of a setting, and that name: a typing error passes in silence else."""
    from difflib import get_close_matches

    known = sorted({*_environment_names(), *OTHER_NAMES})
    near = {name: get_close_matches(name, known, n=1, cutoff=NEARLY) for name in unknown(environment)}
    return {name: found[0] for name, found in near.items() if found}


def _environment_names() -> dict[str, str]:
    return {f"KTS_{name.replace('.', '_').upper()}": name for name in flatten(Settings())} | FLAT_NAMES


def flatten(settings: Settings) -> dict[str, Any]:
    """`{"search.k1": 1.2, ...}`."""
    return {
        f"{section}.{name}": value
        for section, values in settings._asdict().items()
        for name, value in values._asdict().items()
    }


def _from_file(path: Path) -> dict[str, tuple[Any, str]]:
    import tomllib

    try:
        text = path.read_text(encoding="utf-8-sig")  # editors on Windows begin a file with a mark
        tree = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
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
    """The line of a section's header, or of a setting in section `after`, however it is quoted; 1 when not found."""
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*[\"']?([\w-]+)", line)
        inside = header[1] if header else inside
        key = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*(?:\.\s*[\"']?([\w-]+)[\"']?\s*)?=", line)
        where = (key[1], key[2]) if key and key[2] else (inside, key[1] if key else "")
        if (header and not after and inside == name) or (key and where == (after or inside, name)):
            return number
    return 1


def _from_environment(environment: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    names = _environment_names()
    return {names[key]: (text, f"environment {key}") for key, text in sorted(environment.items()) if key in names}


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """The settings with one of them, by its dotted name, changed. Raises ConfigError for what makes no sense."""
    return _with(settings, name, value, "a call")


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
    return settings._replace(**{section: getattr(settings, section)._replace(**{item: typed})})


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
    try:
        typed = _converted(type(current), value)
    except (KeyError, TypeError, ValueError):
        kind = {bool: "true or false", int: "a whole number", float: "a number", tuple: "a list of texts"}
        message = f"{origin}: '{name}' takes {kind.get(type(current), 'a text')}, not {value!r}"
        raise ConfigError(message, hint=f"for example {name} = {current!r}") from None
    low, high = RANGES.get(name, (None, None))
    if low is not None and high is not None and not low <= typed <= high:
        message = f"{origin}: '{name}' lies between {low} and {high}, not at {value!r}"
        raise ConfigError(message, hint=f"the default is {current!r}")
    if name in CHOICES and typed not in CHOICES[name]:
        message = f"{origin}: '{name}' is one of {', '.join(CHOICES[name])}, not {value!r}"
        raise ConfigError(message, hint=f"the default is {current!r}")
    return typed


def _converted(kind: type, value: Any) -> Any:
    if kind is bool:
        return value if isinstance(value, bool) else _WORDS[str(value).lower()]
    if kind is tuple:
        listed = value.split(os.pathsep) if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise TypeError
        return tuple(listed)
    unfit = isinstance(value, bool) or (kind is int and isinstance(value, float))
    if unfit or (kind is str and not isinstance(value, str)):
        raise TypeError
    return kind(value)
