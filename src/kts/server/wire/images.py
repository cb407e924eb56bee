"""The shape of `kts describe`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.server.wire import envelope, shown

if TYPE_CHECKING:
    from kts.workspace.describing import Described


def described(found: Described) -> dict[str, Any]:
    """`kts describe --json`."""
    failed = [{"sha256": one.sha256, "path": shown(one.path), "reason": one.reason} for one in found.failed]
    data = {**found._asdict(), "left_out": dict(found.left_out), "failed": failed, "notes": list(found.notes)}
    said = f"{found.described} of {found.images} images described, {len(failed)} failed"
    return envelope(data, reasoning=said, success=not failed)
