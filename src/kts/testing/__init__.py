"""For those who write adapters: fakes that live in memory, and for each port the suite that every adapter keeps.

A suite is called from a test of your own; it raises AssertionError naming the first rule that does not hold.
"""

from __future__ import annotations

from kts.testing.converter import check_converter
from kts.testing.corpus import Opened, check_corpus
from kts.testing.documents import manifest_row, prepared
from kts.testing.embedder import HashEmbedder, check_embedder
from kts.testing.entailment import OverlapEntailment, check_entailment_model
from kts.testing.fakes import MemoryCorpus, MemoryIndex, MemoryLedger, MemorySources, MemoryTruth
from kts.testing.index import check_index, check_interruption
from kts.testing.ledger import check_ledger
from kts.testing.llm import ScriptedModel, check_language_model
from kts.testing.reader import OverlapReader, check_reader
from kts.testing.reranker import OverlapReranker, check_reranker
from kts.testing.sectioner import check_sectioner
from kts.testing.sources import Unstable, check_sources
from kts.testing.truth import check_truth

__all__ = [
    "HashEmbedder",
    "MemoryCorpus",
    "MemoryIndex",
    "MemoryLedger",
    "MemorySources",
    "MemoryTruth",
    "Opened",
    "OverlapEntailment",
    "OverlapReader",
    "OverlapReranker",
    "ScriptedModel",
    "Unstable",
    "check_converter",
    "check_corpus",
    "check_embedder",
    "check_entailment_model",
    "check_index",
    "check_interruption",
    "check_language_model",
    "check_ledger",
    "check_reader",
    "check_reranker",
    "check_sectioner",
    "check_sources",
    "check_truth",
    "manifest_row",
    "prepared",
]
