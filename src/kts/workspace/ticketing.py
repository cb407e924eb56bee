"""The part of the facade for a support desk: tickets in, cited replies or reasoned handoffs out."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kts.errors import KTSError, MissingExtra, MissingModel, UsageError
from kts.workspace.opened import OpenIndex, resolved
from kts.workspace.threads import kept

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.answers import Answer
    from kts.ports import Embedder
    from kts.ports.models import LanguageModel
    from kts.search.question import Context, Question
    from kts.tickets.classify import Trained
    from kts.tickets.confidence import Weights
    from kts.tickets.internal import Inside
    from kts.tickets.model import Asking, Written
    from kts.tickets.nouns import Processed, Ticket, Validation
    from kts.tickets.policy import Policy
    from kts.tickets.stages import Desk, Stages
    from kts.tickets.triage import Kinds
    from kts.types import Citation, Filter, Hit, Passage
    from kts.workspace import Workspace
    from kts.workspace.hidden import HiddenDocuments

PROMPTS = "v1"
"""The version of the prompts in use; another wording is another file."""
USES = ("augment", "classify", "decompose", "draft", "hyde")
RECORDED = "ticket"
"""The kind of a ticket's record in the ledger."""
FOLDER = "tickets"
"""The desk's own things beside the index: its policy and its classifier."""


class Kept(NamedTuple):
    """What training left behind: where, and the figures over the tickets that were held out."""

    path: str
    figures: Mapping[str, Any]


