"""What kind of file an image is, for models that are told."""

from __future__ import annotations

import base64

from kts.errors import UsageError

_KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}


def media_type(image: bytes) -> str:
    """The media type by the first bytes. Raises UsageError for what language models do not read."""
    kind = next((kind for head, kind in _KINDS.items() if image.startswith(head)), "")
    if not kind:
        message = "a language model reads PNG, JPEG, GIF and WebP images"
        raise UsageError(message, hint="convert it first")
    return kind


def encoded(image: bytes) -> str:
    """The image as text (RFC 4648)."""
    return base64.b64encode(image).decode()
