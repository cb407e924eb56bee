"""The network: the default embedding model's body, with heads for `answerable`, the answer's span, and `supported`.

Names of the weights are those of the body's own file, so that the product's graph is built from both alike. `supported`
is trained beside the others and not shipped: as a checker of claims it lost to rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import nn
from torch.nn import functional

if TYPE_CHECKING:
    from torch import Tensor

WIDTH, LAYERS, HEADS, INNER, WORDS, PLACES = 384, 6, 12, 1536, 30522, 512
EPSILON = 1e-12
DROPPED = 0.1


class Out(NamedTuple):
    """Logits: `answerable` and `supported` (texts), `start` and `end` (texts, tokens)."""

    answerable: Tensor
    supported: Tensor
    start: Tensor
    end: Tensor


class Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self) -> None:
        """Attention, then two products."""
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.output, self.attended = nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH, EPSILON)
        self.wide, self.narrow, self.norm = (
            nn.Linear(WIDTH, INNER),
            nn.Linear(INNER, WIDTH),
            nn.LayerNorm(WIDTH, EPSILON),
        )
        self.dropped = nn.Dropout(DROPPED)

    def forward(self, given: Tensor, mask: Tensor) -> Tensor:
        """(texts, tokens, width) to the same."""
        texts, tokens, _ = given.shape
        parts = (product(given) for product in (self.query, self.key, self.value))
        query, key, value = (part.view(texts, tokens, HEADS, WIDTH // HEADS).transpose(1, 2) for part in parts)
        found = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        found = found.transpose(1, 2).reshape(texts, tokens, WIDTH)
        given = self.attended(given + self.dropped(self.output(found)))
        return self.norm(given + self.dropped(self.narrow(functional.gelu(self.wide(given)))))


class Network(nn.Module):
    """Reads `[CLS] question [SEP] passage [SEP]`."""

    def __init__(self) -> None:
        """Untrained; `load` fills it."""
        super().__init__()
        self.word, self.place, self.side = (
            nn.Embedding(WORDS, WIDTH),
            nn.Embedding(PLACES, WIDTH),
            nn.Embedding(2, WIDTH),
        )
        self.norm, self.dropped = nn.LayerNorm(WIDTH, EPSILON), nn.Dropout(DROPPED)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.answerable, self.supported, self.span = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 2)
        for head in (self.answerable, self.supported, self.span):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def hidden(self, ids: Tensor, sides: Tensor, real: Tensor) -> Tensor:
        """What the last layer says of each token, (texts, tokens, width); see `forward`."""
        places = torch.arange(ids.shape[1])
        given: Tensor = self.dropped(self.norm(self.word(ids) + self.place(places) + self.side(sides)))
        mask = real[:, None, None, :]
        for layer in self.layers:
            given = layer(given, mask)
        return given

    def forward(self, ids: Tensor, sides: Tensor, real: Tensor) -> Out:
        """`ids`, `sides` (texts, tokens) integers; `real` is False where a row is padding."""
        given = self.hidden(ids, sides, real)
        start, end = self.span(given).unbind(-1)
        first = given[:, 0]
        return Out(self.answerable(first).squeeze(-1), self.supported(first).squeeze(-1), start, end)


LAYER_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "output": "attention.output.dense",
    "attended": "attention.output.LayerNorm",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "output.LayerNorm",
}
TOP_NAMES = {
    "word": "embeddings.word_embeddings",
    "place": "embeddings.position_embeddings",
    "side": "embeddings.token_type_embeddings",
    "norm": "embeddings.LayerNorm",
    "answerable": "reader.answerable",
    "supported": "reader.supported",
    "span": "reader.span",
}


def upstream(name: str) -> str:
    """The name of a weight in the body's own file: `layers.0.wide.bias` is `encoder.layer.0.intermediate...`."""
    parts = name.split(".")
    if parts[0] == "layers":
        return f"encoder.layer.{parts[1]}.{LAYER_NAMES[parts[2]]}.{parts[3]}"
    return f"{TOP_NAMES[parts[0]]}.{parts[1]}"


def load(network: Network, weights: dict[str, Tensor]) -> Network:
    """Fill the body, and the heads where they are there, from weights with the names of the body's file."""
    own = network.state_dict()
    network.load_state_dict({name: weights.get(upstream(name), value) for name, value in own.items()})
    return network


def weights_of(network: Network) -> dict[str, Tensor]:
    """All weights under the names of the body's file."""
    return {upstream(name): value.detach().clone().contiguous() for name, value in network.state_dict().items()}
