"""CFG: every setting can be set by environment and by file, in its own type; a wrong one names file and line."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.config import CHOICES, FLAT_NAMES, Settings, flatten, load, unknown
from kts.errors import ConfigError

DEFAULTS = flatten(Settings())
NAMES = sorted(DEFAULTS)
OTHER = {bool: ("no", False), int: ("700", 700), float: ("0.25", 0.25), str: ("memory", "memory")}
BOOLEANS = {"true": True, "1": True, "YES": True, "On": True, "false": False, "0": False, "No": False, "off": False}


def variable(name):
    return f"KTS_{name.replace('.', '_').upper()}"


def changed(name):
    """Another value of a setting: as the environment spells it, and as it is."""
    if isinstance(DEFAULTS[name], tuple):
        return os.pathsep.join(["*.md", "sub/**"]), ("*.md", "sub/**")
    if name in CHOICES:
        return CHOICES[name][-1], CHOICES[name][-1]
    return OTHER[type(DEFAULTS[name])]


def toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@pytest.fixture
def written(tmp_path):
    def write(text):
        file = tmp_path / "config.toml"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    return write


def origin_of(name, origins):
    return next(one for one in origins if one.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_cfg_every_setting_can_be_set_by_environment(name):
    text, wanted = changed(name)
    settings, origins = load(None, {variable(name): text})
    assert flatten(settings) == {**DEFAULTS, name: wanted}
    assert type(flatten(settings)[name]) is type(DEFAULTS[name])
    assert origin_of(name, origins) == (name, wanted, f"environment {variable(name)}")


@pytest.mark.parametrize("name", NAMES)
def test_cfg_every_setting_can_be_set_by_file(written, name):
    _, wanted = changed(name)
    section, _, item = name.partition(".")
    file = written(f"# ours\n[{section}]\n\n{item} = {toml(wanted)}\n")
    settings, origins = load(file, {})
    assert flatten(settings) == {**DEFAULTS, name: wanted}
    assert type(flatten(settings)[name]) is type(DEFAULTS[name])
    assert origin_of(name, origins) == (name, wanted, f"{file}:4")


@pytest.mark.parametrize("name", [name for name in NAMES if not isinstance(DEFAULTS[name], str | tuple)])
@pytest.mark.parametrize("wrong", ["many", ""])
def test_cfg_a_wrong_type_in_the_environment_names_the_variable(name, wrong):
    with pytest.raises(ConfigError) as caught:
        load(None, {variable(name): wrong})
    assert f"environment {variable(name)}: '{name}' takes " in caught.value.message
    assert caught.value.hint == f"for example {name} = {DEFAULTS[name]!r}"


@pytest.mark.parametrize("name", [name for name in NAMES if not isinstance(DEFAULTS[name], str)])
def test_cfg_a_wrong_type_in_the_file_names_file_and_line(written, name):
    section, _, item = name.partition(".")
    wrong = "3" if isinstance(DEFAULTS[name], tuple) else '"many"'
    file = written(f"[{section}]\n# why\n{item} = {wrong}\n")
    with pytest.raises(ConfigError) as caught:
        load(file, {})
    assert caught.value.message.startswith(f"{file}:3: '{name}' takes ")


@pytest.mark.parametrize(("text", "wanted"), BOOLEANS.items())
def test_cfg_a_switch_is_said_in_words_or_digits(text, wanted):
    assert load(None, {"KTS_INGEST_VIEWS": text})[0].ingest.views is wanted


def test_cfg_a_whole_number_does_for_a_setting_with_a_fraction(written):
    settings, _ = load(written("[search]\nk1 = 2\n"), {})
    assert (settings.search.k1, type(settings.search.k1)) == (2.0, float)


def test_cfg_a_switch_is_no_number(written):
    with pytest.raises(ConfigError, match="takes a whole number, not True"):
        load(written("[search]\nmax_results = true\n"), {})


def test_cfg_the_environment_goes_before_the_file(written):
    file = written("[search]\nmax_results = 3\nsnippet = 100\n")
    settings, origins = load(file, {"KTS_SEARCH_MAX_RESULTS": "9"})
    assert (settings.search.max_results, settings.search.snippet) == (9, 100)
    assert origin_of("search.max_results", origins).origin == "environment KTS_SEARCH_MAX_RESULTS"
    assert origin_of("search.snippet", origins).origin == f"{file}:3"


def test_cfg_sizes_of_passages_that_leave_no_room_for_each_other_are_refused(written):
    file = written("[ingest]\noverlap = 50\ntarget = 100\n")
    with pytest.raises(ConfigError, match=r":3: ingest\.minimum is 200, at most 100 where ingest\.target is 100"):
        load(file, {})
    with pytest.raises(ConfigError, match=r"KTS_INGEST_OVERLAP: ingest\.overlap is 1000, at most 999"):
        load(None, {"KTS_INGEST_OVERLAP": "1000"})
    sizes, _ = load(file, {"KTS_INGEST_SPLITTER": "legacy"})
    assert sizes.ingest.target == 100


@pytest.mark.parametrize(("flat", "name"), FLAT_NAMES.items())
def test_cfg_flat_names_of_the_original_are_accepted(flat, name):
    settings, origins = load(None, {flat: changed(name)[0]})
    assert flatten(settings)[name] == changed(name)[1]
    assert origin_of(name, origins).origin == f"environment {flat}"


def test_cfg_without_file_or_variables_all_is_default(tmp_path):
    settings, origins = load(tmp_path / "absent.toml", {"PATH": "/bin", "KTS_KB_PATH": "/kb"})
    assert settings == Settings()
    assert {one.origin for one in origins} == {"default"}
    assert [one.name for one in origins] == NAMES


@pytest.mark.parametrize(
    ("text", "line", "said", "hint"),
    [
        ("[search]\nmax_result = 3\n", 2, "no setting is named 'search.max_result'", "'search.max_results'"),
        ("[search]\n\nzzzz = 3\n", 3, "no setting is named 'search.zzzz'", ""),
        ("[nothing]\nk1 = 3\n", 2, "no setting is named 'nothing.k1'", "kts config show"),
        ("\nk1 = 3\n", 2, "'k1' stands outside a section", "[search] or [ingest]"),
        ("[search]\nk1 = \n", 2, "Invalid value", "mend the line"),
        ("[ingest]\nviews = 1\n[search]\nviews = 1\n", 4, "no setting is named 'search.views'", ""),
    ],
)
def test_cfg_a_wrong_name_names_file_and_line(written, text, line, said, hint):
    file = written(text)
    with pytest.raises(ConfigError) as caught:
        load(file, {})
    message = caught.value.message
    assert message.startswith(f"{file}:")
    assert f":{line}:" in message or f"line {line}," in message
    assert said in message
    assert hint in caught.value.hint
    assert (caught.value.code, caught.value.exit_code) == ("config", 2)


@given(st.sets(st.sampled_from(NAMES)))
def test_cfg_settings_are_set_one_by_one(names):
    settings, origins = load(None, {variable(name): changed(name)[0] for name in names})
    assert flatten(settings) == {**DEFAULTS, **{name: changed(name)[1] for name in names}}
    assert {one.name for one in origins if one.origin != "default"} == names


def test_cfg_variables_that_mean_nothing_are_told():
    known = {"KTS_KB_PATH": "", "KTS_MAX_RESULTS": "3", variable("search.k1"): "1", "PATH": ""}
    assert unknown(known) == ()
    assert unknown({**known, "KTS_SERCH_K1": "1", "KTS_A": ""}) == ("KTS_A", "KTS_SERCH_K1")


def test_cfg_a_fraction_is_no_whole_number(written):
    with pytest.raises(ConfigError, match=r"takes a whole number, not 2\.5"):
        load(written("[search]\nmax_results = 2.5\n"), {})


def test_cfg_a_file_of_a_windows_editor_is_read(written):
    assert load(written(b"\xef\xbb\xbf[search]\r\nk1 = 2\r\n"), {})[0].search.k1 == 2


# -- what is not as it should be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "search.index = true",
        "search.index = 5",
        "ingest.include = [1, 2]",
        "ingest.include = {a = 1}",
    ],
)
def test_cfg_a_value_of_another_type_is_refused(written, line):
    name, _, value = line.partition(" = ")
    section, _, item = name.partition(".")
    with pytest.raises(ConfigError):
        load(written(f"[{section}]\n{item} = {value}\n"), {})


@pytest.mark.parametrize(
    "line", ["search.max_results = 0", "search.k1 = -1", "search.b = nan", "ingest.target = 0", "ingest.splitter = 'x'"]
)
def test_cfg_a_value_that_cannot_work_is_refused(written, line):
    name, _, value = line.partition(" = ")
    section, _, item = name.partition(".")
    with pytest.raises(ConfigError):
        load(written(f"[{section}]\n{item} = {value}\n"), {})


def test_cfg_a_file_that_is_no_text_is_a_config_error(written):
    with pytest.raises(ConfigError):
        load(written(b"[search]\nindex = '\xff'\n"), {})


@pytest.mark.parametrize(
    "text", ["# ours\n[search] # how\nk1 = 2\n", "# ours\n\nsearch.k1 = 2\n", '# ours\n["search"]\nk1 = 2\n']
)
def test_cfg_the_line_of_a_setting_is_right_however_the_file_is_written(written, text):
    file = written(text)
    assert origin_of("search.k1", load(file, {})[1]).origin == f"{file}:3"
