"""Fail when a library that KTS installs for its users has a licence that is not permissive.

Starts at the dependencies of pyproject.toml, the extras included, and follows what each installed
distribution requires on this system. Development tools are not shipped and not asked.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"

PERMISSIVE = frozenset({
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "HPND",
    "ISC",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "PSF-2.0",
    "Python-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
})  # fmt: skip
"""SPDX identifiers that ask for no more than a notice."""

SPOKEN = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd": "BSD-3-Clause",
    "bsd license": "BSD-3-Clause",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0",
    "zlib/libpng license": "Zlib",
}
"""Free words and classifiers of older metadata -> SPDX identifier."""

REVIEWED = {
    # Copyleft per file; used unmodified, as a distribution of its own, so it asks nothing of our code.
    "pathspec": "MPL-2.0",
    # The same, required by tokenizers' own client of the model hub, which KTS never loads.
    "tqdm": "MPL-2.0 AND MIT",
    # The third part stands for what is linked into PDFium: BSD, MIT, Zlib, FreeType and IJG, all permissive.
    "pypdfium2": "Apache-2.0 AND BSD-3-Clause AND dependency licenses",
}
"""Distributions that a person looked into, with the exact words that were read: other words fail again."""


class Licence(NamedTuple):
    """What a distribution says of its licence; `stated` is an SPDX expression where it can be read."""

    name: str
    version: str
    stated: str


def required(roots: Iterable[str]) -> tuple[Licence, ...]:
    """Every installed distribution that the requirements pull in here, sorted by name.

    Raises importlib.metadata.PackageNotFoundError for one that is not installed.
    """
    waiting = [Requirement(root) for root in roots]
    found: dict[str, Licence] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        key = (name, frozenset(requirement.extras))
        if key in seen or not _applies(requirement, frozenset()):
            continue
        seen.add(key)
        distribution = metadata.distribution(name)
        found[name] = Licence(name, distribution.version, stated(distribution.metadata))
        waiting += _next(distribution.requires or (), frozenset(requirement.extras))
    return tuple(found[name] for name in sorted(found))


def runtime_requirements(pyproject: Path = PYPROJECT) -> tuple[str, ...]:
    """The requirements of KTS with the extras `full` and `server`, without its references to itself."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    extras, own = project["optional-dependencies"], f"{project['name']}["
    found, waiting = list(project["dependencies"]), ["full", "server"]
    while waiting:
        for line in extras.get(waiting.pop(), ()):
            if line.startswith(own):
                waiting += line[len(own) :].rstrip("]").split(",")
            else:
                found.append(line)
    return tuple(found)


def stated(meta: metadata.PackageMetadata) -> str:
    """The licence that the metadata states: the SPDX expression, else the classifiers, else the free text."""
    if "License-Expression" in meta:
        return meta["License-Expression"]
    classifiers = [line for line in meta.get_all("Classifier") or () if line.startswith("License ::")]
    free = meta["License"].split(",") if "License" in meta else []
    spoken = [line.rpartition(" :: ")[2].strip() for line in classifiers] or [words.strip() for words in free]
    return " AND ".join(sorted({SPOKEN.get(words.lower(), words) for words in spoken if words}))


def is_permissive(expression: str) -> bool:
    """Whether the SPDX expression can be met with permissive licences alone.

    `A OR B` needs one of them, `A AND B` both; anything that cannot be read is not permissive.
    """
    text = re.sub(r"\s+", " ", expression.strip())
    if text.startswith("(") and text.endswith(")") and _closes_at_end(text):
        return is_permissive(text[1:-1])
    for operator, decide in ((" OR ", any), (" AND ", all)):
        parts = _split(text, operator)
        if len(parts) > 1:
            return decide(is_permissive(part) for part in parts)
    return text in PERMISSIVE


def refused(licences: Iterable[Licence]) -> tuple[Licence, ...]:
    """Those that are neither permissive nor reviewed with the licence that they still state."""
    return tuple(
        licence
        for licence in licences
        if not is_permissive(licence.stated) and REVIEWED.get(licence.name) != licence.stated
    )


def _next(requires: Iterable[str], extras: frozenset[str]) -> Iterator[Requirement]:
    for line in requires:
        requirement = Requirement(line)
        if _applies(requirement, extras):
            requirement.marker = None
            yield requirement


def _applies(requirement: Requirement, extras: frozenset[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras or {""})


def _split(text: str, operator: str) -> list[str]:
    """Cut at the operator where no bracket is open."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and text.startswith(operator, at):
            parts.append(text[start:at])
            start = at + len(operator)
    return [*parts, text[start:]]


def _closes_at_end(text: str) -> bool:
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; 1 when a licence is refused, 2 when a distribution is not installed."""
    try:
        licences = required(runtime_requirements())
    except metadata.PackageNotFoundError as error:
        print(f"not installed: {error.name}; run this in an environment with the extra 'full'", file=sys.stderr)
        return 2
    bad = refused(licences)
    for licence in licences if not bad or "--all" in arguments else bad:
        mark = "REFUSED " if licence in bad else ""
        print(f"{mark}{licence.name} {licence.version}: {licence.stated or 'says nothing'}")
    print(f"{len(licences)} distributions, {len(bad)} with a licence that is not permissive")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
