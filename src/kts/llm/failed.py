"""What an adapter raises when a model gives nothing that can be used."""

from __future__ import annotations

from kts.errors import KTSError


class ModelFailed(KTSError):
    """A language model could not be reached, was too slow, or wrote nothing usable; the caller goes on without it."""

    code = "language_model"
    answered = True
    """Whether the model said something, only nothing usable: another question may fare better."""
    tokens = 0
    """Tokens that the call took for nothing, where they are known."""


class Spent(ModelFailed):
    """The budget of tokens is used up: nothing is asked any more."""
