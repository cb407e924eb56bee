"""The rules of the first gate: each compares a claim and a statement in one respect, and says what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import (
    agree_actors,
    agree_contrast,
    agree_dates,
    agree_denials,
    agree_edits,
    agree_extent,
    agree_frames,
    agree_order,
    agree_roles,
    agree_scopes,
    agree_sense,
    agree_sequence,
    agree_slots,
    agree_tables,
    agree_unmet,
    agree_values,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kts.answer.agree import Finding, Sides

RULES: tuple[Callable[[Sides], Iterator[Finding]], ...] = (
    agree_values.numbers,
    agree_dates.days,
    agree_dates.releases,
    agree_sense.negation,
    agree_sense.phrases,
    agree_sense.modes,
    agree_extent.quantifiers,
    agree_extent.extremes,
    agree_extent.rates,
    agree_extent.labels,
    agree_extent.weekdays,
    agree_order.order,
    agree_order.restrictions,
    agree_order.times,
    agree_sequence.sequence,
    agree_contrast.contrasts,
    agree_contrast.left_out,
    agree_contrast.charged,
    agree_contrast.steps,
    agree_actors.acting,
    agree_actors.belonging,
    agree_roles.named,
    agree_roles.roles,
    agree_roles.parties,
    agree_roles.posts,
    agree_denials.denials,
    agree_denials.beside,
    agree_denials.lacking,
    agree_slots.superseded_values,
    agree_slots.placed_names,
    agree_slots.ordinals,
    agree_slots.versions,
    agree_slots.columns,
    agree_slots.keys,
    agree_frames.denied_objects,
    agree_frames.only_any,
    agree_frames.comparisons,
    agree_frames.valued,
    agree_frames.deciders,
    agree_frames.preferences,
    agree_frames.shares,
    agree_scopes.machines,
    agree_scopes.scopes,
    agree_scopes.definitions,
    agree_unmet.asked_for,
    agree_unmet.most,
    agree_unmet.exempted,
    agree_unmet.letters,
    agree_tables.bands,
    agree_tables.other_cells,
    agree_tables.nil_cells,
    agree_edits.edits,
)