class Ticketing(OpenIndex):
    """Tickets of a support desk."""

    _given_model: LanguageModel | None = None

    def process_ticket(
        self,
        ticket: Ticket | Mapping[str, Any] | str,
        *,
        ranker: str | None = None,
        stages: Stages | None = None,
        on_invalid: Callable[[Ticket, Validation], Ticket | None] | None = None,
        filters: Filter | Mapping[str, Any] | None = None,
    ) -> Processed:
        """One ticket through all stages: is it valid, what is it about, which places, a cited reply, or who takes over.

        A mapping has the fields of a ticket, or names that desks use for them. `stages` replaces some
        (`kts.tickets.stages.STAGES._replace(...)`); `on_invalid` is told of a ticket that cannot be worked on and may
        return the one to work on. `filters` are those of `ask`: which documents may answer.
        Raises NoIndex, CorruptStore, UsageError, ConfigError for a policy with a mistake.
        """
        from kts.tickets.pipeline import process
        from kts.tickets.stages import STAGES
        from kts.trace import record

        desk = self._desk(ranker=ranker, on_invalid=on_invalid, filters=filters)
        with record() as timings:
            found = process(_ticket(ticket), desk, stages=stages or STAGES)
        return self._recorded_ticket(found._replace(timings_ms=timings))

    def ticket_reply(self, text: str) -> dict[str, Any]:
        """`{reply, send, confidence, escalate, reasons}`: the least that a form or a chat needs to know of a text."""
        found = self.process_ticket(text)
        return {
            "reply": found.final_response or found.draft,
            "send": found.auto,
            "confidence": found.confidence,
            "escalate": found.escalation.recommended,
            "reasons": list(found.escalation.reasons),
        }

    def train_tickets(self, texts: Sequence[str], labels: Sequence[str]) -> Kept:
        """Train the classifier of this index on labelled tickets and keep it; the figures are of tickets held out.

        Raises UsageError when there are too few.
        """
        import numpy as np

        from kts.tickets.classify import Examples, dumped, train

        embedder = self._ticket_embedder()
        vectors = embedder.embed_documents(list(texts)) if embedder else np.zeros((len(texts), 0), np.float32)
        trained = train(
            Examples(tuple(texts), tuple(labels), vectors), embedder=embedder.model_hash if embedder else ""
        )
        path = self._ticket_folder / "classifier.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_bytes(dumped(trained))
        os.replace(fresh, path)  # noqa: PTH105 - one step, so that a reader never sees half a file
        self._threads.forget("_trained_tickets")
        return Kept(str(path), trained.figures)

    def evaluate_tickets(self, texts: Sequence[str], labels: Sequence[str]) -> dict[str, Any]:
        """`{accuracy, macro_f1, ece, oos_auroc, n, trained_on}` of the classifier; an unknown label is out of scope.

        `trained_on` of the texts are among those it was trained on: of them the figures say nothing. Raises UsageError
        when nothing was trained.
        """
        import numpy as np

        from kts.tickets.classify import checksum, predict
        from kts.tickets.measure import evaluated

        trained = self._trained_tickets
        if trained is None:
            message = "there is no trained classifier to evaluate"
            raise UsageError(message, hint="kts tickets train FILE --text COLUMN --label COLUMN")
        embedder = self._ticket_embedder() if trained.embedder else None
        vectors = embedder.embed_documents(list(texts)) if embedder else np.zeros((len(texts), 0), np.float32)
        seen = sum(checksum(text) in trained.seen for text in texts)
        return {**evaluated(trained.classes, predict(trained, texts, vectors), labels), "trained_on": seen}

    def ticket_classes(self) -> Mapping[str, float]:
        """The classes of the trained classifier with their shares in training; empty when nothing was trained."""
        trained = self._trained_tickets
        return dict(trained.figures["shares"]) if trained else {}

    def use_language_model(self, model: LanguageModel | None) -> None:
        """Take a model that the caller has in the place of the settings', or that again with None.

        What it may do, the switches of `llm` say.
        """
        self._given_model = model
        self._threads.forget("_writes", "_asking")

    def ticket_policy(self) -> Policy:
        """The policy in force: the desk's own over the one that ships. Raises ConfigError naming the line."""
        from kts.tickets.policy import read_policy

        shipped = _shipped_policy()
        given = self.settings.tickets.policy
        path = Path(given).expanduser() if given else self._ticket_folder / "policy.toml"
        if not given and not path.is_file():
            return shipped
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            message = f"the policy {path} cannot be read: {error}"
            raise UsageError(message, path=str(path), hint="tickets.policy names it; `kts config show`") from None
        return read_policy(text, name=str(path), shipped=shipped)

    # -- parts -----------------------------------------------------------------------------------------------

    @property
    def _ticket_folder(self) -> Path:
        return self.layout.index_folder(FOLDER)

    @kept
    def _trained_tickets(self) -> Trained | None:
        from kts.tickets.classify import loaded

        path = self._ticket_folder / "classifier.npz"
        if not path.is_file():
            return None
        embedder = self._ticket_embedder()
        return loaded(path.read_bytes(), path=str(path), embedder=embedder.model_hash if embedder else None)

    @kept
    def _triage(self) -> Kinds | None:
        """The model that ships: the one over meaning when its embedding model is in use, else the one over words."""
        from kts.tickets.triage import loaded

        try:
            embedder = self._ticket_embedder()
            if embedder is not None:
                return loaded(_shipped("triage.npz"), name="triage.npz", embedder=embedder.model_hash)
        except UsageError:  # another embedding model than the one it was fitted with
            pass
        try:
            return loaded(_shipped("triage_words.npz"), name="triage_words.npz", embedder=None)
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            return None

    def _ticket_embedder(self) -> Embedder | None:
        """The configured embedding model, None when there is none on this machine: then words alone decide."""
        from kts.workspace.vectors import provider_of

        provider = provider_of(self.settings.embed)
        if not provider:
            return None
        try:
            return self._embedder(provider)
        except (MissingModel, MissingExtra):
            return None

    def _desk(
        self,
        *,
        ranker: str | None,
        on_invalid: Callable[[Ticket, Validation], Ticket | None] | None,
        filters: Filter | Mapping[str, Any] | None = None,
    ) -> Desk:
        from kts.tickets.rank import RANKERS
        from kts.tickets.stages import Desk

        embedder = self._ticket_embedder()
        settings = self.settings.tickets
        policy = self.ticket_policy()
        faces = cast("Workspace", self)
        notes = () if embedder else ("there is no embedding model: classes and risks are told by words alone",)
        inside, told, idle = self._inside(policy, filters)
        return Desk(
            policy=policy,
            search=lambda text, count: faces.search(text, k=count, per_document=1, filters=told).results,
            ask=partial(faces.ask, filters=told),
            probe=partial(faces.ask, filters=told, record=False),
            apart=partial(_apart, faces, told),
            near=partial(_near, faces, told),
            inside=inside,
            opening=self._opening,
            cite=self._cited_part,
            store_size=self._store_size,
            embed=_remembering(embedder) if embedder else None,
            trained=self._trained_tickets,
            triage=self._triage,
            weights=_weights(),
            rankers=RANKERS,
            ranker=ranker or settings.ranker,
            strategy=settings.context,  # type: ignore[arg-type]  # one of its choices
            target_tokens=settings.target_tokens,
            trusted=self._triage is not None and bool(self._triage.embedder),
            writes=self._writes,
            on_invalid=on_invalid,
            notes=(*notes, *idle),
        )

    def _inside(
        self, policy: Policy, filters: Filter | Mapping[str, Any] | None
    ) -> tuple[Inside, Filter, tuple[str, ...]]:
        """What is not for customers, the filter of what is, and notes on patterns of the policy that name nothing."""
        from kts.tickets.internal import Inside

        with self._snapshot() as corpus:
            asked = resolved(filters, corpus)
            found = self._hidden.of(corpus, policy)
        faces = cast("Workspace", self)
        own = tuple(sorted(id_ for id_ in found.why if not asked.document or id_ in asked.document))
        only = asked._replace(document=own)
        inside = Inside(
            found.why,
            found.doubts,
            partial(faces.ask, filters=only, record=False) if own else None,
            (lambda text: faces.search(text, k=SHOWN, per_document=1, filters=only).results) if own else None,
        )
        notes = tuple(f"the policy names '{one}', and no document has such a path" for one in found.idle)
        return inside, asked._replace(without=tuple(sorted(found.why))), notes

    def _opening(self, document_id: str) -> str:
        from kts.answer.constraints.vocabulary import OPENING
        from kts.types import Span

        with self._snapshot() as corpus:
            return corpus.slice(corpus.document(document_id).key, Span(0, OPENING))

    def _cited_part(self, part: Passage) -> Citation:
        from kts.search.cite import cite

        with self._snapshot() as corpus:
            record = corpus.document(part.document_id)
            return cite(record, part, corpus=corpus, sources=self._sources(corpus))

    @kept
    def _hidden(self) -> HiddenDocuments:
        from kts.workspace.hidden import HiddenDocuments

        return HiddenDocuments()

    @kept
    def _writes(self) -> Written | None:
        """What a language model is switched on for, None for nothing."""
        from kts.tickets.model import Written

        settings = self.settings.llm
        has = bool(settings.provider) or self._given_model is not None
        if not has or not (settings.augment or settings.classify or settings.draft):
            return None
        from kts.answer.claims.gate import judge
        from kts.entail.models import DEFAULT

        bars = settings.draft and self.settings.answer.entailment != DEFAULT  # that is heard beside vectors alone
        strict = partial(judge, drafted=True, entailment=self._entailment if bars else None)
        return Written(self._asking, strict, settings.augment, settings.classify, settings.draft)

    def _extra_stages(self) -> tuple[tuple[str, Callable[[Question, Context], Question]], ...]:
        """The stage of the search that a language model is switched on for; nothing without one."""
        from kts.tickets.rewrite import rewriting

        settings = self.settings.llm
        has = bool(settings.provider) or self._given_model is not None
        if not has or not (settings.decompose or settings.hyde):
            return ()
        return (("language_model", rewriting(self._asking, parts=settings.decompose, passage=settings.hyde)),)

    @kept
    def _asking(self) -> Asking:
        """The language model of the settings with its prompts. Raises UsageError, MissingExtra, MissingModel."""
        import secrets

        from kts.tickets.model import Asking
        from kts.workspace.language import language_model

        model = self._given_model or language_model(self.settings.llm, os.environ)
        private = self.settings.llm.redact and not getattr(model, "local", False)
        prompts = {name: _shipped(f"prompts/{name}.{PROMPTS}.txt").decode() for name in USES}
        return Asking(model, prompts, lambda: secrets.token_hex(8), private)

    @kept
    def _store_size(self) -> int:
        with self._snapshot() as corpus:
            return corpus.statistics("chunk").rows

    def _recorded_ticket(self, found: Processed) -> Processed:
        """The ticket with its record's id; what the record holds of a person is left out."""
        from kts.tickets.measure import record

        if not self.settings.answer.record:
            return found
        try:
            return found._replace(ledger_id=self.ledger().append(RECORDED, record(found)))
        except (KTSError, OSError) as problem:
            return found._replace(notes=(*found.notes, f"this ticket is not in the ledger: {problem}"))


