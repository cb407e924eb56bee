"""Reading weights: the safetensors format (a JSON header, then the raw numbers), which cannot carry code."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from kts.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

HEADER_MAX = 100_000_000
"""Bytes of a header at most (the reference implementation's own limit)."""
TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2", "F64": "<f8"}
"""Kinds of numbers that weights come in; others (position ids) are left out."""


def read_weights(path: Path) -> Mapping[str, NDArray[np.float32]]:
    """All floating-point tensors of a file by name, in single precision. Raises UsageError for a damaged file."""
    content = np.memmap(path, dtype=np.uint8, mode="r") if path.stat().st_size else np.zeros(0, np.uint8)
    try:
        header, start = _header(content)
        found = {name: _tensor(content, start, about) for name, about in header.items() if _wanted(name, about)}
    except (ValueError, KeyError, TypeError, struct.error) as error:
        message = f"{path} is no sound safetensors file: {error}"
        raise UsageError(message, path=str(path), hint="copy or download it again") from None
    return found


def _header(content: NDArray[np.uint8]) -> tuple[dict[str, Any], int]:
    (size,) = struct.unpack("<Q", content[:8].tobytes())
    if size > min(HEADER_MAX, len(content) - 8):
        message = f"its header claims {size} bytes"
        raise ValueError(message)
    header = json.loads(content[8 : 8 + size].tobytes())
    if not isinstance(header, dict):
        message = "its header is no JSON object"
        raise TypeError(message)
    return header, 8 + size


def _wanted(name: str, about: Any) -> bool:
    return name != "__metadata__" and about["dtype"] in TYPES


def _tensor(content: NDArray[np.uint8], start: int, about: Mapping[str, Any]) -> NDArray[np.float32]:
    first, last = about["data_offsets"]
    stored = np.frombuffer(content[start + first : start + last], dtype=TYPES[about["dtype"]])
    if about["dtype"] == "BF16":
        stored = (stored.astype(np.uint32) << 16).view(np.float32)
    return stored.astype(np.float32).reshape(about["shape"])
