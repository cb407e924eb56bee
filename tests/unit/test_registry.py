"""IDX-1, REG-2, PKG: adapters by name, ours and third parties', loaded when first asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kts
from kts import registry
from kts.errors import MissingExtra, UsageError
from kts.extras import how_to_get

SOURCE = {**os.environ, "PYTHONPATH": str(Path(kts.__file__).parent.parent)}
NAMELESS = {
    "embedders",
    "entailment_models",
    "item_extractors",
    "llms",
    "readers",
    "rerankers",
}  # models say who provides them, functions nothing
ALL = [(port, name) for port, adapters in registry.BUILT_IN.items() for name in adapters]


@pytest.mark.parametrize(("port", "name"), ALL)
def test_pkg_every_adapter_of_ours_is_loaded_by_its_name(port, name):
    adapter = registry.load(port, name)
    assert getattr(adapter, "name", None) == name or port in NAMELESS
    assert registry.load(port, name) is adapter
    assert name in registry.names(port)


def test_pkg_names_are_sorted():
    for port in registry.BUILT_IN:
        assert registry.names(port) == tuple(sorted(registry.names(port)))


@pytest.mark.parametrize("port", registry.BUILT_IN)
def test_pkg_an_unknown_name_is_a_usage_error_that_lists_the_known_ones(port):
    with pytest.raises(UsageError) as caught:
        registry.load(port, "nothing-of-the-kind")
    assert caught.value.message.endswith("is named 'nothing-of-the-kind'")
    assert all(name in caught.value.hint for name in registry.names(port))


def test_pkg_a_message_names_the_port_in_plain_english():
    with pytest.raises(UsageError, match="no index is named"):
        registry.load("indexes", "nothing-of-the-kind")


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package of a third party, on the path as pip leaves it there."""

    def install(points, **modules):
        info = tmp_path / "third_party-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"[kts.{port}]\n{name} = {target}\n" for port, name, target in points]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.syspath_prepend(tmp_path)

    return install


def test_pkg_an_adapter_of_a_third_party_is_found_by_its_entry_point(installed):
    installed([("converters", "odd", "odd_adapter:Odd")], odd_adapter="class Odd:\n    name = 'odd'\n")
    assert registry.load("converters", "odd").name == "odd"
    assert "odd" in registry.names("converters")
    assert "odd" not in registry.names("sectioners")


def test_pkg_a_name_of_ours_is_not_taken_over(installed):
    installed([("converters", "text", "odd_adapter:Odd")], odd_adapter="class Odd:\n    name = 'odd'\n")
    assert registry.load("converters", "text").__name__ == "TextConverter"
    assert registry.names("converters").count("text") == 1


def test_pkg_a_third_party_adapter_without_its_library_is_a_missing_extra(installed):
    installed([("converters", "odd", "odd_adapter:Odd")], odd_adapter="import a_library_that_nobody_has\n")
    with pytest.raises(MissingExtra):
        registry.load("converters", "odd")


BARE = "import sys; sys.path[:] = [place for place in sys.path if 'site-packages' not in place]\n"
"""The interpreter without any library that is installed."""


def bare(program):
    """What the program prints where no library is installed."""
    started = [sys.executable, "-c", BARE + "from kts import errors, registry\n" + program]
    return subprocess.run(started, capture_output=True, text=True, check=True, env=SOURCE).stdout.splitlines()


def test_pkg_an_absent_library_is_a_missing_extra_that_names_it():
    said = bare(
        "try: registry.load('indexes', 'lexical')\n"
        "except errors.MissingExtra as error: print(error.message, error.hint, sep='\\n')"
    )
    assert said[0].endswith("'lexical' needs the library tantivy")
    assert said[1] == how_to_get("full")


@pytest.mark.parametrize(("port", "name"), [*ALL, ("converters", "odd")])
def test_pkg_what_an_adapter_lacks_is_said_in_words(port, name):
    assert registry.needs(port, name) == "", "the tests run with every extra"


def test_pkg_an_adapter_whose_library_is_absent_says_how_to_get_it():
    said = bare("for name in registry.LIBRARIES: print(registry.needs('converters', name))")
    assert said == [f"needs {module}: {how_to_get('full')}" for module in registry.LIBRARIES.values()]
