"""The code keeps the shape that CONTRIBUTING.md promises, and the tool that measures it measures right."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from check_shape import SOURCE, Measured, Shape, main, measure, quantile, violations

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def package(tmp_path: Path):
    def write(path: str, text: str) -> Shape:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")
        return measure(tmp_path)

    return write


def lengths(shape: Shape) -> dict[str, int]:
    return {function.name: function.length for function in shape.functions}


def function_of(lines: int, name: str = "f") -> str:
    return f"def {name}():\n" + "    x = 1\n" * lines


def test_the_code_is_in_shape():
    assert violations(measure(SOURCE)) == ()


def test_a_length_leaves_out_signature_docstring_comments_and_blank_lines(package):
    shape = package(
        "a.py",
        '''
        def f(
            a,
            b,
        ):
            """Say why.

            At length.
            """
            # a comment
            first = a

            return [
                first,
                b,
            ]  # a comment beside code
        ''',
    )
    assert lengths(shape) == {"f": 5}


def test_a_length_counts_the_lines_of_a_long_string_and_of_nested_functions(package):
    shape = package(
        "a.py",
        '''
        def outer():
            text = """one

            # not a comment
            """
            def inner():
                return text
            return inner
        ''',
    )
    assert lengths(shape) == {"outer": 7, "inner": 1}


def test_a_declaration_has_no_length(package):
    shape = package(
        "a.py",
        '''
        class Port:
            def stat(self):
                """What it is."""
                ...

            def only_words(self):
                """What it is."""
        ''',
    )
    assert lengths(shape) == {}


@pytest.mark.parametrize(("length", "found"), [(60, 0), (61, 1)])
def test_a_function_has_at_most_sixty_lines(package, length, found):
    small = "".join(function_of(1, f"g{number}") for number in range(20))
    shape = package("a.py", small + function_of(length))
    assert sum("split" in line for line in violations(shape)) == found


def test_the_median_and_the_ninth_decile_are_limited():
    shape = Shape(tuple(Measured("a.py", n, f"f{n}", 31) for n in range(3)), (), (), ())
    assert len(violations(shape)) == 2


@pytest.mark.parametrize(
    ("path", "lines", "found"),
    [
        ("a.py", 500, 0),
        ("a.py", 501, 1),
        ("search/pipeline.py", 60, 0),
        ("search/pipeline.py", 61, 1),
        ("search/not_pipeline.py", 61, 0),
    ],
)
def test_files_are_limited_and_tables_of_contents_more(package, path, lines, found):
    assert len(violations(package(path, "x = 1\n" * lines))) == found


@pytest.mark.parametrize(("modules", "found"), [(60, 0), (61, 1)])
def test_a_folder_has_at_most_sixty_modules(tmp_path, modules, found):
    for number in range(modules):
        (tmp_path / "answer").mkdir(exist_ok=True)
        (tmp_path / "answer" / f"m{number}.py").write_text("x = 1\n", encoding="utf-8")
    assert len(violations(measure(tmp_path))) == found


@pytest.mark.parametrize(
    "caught", ["", " Exception", " Exception as error", " (ValueError, Exception)", " BaseException"]
)
def test_a_broad_except_is_found_however_it_is_written(package, caught):
    assert package("a.py", f"try:\n    x = 1\nexcept{caught}:\n    x = 2\n").broad == (("a.py", 3),)


@pytest.mark.parametrize("handler", ["except ValueError:\n    x = 2", "except BaseException:\n    x = 2\n    raise"])
def test_an_except_that_names_its_errors_or_raises_again_is_not_broad(package, handler):
    assert package("a.py", f"try:\n    x = 1\n{handler}\n").broad == ()


def test_each_named_place_may_have_one_broad_except(package):
    once = "try:\n    x = 1\nexcept Exception:\n    x = 2\n"
    assert violations(package("cli/main.py", once)) == ()
    assert len(violations(package("cli/main.py", once * 2))) == 1


@pytest.mark.parametrize("name", ["SearchManager", "TextHelper", "QueryAgent"])
def test_a_class_is_named_for_what_it_is(package, name):
    assert len(violations(package("a.py", f"class {name}:\n    pass\n"))) == 1


@given(st.lists(st.integers(0, 100), min_size=1), st.floats(0.01, 1))
def test_a_quantile_is_a_member_that_its_share_does_not_exceed(values, share):
    found = quantile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)


def test_the_command_prints_figures_and_fails_on_a_violation(tmp_path, capsys):
    (tmp_path / "a.py").write_text("class TextUtils:\n    pass\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert "median 0 (at most 10)" in printed
    assert "a.py:1: class TextUtils" in printed


def test_a_missing_folder_is_a_usage_error(tmp_path, capsys):
    assert main([str(tmp_path / "absent")]) == 2
    assert "no such folder" in capsys.readouterr().err
