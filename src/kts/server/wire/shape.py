"""What all shapes of the answers have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """A JSON object with at least these fields."""

    model_config = ConfigDict(extra="allow")