BESIDE = 50
"""Documents that are asked where mails may not answer: the first that are found (a default, not fitted)."""
SHOWN = 3
"""Internal documents that are looked at for a person (that of `tickets.internal`)."""
NEAR = 6
"""Passages of the cited documents in which is looked for what speaks against them (a default, not fitted)."""


def _apart(faces: Workspace, told: Filter, text: str, without: frozenset[str]) -> Answer:
    """The answer of the documents that are found, without mails and those of the ids; abstained where none is."""
    from kts.answers import Answer
    from kts.tickets.whose import is_mail

    found = faces.search(text, k=BESIDE, per_document=1, filters=told).results
    kept = [one.citation.document_id for one in found if not is_mail(one.citation.path, one.hit.passage.text)]
    ids = tuple(dict.fromkeys(one for one in kept if one not in without))
    if not ids:
        return Answer(text, "abstained", "", 0.0, 0.0)
    return faces.ask(text, filters=told._replace(document=ids), record=False)


def _near(faces: Workspace, told: Filter, text: str, documents: frozenset[str]) -> tuple[Hit, ...]:
    """Passages of these documents that are nearest to a text."""
    within = told._replace(document=tuple(sorted(documents)))
    found = faces.search(text, k=NEAR, per_document=NEAR, filters=within).results
    return tuple(one.hit for one in found)


