"""What turns bytes into rows, and what the rows of a document depend on besides its bytes.

Of a run that finds nothing changed this is all that is loaded: a converter, and what prepares its text, when a file
asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from kts.lexicon.analyse import VERSION as ANALYSIS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from kts.config import IngestSettings
    from kts.ports import Converter, Sectioner
    from kts.types import ManifestRow

PREPARATION = "28"
"""Changes whenever the same conversion would give other rows."""


@dataclass(frozen=True)
class Kit:
    """What turns bytes into rows: converters by name, the sectioner, the settings of splitting."""

    converters: Mapping[str, Converter]
    sectioner: Sectioner
    settings: IngestSettings
    suffixes: Mapping[str, Collection[str]] = field(default_factory=dict)
    """What converters read that need not be made to know it, by the name that they have here."""

    def converter_for(self, content: bytes, *, name: str) -> Converter | None:
        """The converter that the content asks for, its magic bytes before its suffix."""
        from kts.ingest.convert.choose import choose

        chosen = choose(content, name=name, suffixes=self._by_suffix)
        return self.converters.get(chosen) if chosen else None

    def reads(self, path: str) -> bool:
        """Whether any converter takes files with this suffix, or only their content can tell."""
        return suffix_of(path) in self._by_suffix or is_unnamed(path)

    @cached_property
    def _by_suffix(self) -> dict[str, str]:
        known = {name: self.suffixes.get(name) or self.converters[name].suffixes for name in self.converters}
        return {suffix: name for name, suffixes in known.items() for suffix in suffixes}

    def fingerprint(self, converter: Converter) -> str:
        """What the rows of a document depend on besides its bytes."""
        chosen = self.settings
        splitting = f"{chosen.splitter}:{chosen.target}:{chosen.overlap}:{chosen.minimum}"
        sectioning = f"{self.sectioner.name}:{self.sectioner.version}"
        typed = ",".join((*sorted(chosen.items), *chosen.types))
        return f"{converter.name}:{converter.version};{sectioning};{splitting};{typed};{ANALYSIS};{PREPARATION}"

    def current(self, rows: Iterable[ManifestRow]) -> frozenset[str]:
        """The fingerprints that the converters of these rows give now, and that of what was never converted."""
        named = {fingerprint.partition(":")[0] for fingerprint in {row.fingerprint for row in rows}}
        made = [self.fingerprint(one) for one in self._named(named - {""}) if one.name in named]
        return frozenset(("", *made))

    def _named(self, names: Iterable[str]) -> Iterable[Converter]:
        """The converters of these names; all of them where a name is no key, as it need not be."""
        found = {name: self.converters.get(name) for name in names}
        named = [converter for name, converter in found.items() if converter and converter.name == name]
        return named if len(named) == len(found) else self.converters.values()


VARIANTS = frozenset("containerfile crontab dockerfile jenkinsfile makefile procfile vagrantfile".split())
"""Names of files without a suffix, behind which people write which one it is: `Dockerfile.worker`."""


def is_unnamed(path: str) -> bool:
    """Whether a name says nothing of what the file holds: no suffix, or a number (`Contract 1.2`); no `.settings`."""
    suffix, name = suffix_of(path), path.rpartition("/")[2]
    return (not suffix or suffix[1:].isdigit() or name.partition(".")[0].lower() in VARIANTS) and not name.startswith(
        "."
    )


def suffix_of(path: str) -> str:
    """The lower-case suffix with its dot, empty when there is none."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""
