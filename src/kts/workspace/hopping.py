"""The part of the facade that follows names from hit to hit, where the settings or the caller ask for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kts.workspace.opened import OpenIndex

if TYPE_CHECKING:
    from kts.store.corpus import SqliteCorpus
    from kts.types import Query, Ranking


class Hopping(OpenIndex):
    """Rankings in more than one round."""

    def _ranking(
        self,
        query: Query,
        corpus: SqliteCorpus,
        *,
        k: int,
        per_document: int,
        mode: str | None,
        explain: bool = False,
        ranker: str | None = None,
        hops: int | None = None,
    ) -> Ranking:
        iterations = self.settings.search.max_retrieval_iterations if hops is None else hops
        plainly = super()._ranking
        if iterations <= 1 or query.level == "hidden":
            return plainly(query, corpus, k=k, per_document=per_document, mode=mode, explain=explain, ranker=ranker)
        from kts.search.multihop import FOLLOWED, POOL, multihop

        end = time.monotonic() + self.settings.search.budget
        return multihop(
            query,
            plainly(
                query, corpus, k=max(k, POOL), per_document=per_document, mode=mode, explain=explain, ranker=ranker
            ),
            lambda bridge: plainly(
                bridge, corpus, k=FOLLOWED, per_document=per_document, mode="lexical", ranker=ranker
            ),
            corpus=corpus,
            iterations=iterations,
            limit=k,
            per_document=per_document,
            remaining=lambda: end - time.monotonic(),
        )