def _ticket(given: Ticket | Mapping[str, Any] | str) -> Ticket:
    from kts.tickets.nouns import Ticket
    from kts.tickets.read import from_row

    if isinstance(given, Ticket):
        return given
    return from_row({"description": given} if isinstance(given, str) else given)


def _remembering(embedder: Embedder) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """The embedder for the length of a ticket or a run: a text that several stages ask for is embedded once."""
    import numpy as np

    known: dict[str, NDArray[np.float32]] = {}

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            if len(known) > REMEMBERED:
                known.clear()
                missing = list(dict.fromkeys(texts))
            known.update(zip(missing, embedder.embed_documents(missing), strict=True))
        return np.stack([known[text] for text in texts]) if texts else np.zeros((0, embedder.dims), np.float32)

    return embed


REMEMBERED = 2_000
"""Texts whose vectors are kept (a default, not fitted: 3 MB at 384 dimensions)."""


@cache
def _shipped_policy() -> Policy:
    from kts.tickets.policy import read_policy

    return read_policy(_shipped("policy.toml").decode(), name="policy.toml")


def _shipped(name: str) -> bytes:
    from importlib.resources import files

    return files("kts.data").joinpath("tickets", name).read_bytes()


def _weights() -> Weights:
    """The fitted weights of the confidence (evaluation/tickets)."""
    import json

    from kts.tickets.confidence import Weights

    found = json.loads(_shipped("confidence.json"))
    return Weights(found["weights"], found["constant"])
