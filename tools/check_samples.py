"""Fail when the documents of samples/ and the exams beside them do not belong together any more.

    python tools/check_samples.py                 everything
    python tools/check_samples.py --no-rebuild    without building the office files again

Checked are the exams for themselves (check_exams.py), that every quote of an exam is said by its document, that
every format of the product is there, that all addresses are invented, and that the scripts of samples/generate
still make the files that are there. Documents are read by the product itself, because its canonical text is what
the exams are held against; white space is normalised on both sides.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kts import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
BUILD = ROOT / "tools" / "build_samples.py"
CHECK_EXAMS = ROOT / "tools" / "check_exams.py"
EXAMS = (
    "questions.jsonl",
    "claims.jsonl",
    "tickets/judged.jsonl",
    "structure/sentences.jsonl",
    "structure/definitions.jsonl",
    "structure/references.jsonl",
)
"""The exams that quote the documents."""

Row: TypeAlias = dict[str, Any]
Texts: TypeAlias = dict[str, str]

# ---- the documents -------------------------------------------------------------------------------------------------

DOCUMENTS = 60
ARTICLES = 60
"""Least number of documents, and of knowledge articles among them."""
FORMATS = frozenset(".md .markdown .txt .rst .docx .pdf .pptx .html .htm .json .xlsx .csv .eml .rtf .odt".split())
BROKEN = frozenset({"timeout", "memory", "crashed", "malformed", "unstable", "unreadable", "too_large"})
"""Outcomes that no document of the samples is meant to have; some are empty, encrypted or unsupported on purpose."""


class Conversion(NamedTuple):
    """The documents of a folder as the product reads them; `outcomes` holds those that gave no whole text."""

    texts: Texts
    outcomes: dict[str, str]

    @property
    def files(self) -> set[str]:
        """Every document of the folder, with text or without."""
        return {*self.texts, *self.outcomes}


def converted(folder: Path) -> Conversion:
    """Read the folder into an index of its own, without vectors, which is thrown away."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as index,
        Workspace.create(index, environment={"KTS_EMBED_PROVIDER": ""}) as workspace,
    ):
        report = workspace.ingest([str(folder)])
        corpus = workspace.corpus()
        try:
            texts = {record.path: corpus.text(record.key) for record in corpus.documents()}
        finally:
            corpus.close()
    return Conversion(texts, {file.path: file.outcome for file in report.files})


def wanting(found: Conversion) -> Iterator[str]:
    """Documents and formats that are too few, and documents that break."""
    articles = sum(path.startswith("support/kb/") for path in found.files)
    for what, there, least in (("documents", len(found.files), DOCUMENTS), ("articles", articles, ARTICLES)):
        print(f"{there:6} {what} (at least {least})")
        if there < least:
            yield f"{what}: {there}, not {least}"
    missing = FORMATS - {Path(path).suffix for path in found.files}
    print(f"{len(FORMATS) - len(missing):6} formats (at least {len(FORMATS)})")
    yield from (f"no document is a {suffix}" for suffix in sorted(missing))
    yield from (f"{path}: conversion ends as {end}" for path, end in found.outcomes.items() if end in BROKEN)


# ---- quotes --------------------------------------------------------------------------------------------------------


def lines_of(path: Path) -> list[Row]:
    """The objects of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def squeezed(text: str) -> str:
    """Each run of white space as one blank."""
    return " ".join(text.split())


def quotes_of(row: Row) -> Iterator[tuple[str, str]]:
    """(document, quote) of everything in the samples that a line of an exam names; the quote may be empty."""
    for place in (*row.get("places", ()), row.get("near")):
        if place:
            yield place["file"], place["quote"]
    if "quote" in row and "file" in row:
        yield row["file"], row["quote"]
    for rank, article in enumerate(row.get("articles", ())):
        yield article, row["quote"] if rank == 0 else ""


def lost_quotes(samples: Path, found: Conversion) -> Iterator[str]:
    """Quotes that their document does not say, and documents that are not there."""
    texts = {path: squeezed(text) for path, text in found.texts.items()}
    for name in EXAMS:
        for row in lines_of(samples / name):
            for path, quote in quotes_of(row):
                if path not in found.files:
                    yield f"{name}: {row['id']}: no document {path}"
                elif squeezed(quote) not in texts.get(path, ""):
                    state = found.outcomes.get(path, "ok")
                    yield f"{name}: {row['id']}: {path} ({state}) does not say {quote[:80]!r}"


# ---- nothing of the real world -------------------------------------------------------------------------------------

MAIL = re.compile(r"[\w.+-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
LINK = re.compile(r"(?:https?|ftp)://([^/\s:)\]>\"'|`]+)|\b(www\.[\w.-]+)")
INVENTED = re.compile(r"(?:^|\.)example(?:\.(?:com|org|net))?\.?$", re.IGNORECASE)
"""Names that are reserved for examples (RFC 2606)."""
MACHINE = re.compile(r"(?<![\w/.~-])/(?:home|mnt|root|tmp|work|Users)/\w|\b[A-Z]:\\Users\\")


def real_places(texts: Mapping[str, str]) -> Iterator[str]:
    """Addresses outside the reserved names, and paths of somebody's machine."""
    for path, text in texts.items():
        hosts = [match[1] for match in MAIL.finditer(text)]
        hosts += [match[1] or match[2] for match in LINK.finditer(text)]
        yield from (f"{path}: {host} is not an invented address" for host in hosts if not INVENTED.search(host))
        yield from (f"{path}: a path of a machine: {match[0]}" for match in MACHINE.finditer(text))


