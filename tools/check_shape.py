"""Measure the shape of the code and fail when it outgrows the house rules.

What is counted
- A function's length is its number of body lines that carry code: from the first statement after the
  docstring to the last, without blank lines and lines that hold only a comment. Nested functions count for
  themselves and for the function around them.
- A function without code (a protocol's declaration: a docstring, `...` or `pass`) has no length.
- A file's length is its number of lines, all of them.
- A folder's modules are the Python files right in it.
- A broad except is `except:` or `except Exception`, alone or in a tuple; `except BaseException` too, unless
  it ends by raising again. Four places may have one each.

There is no list of exceptions to the sizes.
"""

from __future__ import annotations

import argparse
import ast
import io
import math
import statistics
import sys
import tokenize
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SOURCE = Path(__file__).resolve().parent.parent / "src" / "kts"

FUNCTION_MEDIAN = 10
FUNCTION_P90 = 30
FUNCTION_MAX = 60
FILE_MAX = 500
PIPELINE_MAX = 60
FOLDER_MAX = 60

BROAD_EXCEPT_PLACES = {
    "main of the command line": ("cli/main.py",),
    "request handler of the server": ("server/rest.py",),
    "per-document loop of ingest": ("ingest/take.py",),
    "main of the sandbox worker": ("ingest/sandbox.py", "ingest/worker.py"),
}
"""Place -> the files that may hold it; one broad except a place in all."""

EMPTY_NAMES = ("Agent", "Manager", "Service", "Handler", "Helper", "Util", "Utils", "Factory", "Base")
"""Class name endings that say nothing about what the class is."""

