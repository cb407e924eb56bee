"""What a received graph may be: operators of the standard and of the runtime, everything inside one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import onnx

from kts.errors import CheckFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

DOMAINS = frozenset({"", "ai.onnx", "com.microsoft"})
"""Where operators may come from: anything else is a library to be loaded."""


def check_graph(path: Path, *, inputs: Sequence[str], outputs: Sequence[str]) -> None:
    """Raise CheckFailed for a graph that reads other files, needs other libraries, or has other inputs and outputs.

    It takes exactly the `inputs`, in this order, and gives the `outputs` among others.
    """
    takes, gives = contained(path)
    if takes != (*inputs,) or not set(gives).issuperset(outputs):
        raise _refused(path, f"has other inputs and outputs than {', '.join((*inputs, *outputs))}")


def contained(path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The inputs and outputs of a graph. Raises CheckFailed for one that reads other files or needs other libraries."""
    model = _parsed(path)
    for graph in _graphs(model.graph):
        if any(tensor.data_location == onnx.TensorProto.EXTERNAL for tensor in _tensors(graph)):
            raise _refused(path, "keeps its numbers in another file")
    foreign = {one.domain for one in (*model.opset_import, *model.functions)} - DOMAINS
    if foreign:
        raise _refused(path, f"needs operators of {', '.join(sorted(foreign))}")
    return tuple(one.name for one in model.graph.input), tuple(one.name for one in model.graph.output)


def _parsed(path: Path) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return onnx.load(str(path), load_external_data=False)
    except DecodeError as error:
        raise _refused(path, f"is no ONNX file: {error}") from None


def _refused(path: Path, why: str) -> CheckFailed:
    return CheckFailed(f"{path} {why}", path=str(path), hint="build the model from its upstream files instead")


def _graphs(graph: Any) -> Iterator[Any]:
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                if inner.node:
                    yield from _graphs(inner)


def _tensors(graph: Any) -> Iterator[Any]:
    yield from graph.initializer
    for sparse in graph.sparse_initializer:
        yield from (sparse.values, sparse.indices)
    for node in graph.node:
        for attribute in node.attribute:
            yield from (attribute.t, *attribute.tensors)
