"""PKG: how an extra is added names where this copy came from; the name alone belongs to another project on PyPI."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

from kts import extras

REQUIRED = """Requires-Dist: click<9,>=8.2
Requires-Dist: never-there<2,>=1.0; extra == 'server'
Requires-Dist: nor-this[all]<3,>=2; extra == "server"
Requires-Dist: pytest; extra == 'server'
Requires-Dist: other; extra == 'gguf'
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A copy that is installed in a folder of packages, and what was noted of where it came from."""

    def install(noted=None):
        site = tmp_path / "site"
        folder = site / "kts-0.1.0.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: kts\nVersion: 0.1.0\n{REQUIRED}")
        if noted is not None:
            (folder / "direct_url.json").write_text(noted if isinstance(noted, str) else json.dumps(noted))
        monkeypatch.setattr(extras, "__file__", str(site / "kts" / "extras.py"))
        monkeypatch.setattr(sys, "path", [str(site), *sys.path])

    return install


def test_pkg_a_checkout_is_installed_again_with_the_extra(repository):
    assert shlex.split(extras.how_to_get("server")) == ["pip", "install", "-e", f"{repository}[server]"]


def test_pkg_a_folder_or_a_file_that_was_installed_is_named(installed, tmp_path):
    wheel = tmp_path / "a b" / "kts-0.1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    wheel.write_bytes(b"")
    installed({"url": wheel.as_uri(), "archive_info": {}})
    assert shlex.split(extras.how_to_get("server")) == ["pip", "install", f"{wheel}[server]"]


@pytest.mark.parametrize(
    ("noted", "address"),
    [
        ({"url": "https://example.org/kts.whl", "archive_info": {}}, "https://example.org/kts.whl"),
        (
            {"url": "https://example.org/kts.git", "vcs_info": {"vcs": "git", "commit_id": "ab12"}},
            "git+https://example.org/kts.git@ab12",
        ),
    ],
)
def test_pkg_an_address_that_was_installed_is_named(installed, noted, address):
    installed(noted)
    assert shlex.split(extras.how_to_get("gguf")) == ["pip", "install", f"kts[gguf] @ {address}"]


@pytest.mark.parametrize("noted", [None, "no JSON", {}, {"url": "file:///nowhere/kts", "dir_info": {}}])
def test_pkg_without_a_place_the_libraries_are_named_that_are_absent(installed, noted):
    installed(noted)
    said = shlex.split(extras.how_to_get("server"))
    assert said == ["pip", "install", "never-there<2,>=1.0", "nor-this[all]<3,>=2"]