NO_CODE = frozenset(
    {
        tokenize.COMMENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
        tokenize.INDENT,
        tokenize.NEWLINE,
        tokenize.NL,
    }
)
"""Tokens that lay out or explain."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Measured(NamedTuple):
    """A function and its length in lines of code."""

    path: str
    line: int
    name: str
    length: int


@dataclass(frozen=True, slots=True)
class Shape:
    """All measures of a tree. `broad` has (path, line) of each broad except, `names` also the class name."""

    functions: tuple[Measured, ...]
    files: tuple[tuple[str, int], ...]
    broad: tuple[tuple[str, int], ...]
    names: tuple[tuple[str, int, str], ...]


def measure(source: Path) -> Shape:
    """Measure every Python file below `source`; paths in the result are relative to it."""
    functions: list[Measured] = []
    files: list[tuple[str, int]] = []
    broad: list[tuple[str, int]] = []
    names: list[tuple[str, int, str]] = []
    for file in sorted(source.rglob("*.py")):
        path = file.relative_to(source).as_posix()
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text, filename=path)
        functions += _functions(tree, path, _lines_of_code(text))
        files.append((path, len(text.splitlines())))
        broad += [(path, line) for line in _broad_excepts(tree)]
        names += [(path, line, name) for line, name in _empty_names(tree)]
    return Shape(tuple(functions), tuple(files), tuple(broad), tuple(names))


def violations(shape: Shape) -> tuple[str, ...]:
    """What breaks a rule, one line each; empty when the tree is in shape."""
    return (*_of_functions(shape), *_of_files(shape), *_of_folders(shape), *_of_excepts(shape), *_of_names(shape))


def quantile(lengths: Sequence[int], share: float) -> int:
    """The smallest length that `share` of all do not exceed (nearest rank); 0 when there are none."""
    ordered = sorted(lengths)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0


def summary(shape: Shape) -> str:
    """The figures as one printed paragraph."""
    lengths = [function.length for function in shape.functions]
    longest = max(shape.functions, key=lambda function: (function.length, function.path), default=None)
    largest = max(shape.files, key=lambda file: (file[1], file[0]), default=("", 0))
    where = f" ({longest.path}:{longest.line} {longest.name})" if longest else ""
    return (
        f"functions: {len(lengths)}, median {_median(lengths):g} (at most {FUNCTION_MEDIAN}), "
        f"p90 {quantile(lengths, 0.9)} (at most {FUNCTION_P90}), "
        f"longest {longest.length if longest else 0} (at most {FUNCTION_MAX}){where}\n"
        f"files: {len(shape.files)}, largest {largest[1]} lines (at most {FILE_MAX}) ({largest[0]})\n"
        f"broad excepts: {len(shape.broad)} (at most {len(BROAD_EXCEPT_PLACES)}, in named places)"
    )


def _of_functions(shape: Shape) -> Iterator[str]:
    lengths = [function.length for function in shape.functions]
    if _median(lengths) > FUNCTION_MEDIAN:
        yield f"the median function has {_median(lengths):g} lines, over {FUNCTION_MEDIAN}"
    if quantile(lengths, 0.9) > FUNCTION_P90:
        yield f"one function in ten is longer than {FUNCTION_P90} lines (p90 {quantile(lengths, 0.9)})"
    for path, line, name, length in shape.functions:
        if length > FUNCTION_MAX:
            yield f"{path}:{line}: {name} has {length} lines, over {FUNCTION_MAX}: split by what it decides"


def _of_files(shape: Shape) -> Iterator[str]:
    for path, length in shape.files:
        limit = PIPELINE_MAX if path.endswith("/pipeline.py") else FILE_MAX
        if length > limit:
            yield f"{path}: {length} lines, over {limit}"


def _of_folders(shape: Shape) -> Iterator[str]:
    folders = Counter(path.rpartition("/")[0] for path, _ in shape.files)
    for folder, count in sorted(folders.items()):
        if count > FOLDER_MAX:
            yield f"{folder or '.'}: {count} modules, over {FOLDER_MAX}: divide it by what its modules answer"


def _of_excepts(shape: Shape) -> Iterator[str]:
    places = {file: place for place, files in BROAD_EXCEPT_PLACES.items() for file in files}
    taken: Counter[str] = Counter()
    for path, line in shape.broad:
        place = places.get(path)
        taken[place or ""] += 1
        if place is None:
            yield f"{path}:{line}: a broad except; name the errors that are expected here"
        elif taken[place] > 1:
            yield f"{path}:{line}: a second broad except for the place '{place}'"


def _of_names(shape: Shape) -> Iterator[str]:
    for path, line, name in shape.names:
        yield f"{path}:{line}: class {name}: name it for what it is"


def _functions(tree: ast.AST, path: str, code: frozenset[int]) -> Iterator[Measured]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            body = _without_docstring(node.body)
            if any(not _is_declaration(statement) for statement in body):
                last = max(statement.end_lineno or statement.lineno for statement in body)
                length = sum(line in code for line in range(body[0].lineno, last + 1))
                yield Measured(path, node.lineno, node.name, length)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body[0]:
        case ast.Expr(value=ast.Constant(value=str())):
            return body[1:]
    return body


def _is_declaration(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return statement.value.value is Ellipsis
    return isinstance(statement, ast.Pass)


def _lines_of_code(text: str) -> frozenset[int]:
    """The numbers of all lines with a token on them: those inside a long string count, comments do not."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    spans = (range(token.start[0], token.end[0] + 1) for token in tokens if token.type not in NO_CODE)
    return frozenset(line for span in spans for line in span)


def _broad_excepts(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = _caught(node)
            swallows_all = "BaseException" in caught and not _raises_again(node)
            if swallows_all or caught & {"", "Exception"}:
                yield node.lineno


def _caught(handler: ast.ExceptHandler) -> frozenset[str]:
    """The names after `except`; a bare one catches the empty name."""
    if handler.type is None:
        return frozenset({""})
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return frozenset(kind.id for kind in kinds if isinstance(kind, ast.Name))


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def _empty_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name.endswith(EMPTY_NAMES):
            yield node.lineno, node.name


def _median(lengths: Sequence[int]) -> float:
    return statistics.median(lengths) if lengths else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and the violations; 1 when there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("source", nargs="?", type=Path, default=SOURCE, help="default: src/kts")
    source = parser.parse_args(arguments).source
    if not source.is_dir():
        print(f"no such folder: {source}", file=sys.stderr)
        return 2
    shape = measure(source)
    found = violations(shape)
    print(summary(shape))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