def beside(samples: Path, found: Conversion) -> Texts:
    """What else there is to read: exams, notes, tickets, and documents that the product does not read."""
    names = [*samples.rglob("*.jsonl"), *samples.rglob("README.md")]
    texts = {path.relative_to(samples).as_posix(): path.read_text(encoding="utf-8") for path in names}
    texts |= {f"tickets/{path}": text for path, text in converted(samples / "tickets").texts.items()}
    unread = [path for path, outcome in found.outcomes.items() if outcome == "unsupported"]
    return texts | {path: plain(samples / path) for path in unread}


def plain(path: Path) -> str:
    """The words of a file, roughly: of zipped XML without its tags, of anything else as it is."""
    if not zipfile.is_zipfile(path):
        return path.read_text(encoding="utf-8", errors="replace")
    with zipfile.ZipFile(path) as archive:
        xml = [archive.read(name).decode("utf-8") for name in archive.namelist() if name.endswith(".xml")]
    return re.sub(r"<[^>]*>", " ", " ".join(xml))


# ---- the generated files -------------------------------------------------------------------------------------------

GENERATED = frozenset({".docx", ".pptx", ".xlsx", ".pdf", ".odt", ".eml"})


def unlike(samples: Path, found: Conversion) -> Iterator[str]:
    """Build the office files elsewhere and compare: bytes, else zip members, else what the product reads.

    Compressed bytes may differ between builds of zlib, the content may not; such files are printed.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        subprocess.run([sys.executable, str(BUILD), name], check=True, stdout=subprocess.DEVNULL)
        made = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        other = [path for path in made if content(samples / path) != content(folder / path)]
        changed = [path for path in other if not same_members(samples / path, folder / path)]
        texts = converted(folder).texts if changed else {}
    wrong = [path for path in changed if path not in texts or texts[path] != found.texts.get(path)]
    print(f"{len(made) - len(other):6} generated files have the same bytes when built again")
    for path in sorted(set(other) - set(wrong)):
        print(f"{path}: other bytes, same content")
    yield from (f"{path}: its script makes another one" for path in wrong)
    office = {path for path in found.files if Path(path).suffix in GENERATED}
    yield from (f"{path}: no script makes it" for path in sorted(office - set(made)))


def content(path: Path) -> bytes:
    """The bytes of the file; none when it is not there."""
    return path.read_bytes() if path.is_file() else b""


def same_members(one: Path, other: Path) -> bool:
    """Whether both are zipped documents with equal members."""
    return bool(members(one)) and members(one) == members(other)


def members(path: Path) -> dict[str, bytes]:
    """What is in a zipped document; empty for any other file."""
    stream = io.BytesIO(content(path))
    if not zipfile.is_zipfile(stream):
        return {}
    with zipfile.ZipFile(stream) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# ---- all of it -----------------------------------------------------------------------------------------------------


def check(samples: Path, *, rebuild: bool) -> list[str]:
    """Print the counts; return the problems of the documents."""
    found = converted(samples)
    problems: list[str] = []
    problems += wanting(found)
    problems += lost_quotes(samples, found)
    problems += real_places({**found.texts, **beside(samples, found)})
    if rebuild:
        problems += unlike(samples, found)
    return problems


def main(arguments: Sequence[str] = ()) -> int:
    """Check the exams, then the documents; status 1 and a list when something does not hold."""
    parser = argparse.ArgumentParser(description="Check the documents and the exams of samples/.")
    parser.add_argument("--samples", type=Path, default=SAMPLES, help="another folder of this shape")
    parser.add_argument("--no-rebuild", action="store_true", help="do not build the office files again")
    options = parser.parse_args(arguments)
    command = [sys.executable, str(CHECK_EXAMS), "--samples", str(options.samples)]
    if subprocess.run(command, check=False).returncode:
        return 1
    problems = check(options.samples, rebuild=not options.no_rebuild)
    print("\n".join([*problems, f"samples: {len(problems)} problems" if problems else "the samples hold"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
