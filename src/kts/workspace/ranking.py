"""What orders the fused list of a call: a ranker by its name, and a cross-encoder where one is configured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kts import registry
from kts.errors import UsageError

if TYPE_CHECKING:
    from kts.config import Settings
    from kts.ports.models import Ranker, Reranker
    from kts.store.layout import Layout

FUSION = "fusion"
FITTED = "fitted"


class Rankers:
    """The rankers of one workspace, each made when it is first asked for."""

    def __init__(self, place: Layout, settings: Settings) -> None:
        self._place = place
        self._settings = settings
        self._rankers: dict[str, Ranker] = {}
        self._rerankers: dict[str, Reranker] = {}

    def ranker(self, name: str, *, hybrid: bool) -> Ranker | None:
        """The ranker of that name, None for the fused list as it is. Raises UsageError for an unknown name.

        The fitted one was fitted on evidence of words and of meaning: where a question is searched by one of them
        alone, the list stays as it is.
        """
        if name == FUSION or (name == FITTED and not hybrid):
            return None
        if name not in self._rankers:
            self._rankers[name] = self._own() if name == FITTED and self._place.ranker.is_file() else _made(name)
        return self._rankers[name]

    def _own(self) -> Ranker:
        """The ranker that `kts train ranker` fitted to the user's own judged questions."""
        from kts.search.ranker_fitted import FittedRanker, read

        path = self._place.ranker
        try:
            return FittedRanker(read(json.loads(path.read_bytes()), name=str(path)))
        except (OSError, ValueError) as error:
            message = f"{path} cannot be read: {error}"
            raise UsageError(message, path=str(path), hint="kts train ranker writes it anew, or delete it") from None

    def reranker(self, name: str) -> Reranker | None:
        """The cross-encoder of that name, None for an empty one. Raises MissingModel, MissingExtra, UsageError."""
        if not name:
            return None
        if name not in self._rerankers:
            self._rerankers[name] = self._loaded(name)
        return self._rerankers[name]

    def _loaded(self, name: str) -> Reranker:
        if name in registry.names("rerankers"):
            made: Reranker = registry.load("rerankers", name)()
            return made
        from kts.reader.manifest import ROLE
        from kts.reader.models import load as load_reader
        from kts.rerank.models import load
        from kts.weights.folder import role_of
        from kts.workspace.vectors import model_folder

        models = model_folder(self._settings.embed)
        return load_reader(name, models=models) if role_of(models / name) == ROLE else load(name, models=models)


def _made(name: str) -> Ranker:
    known = sorted({FUSION, *registry.names("rankers")})
    if name not in known:
        message = f"no ranker is named '{name}'"
        raise UsageError(message, hint=f"there are: {', '.join(known)}")
    made: Ranker = registry.load("rankers", name)()
    return made
