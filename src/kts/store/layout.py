"""Every path under `.kts/`, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kts.errors import NoIndex, UsageError

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

FOLDER = ".kts"


class Layout(NamedTuple):
    """The places inside one workspace folder (`.kts`)."""

    folder: Path

    @property
    def truth(self) -> Path:
        """What came from files."""
        return self.folder / "kts.db"

    @property
    def ledger(self) -> Path:
        """What came from people and questions."""
        return self.folder / "ledger.db"

    @property
    def lock(self) -> Path:
        """Held by the one writer."""
        return self.folder / "writer.lock"

    @property
    def config(self) -> Path:
        """The user's settings."""
        return self.folder / "config.toml"

    @property
    def server(self) -> Path:
        """Where the running server of this index is, and the token for it; only its owner may read it."""
        return self.folder / "server.json"

    @property
    def lexicon(self) -> Path:
        """What the documents say about words: a vocabulary and short forms. Follows the truth."""
        return self.folder / "lexicon"

    @property
    def ranker(self) -> Path:
        """The ranker that was fitted to the user's own judged questions."""
        return self.folder / "ranker.json"

    @property
    def acronyms(self) -> Path:
        """The user's own short forms."""
        return self.folder / "acronyms.json"

    @property
    def taxonomy(self) -> Path:
        """The user's own tools, and names for types of documents."""
        return self.folder / "taxonomy_rules.json"

    def index_folder(self, name: str) -> Path:
        """The folder of a passage index."""
        return self.folder / name

    @property
    def documents(self) -> Path:
        """Readable views, one folder a document."""
        return self.folder / "documents"

    @property
    def images(self) -> Path:
        """Embedded images by content hash."""
        return self.folder / "images"

    @property
    def descriptions(self) -> Path:
        """What embedded images say or show, by content hash; people may edit it."""
        return self.folder / "descriptions.json"

    @property
    def scratch(self) -> Path:
        """Files on their way to their place; emptied by each run."""
        return self.folder / "tmp"

    @property
    def manifest(self) -> Path:
        """Readable view of the manifest."""
        return self.folder / "manifest.json"

    @property
    def standings(self) -> Path:
        """What holds of the documents, made of their records."""
        return self.folder / "standings.json"

    @property
    def index_metadata(self) -> Path:
        """Readable view of what the index was made with; written last, it carries the views' generation."""
        return self.folder / "index_metadata.json"


def find(start: Path, named: str | None) -> Layout:
    """The workspace for a call: the named folder, else the nearest `.kts` upward. Raises NoIndex."""
    if named:
        return at(Path(named))
    for folder in (start, *start.parents):
        if (folder / FOLDER / "kts.db").is_file():
            return Layout(folder / FOLDER)
    for folder in (start, *start.parents):
        if (folder / FOLDER / "manifest.json").is_file():
            raise missing(folder / FOLDER)
    message = f"no {FOLDER} folder in {start} or above it"
    raise NoIndex(message, hint="kts ingest FOLDER makes one", path=str(start))


def check_folder(folder: Path) -> None:
    """Raise UsageError where no index can be made in a folder, since it or what it would lie in is a file."""
    file = _file_in(folder)
    if file is not None:
        message = f"{file} is a file, and an index lies in a folder"
        raise UsageError(message, hint="name the folder that .kts shall lie in", path=str(file))


def _file_in(folder: Path) -> Path | None:
    """The file that a path leads through as if it were a folder, None where there is none."""
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    return there if there.is_file() else None


def missing(folder: Path) -> NoIndex:
    """What to say of a `.kts` folder without a store: one of KTS 1.2 has a manifest.json and no kts.db."""
    if file := _file_in(folder):
        message = f"{file} is a file, and an index lies in a folder"
        return NoIndex(message, hint="name the folder that holds .kts", path=str(file))
    if (folder / "manifest.json").is_file():
        message = f"{folder} is an index of KTS 1.2, which this version cannot read"
        hint = "kts ingest FOLDER makes a new index from the same files; the old one is left as it is"
        return NoIndex(message, hint=hint, path=str(folder))
    return NoIndex(f"{folder} holds no index", hint="kts ingest FOLDER makes one", path=str(folder))


def at(folder: Path) -> Layout:
    """The workspace in `folder`, which may be the `.kts` folder itself or the one that holds it."""
    inside = folder.name == FOLDER or (folder / "kts.db").is_file()
    return Layout((folder if inside else folder / FOLDER).absolute())
