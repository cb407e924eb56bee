"""What every truth must keep: `check_truth` (CRAWL-2, CRAWL-3, RELIABILITY I1, I2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.errors import KTSError
from kts.records import Root, Staged
from kts.testing.documents import failed_row, manifest_row, prepared
from kts.testing.rules import Refused, require, require_equal
from kts.types import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ports import Truth
    from kts.structure import PreparedDocument

ROOTS = (Root("docs", "/docs", "tree"), Root("archive", "/archive", "tree"))
FIRST = prepared("a.md", "# Cure\n\nThe cure period is thirty days.\n")
SECOND = prepared("sub/b.md", "# Notice\n\nNotice is given in writing.\n")
ELSEWHERE = prepared("a.md", "# Lunch\n\nThe menu changes on Mondays.\n", root="archive")


def check_truth(make: Callable[[Sequence[Root]], Truth]) -> None:
    """Raise AssertionError naming the first rule of `ports.Truth` that does not hold.

    `make(roots)` returns a new, empty truth that knows these roots.
    """
    for check in (_check_empty, _check_staging, _check_commit, _check_replacement, _check_removal):
        check(make(ROOTS))
    for check in (_check_failures, _check_refresh, _check_whole, _check_numbers):
        check(make(ROOTS))


def committed(truth: Truth, *documents: PreparedDocument) -> int:
    """Stage documents of one root and commit them; returns the generation."""
    root = documents[0].document.source.root
    staged = tuple(truth.stage(document) for document in documents)
    files = tuple(manifest_row(document) for document in documents)
    return truth.commit(Batch(root, "ingest", staged=staged, files=files))


def _staged(truth: Truth, document: PreparedDocument) -> Staged | None:
    identity = document.document
    return truth.staged(identity.id, sha256=identity.version, fingerprint=document.fingerprint)


def _check_empty(truth: Truth) -> None:
    require_equal(truth.roots(), tuple(sorted(ROOTS)), "truth: `roots` are all known ones, by label")
    require_equal(truth.manifest("docs"), {}, "truth: the manifest of a new root is empty")
    require(_staged(truth, FIRST) is None, "truth: nothing is staged at first")


def _check_staging(truth: Truth) -> None:
    key = truth.stage(FIRST)
    chunks = sum(passage.level == "chunk" for passage in FIRST.passages)
    found = Staged(key, FIRST.outcome, FIRST.reason, chunks)
    require_equal(_staged(truth, FIRST), found, "truth: a staged version is found by document, bytes and fingerprint")
    require_equal(truth.manifest("docs"), {}, "truth: what is staged is not in the manifest")
    changed = FIRST._replace(fingerprint="another")
    require(_staged(truth, changed) is None, "truth: a staged version counts for its own fingerprint only")
    require(_staged(truth, SECOND) is None, "truth: a staged version counts for its own document only")
    other = truth.stage(SECOND)
    require(key != other, "truth: every staged version has a key of its own", key)


def _check_commit(truth: Truth) -> None:
    number = committed(truth, FIRST, SECOND)
    require_equal(number, 1, "truth: the first generation is 1")
    wanted = {row.path: row for row in (manifest_row(FIRST), manifest_row(SECOND))}
    require_equal(truth.manifest("docs"), wanted, "truth: a commit writes its manifest rows")
    require_equal(truth.manifest("archive"), {}, "truth: a batch changes its own root only")
    require(_staged(truth, FIRST) is None, "truth: what is live is not staged any more")
    committed(truth, ELSEWHERE)
    require_equal(truth.manifest("docs"), wanted, "truth: equal paths of two roots are two files")
    require_equal(set(truth.manifest("archive")), {"a.md"}, "truth: the manifest is that of the root")


def _check_replacement(truth: Truth) -> None:
    committed(truth, FIRST)
    newer = prepared("a.md", "# Cure\n\nIt is forty days.\n")._replace(fingerprint="newer")
    number = committed(truth, newer)
    require_equal(number, 2, "truth: each commit is the next generation")
    wanted = {"a.md": manifest_row(newer)}
    require_equal(truth.manifest("docs"), wanted, "truth: a new version replaces the row, with its fingerprint")


def _check_removal(truth: Truth) -> None:
    committed(truth, FIRST, SECOND)
    truth.commit(Batch("docs", "ingest", removed=("a.md",)))
    require_equal(set(truth.manifest("docs")), {"sub/b.md"}, "truth: a removed path leaves the manifest")
    committed(truth, FIRST)
    require_equal(set(truth.manifest("docs")), {"a.md", "sub/b.md"}, "truth: a removed path can come back")


def _check_failures(truth: Truth) -> None:
    broken = failed_row("c.md", "malformed", "damaged file")
    truth.commit(Batch("docs", "ingest", files=(broken,)))
    require_equal(truth.manifest("docs"), {"c.md": broken}, "truth: a file without a document has a row too")
    committed(truth, FIRST)
    stale = manifest_row(FIRST)._replace(outcome="malformed", reason="damaged file", sha256="", stale=True)
    truth.commit(Batch("docs", "ingest", files=(stale,)))
    found = truth.manifest("docs")["a.md"]
    require_equal(found, stale, "truth: the row of a stale document keeps the fingerprint of the live version")


def _check_refresh(truth: Truth) -> None:
    committed(truth, FIRST)
    truth.refresh("docs", [manifest_row(FIRST, mtime_ns=99)])
    found = truth.manifest("docs")["a.md"].mtime_ns
    require_equal(found, 99, "truth: refresh writes the hints")
    number = committed(truth, SECOND)
    require_equal(number, 2, "truth: refresh makes no generation")


def _check_whole(truth: Truth) -> None:
    committed(truth, FIRST)
    key = truth.stage(SECOND)
    bad = failed_row("c.md", "malformed", "damaged")._replace(sha256="no hexadecimal digits")
    batch = Batch("docs", "ingest", staged=(key,), files=(manifest_row(SECOND), bad), removed=("a.md",))
    with Refused("truth: a row without a hexadecimal sha256 is refused", ValueError, KTSError):
        truth.commit(batch)
    require_equal(set(truth.manifest("docs")), {"a.md"}, "truth: a batch is taken whole or not at all")
    left = _staged(truth, SECOND)
    require_equal(left and left.key, key, "truth: after a refused batch what it named is still staged")
    number = truth.commit(batch._replace(files=(manifest_row(SECOND),)))
    require_equal(number, 2, "truth: a refused batch makes no generation")
    require_equal(set(truth.manifest("docs")), {"sub/b.md"}, "truth: after a refused batch the next one is taken")


def _check_numbers(truth: Truth) -> None:
    numbers = [committed(truth, FIRST), committed(truth, ELSEWHERE), truth.commit(Batch("docs", "ingest"))]
    require_equal(numbers, [1, 2, 3], "truth: generations count on by one over all roots")
