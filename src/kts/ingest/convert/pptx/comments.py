"""Comments on slides, of the older kind and of the threaded one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.ingest.convert.outcomes import DAMAGE
from kts.ingest.convert.pptx.drawings import A

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def authors_of(deck: Any) -> Mapping[str, str]:
    """The names of the deck's commentators by id."""
    found: dict[str, str] = {}
    for root in (*_roots(deck.part, "/commentAuthors"), *_roots(deck.part, "/authors")):
        for author in root:
            if isinstance(author.tag, str) and author.get("id"):
                found[author.get("id")] = " ".join(author.get("name", "").split())
    return found


def comments_of(slide: Any, authors: Mapping[str, str]) -> Iterator[str]:
    """The comments on a slide, answers after what they answer: `Comment (Jo Roe, 2024-05-01): ...`."""
    for root in _roots(slide.part, "/comments"):
        for element in root.iter():
            if isinstance(element.tag, str) and element.tag.rpartition("}")[2] in {"cm", "reply"}:
                text = " ".join(_text(element).split())
                day = (element.get("dt") or element.get("created") or "")[:10]
                signed = ", ".join(part for part in (authors.get(element.get("authorId", ""), ""), day) if part)
                if text:
                    yield f"Comment{f' ({signed})' if signed else ''}: {text}"


def _text(comment: Any) -> str:
    """The comment's own words, not those of the answers to it."""
    for child in comment:
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if name == "text":
            return child.text or ""
        if name == "txBody":
            return " ".join("".join(node.text or "" for node in one.iter(f"{A}t")) for one in child.iter(f"{A}p"))
    return ""


def _roots(part: Any, kind: str) -> Iterator[Any]:
    from pptx.oxml import parse_xml

    for relation in part.rels.values():
        if relation.reltype.endswith(kind) and not relation.is_external:
            try:
                yield parse_xml(relation.target_part.blob)
            except DAMAGE:
                continue  # a damaged list of comments takes no slide with it
