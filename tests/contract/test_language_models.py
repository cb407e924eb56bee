"""LLM-1: every adapter keeps the suite of language models, and no server makes one hang, lose its key or lie."""

from __future__ import annotations

import base64
import json
import sys
from types import SimpleNamespace
from typing import ClassVar

import pytest

from kts.embed.openai import EmbeddingFailed, OpenAIEmbedder
from kts.errors import KTSError, MissingExtra, MissingModel, UsageError
from kts.llm.agno import AgnoModel
from kts.llm.exchange import Refused, Server
from kts.llm.failed import ModelFailed
from kts.llm.gguf import GgufModel
from kts.llm.openai import FAILURES, FIRST_WAIT, OpenAIModel
from kts.llm.sampling import SamplingModel
from kts.ports.models import Completion, Message
from kts.testing.embedder import check_embedder
from kts.testing.llm import SCHEMA, ScriptedModel, check_language_model
from support.chatty import GOOD, serving

KEY = "sk-secret-4711"
ASKED = (Message("user", "Is water wet?"),)
PNG = b"\x89PNG\r\n\x1a\n not much of an image"


def model(server, *, timeout=5.0, key="", **more):
    return OpenAIModel(Server(server.url, key=key, timeout=timeout), "small", wait=lambda _: None, **more)


def test_llm_1_the_scripted_model_keeps_the_suite():
    check_language_model(ScriptedModel)


@pytest.mark.parametrize("behaviour", ["good", "whole", "noschema", "good:```json\n" + GOOD + "\n```"])
def test_llm_1_the_http_adapter_keeps_the_suite(behaviour):
    with serving(behaviour) as server:
        check_language_model(lambda: model(server))


def test_llm_1_sampling_keeps_the_suite():
    def client(request):
        assert request["maxTokens"] > 0
        assert all(turn["content"]["type"] == "text" for turn in request["messages"])
        return {"role": "assistant", "model": "theirs", "content": {"type": "text", "text": GOOD}}

    check_language_model(lambda: SamplingModel(client))


def test_llm_1_a_client_that_refuses_is_a_failure():
    def client(_request):
        message = "the user said no"
        raise RuntimeError(message)

    with pytest.raises(ModelFailed, match="the user said no"):
        SamplingModel(client).complete(ASKED)


def test_llm_1_a_client_whose_user_takes_too_long_is_said_to():
    def client(_request):
        raise TimeoutError

    with pytest.raises(ModelFailed, match=r"gave no text: it took longer than llm\.timeout"):
        SamplingModel(client).complete(ASKED)


JPEG, GIF, WEBP = b"\xff\xd8\xff\xe0 JFIF", b"GIF89a \x01", b"RIFF\x00\x00\x00\x00WEBP"


def test_llm_1_sampling_tells_the_client_what_kind_of_image_it_gets():
    asked = []

    def client(request):
        asked.extend(turn["content"] for turn in request["messages"])
        return {"role": "assistant", "content": {"type": "text", "text": GOOD}}

    SamplingModel(client).complete(ASKED, images=[PNG, JPEG, GIF, WEBP])
    assert [one["mimeType"] for one in asked[1:]] == ["image/png", "image/jpeg", "image/gif", "image/webp"]
    assert base64.b64decode(asked[2]["data"]) == JPEG
    with pytest.raises(UsageError, match="PNG"):
        SamplingModel(client).complete(ASKED, images=[b"%PDF-1.7"])


class Refusing(Exception):
    """What stands in for the errors of Agno."""


class Agno:
    """What a model of Agno looks like from outside."""

    id, api_key = "theirs", KEY

    def __init__(self, said=GOOD):
        self.said = said

    def response(self, messages):
        assert all(turn.role in {"system", "user"} and turn.content for turn in messages)
        if isinstance(self.said, Exception):
            raise self.said
        return SimpleNamespace(content=self.said)


@pytest.fixture
def agno(monkeypatch):
    """The two modules of Agno that the adapter asks for; it was run against Agno 3.1 itself, too."""
    monkeypatch.setitem(sys.modules, "agno.exceptions", SimpleNamespace(AgnoError=Refusing))
    monkeypatch.setitem(sys.modules, "agno.models.message", SimpleNamespace(Message=SimpleNamespace))


@pytest.mark.usefixtures("agno")
def test_llm_1_agno_keeps_the_suite():
    check_language_model(lambda: AgnoModel(Agno()))


@pytest.mark.usefixtures("agno")
@pytest.mark.parametrize("fault", [Refusing(f"no: Bearer {KEY}"), OSError("gone"), None, " ", '{"answer": 5}'])
def test_llm_1_a_failure_of_agno_is_one_of_ours_without_the_key(fault):
    with pytest.raises(ModelFailed) as caught:
        AgnoModel(Agno(fault)).complete(ASKED, schema=SCHEMA)
    assert KEY not in f"{caught.value.message} {caught.value.hint}"
    with pytest.raises(UsageError, match="images"):
        AgnoModel(Agno()).complete(ASKED, images=[PNG])


def test_llm_1_without_agno_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "agno.exceptions", None)
    with pytest.raises(MissingExtra, match="agno"):
        AgnoModel(Agno()).complete(ASKED)


class Mistral:
    """What the library of GGUF files looks like from outside."""

    said = GOOD
    asked: ClassVar[list[SimpleNamespace]] = []

    def __init__(self, which):
        assert which.quantized_filename == "small.gguf"

    def send_chat_completion_request(self, request):
        self.asked.append(request)
        if isinstance(self.said, Exception):
            raise self.said
        choice = SimpleNamespace(message=SimpleNamespace(content=self.said))
        return SimpleNamespace(choices=[choice], usage=SimpleNamespace(prompt_tokens=3, completion_tokens=2))


@pytest.fixture
def gguf(monkeypatch, tmp_path):
    """The library, and a function that makes the adapter; it was run against mistralrs 0.9 with SmolLM2, too."""
    library = SimpleNamespace(
        Runner=Mistral, Which=SimpleNamespace(GGUF=SimpleNamespace), ChatCompletionRequest=SimpleNamespace
    )
    monkeypatch.setitem(sys.modules, "mistralrs", library)
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    return lambda: GgufModel(str(tmp_path / "small.gguf"), max_tokens=50)


def test_llm_1_a_model_in_a_file_keeps_the_suite_and_is_held_to_the_schema(gguf):
    check_language_model(gguf)
    gguf().complete(ASKED, schema=SCHEMA)
    asked = Mistral.asked[-1]
    assert (json.loads(asked.grammar), asked.grammar_type) == (SCHEMA, "json_schema")
    assert (asked.max_tokens, asked.temperature) == (50, 0.0)


@pytest.mark.parametrize("fault", [RuntimeError("out of memory"), "", " ", '{"answer": 5}'])
def test_llm_1_a_failure_of_a_model_in_a_file_is_one_of_ours(gguf, monkeypatch, fault):
    monkeypatch.setattr(Mistral, "said", fault)
    with pytest.raises(ModelFailed) as caught:
        gguf().complete(ASKED, schema=SCHEMA)
    assert caught.value.hint


def test_llm_1_a_model_in_a_file_that_is_not_there_is_said(gguf, tmp_path):
    with pytest.raises(UsageError, match="text only"):
        gguf().complete(ASKED, images=[PNG])
    with pytest.raises(MissingModel, match="no model file"):
        GgufModel(str(tmp_path / "other.gguf"))


class Boastful(ScriptedModel):
    """A model with one thing wrong: it gives data that breaks the schema."""

    def complete(self, messages, *, schema=None, images=()):
        del images
        if not messages:
            return super().complete(messages)
        return Completion("yes", {"answer": 5} if schema else None)


def test_the_suite_finds_a_model_that_breaks_the_schema():
    with pytest.raises(AssertionError, match="keeps it"):
        check_language_model(Boastful)


@pytest.mark.parametrize(
    "fault", ["status:429", "status:500", "status:503", "cut", "garbage", "empty", "error", "long"]
)
def test_llm_1_a_passing_fault_is_tried_again(fault):
    with serving(fault, "good") as server:
        found = model(server).complete(ASKED, schema=SCHEMA)
    assert found.data == {"answer": "yes", "sure": True}
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("fault", "requests"),
    [("status:429", 3), ("status:500", 3), ("cut", 3), ("garbage", 3), ("good:no JSON", 3), ('good:{"answer": 1}', 3),
     ("giant", 1), ("oneline", 1), ("status:401", 1), ("status:404", 1), ("moved", 1)],
)  # fmt: skip
def test_llm_1_a_lasting_fault_is_a_failure_with_advice(fault, requests):
    with serving(fault) as server, pytest.raises(ModelFailed) as caught:
        model(server).complete(ASKED, schema=SCHEMA)
    assert caught.value.hint
    assert len(server.seen) == requests


def pauses(behaviour, *, attempts):
    """The seconds that were waited between the attempts at a server that stays like this."""
    waited = []
    with serving(behaviour) as server, pytest.raises(ModelFailed):
        OpenAIModel(Server(server.url, timeout=60), "small", attempts=attempts, wait=waited.append).complete(ASKED)
    return waited


def test_llm_1_pauses_grow_and_no_two_callers_make_the_same():
    first, second = (pauses("status:503", attempts=6) for _ in range(2))
    assert len(first) == len(second) == 5
    assert all(0 <= pause <= FIRST_WAIT * 2**number for number, pause in enumerate(first))
    assert first != second


def test_llm_1_a_server_that_says_how_long_to_wait_is_waited_for():
    assert all(pause >= 7 for pause in pauses("busy:7", attempts=3))
    assert pauses("busy:3600", attempts=3) == []


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_llm_1_a_server_that_never_ends_is_cut_off(fault):
    with serving(fault) as server, pytest.raises(ModelFailed):
        model(server, timeout=0.3).complete(ASKED)


def test_llm_1_nobody_there_is_a_failure():
    with serving() as server:
        url = server.url
    with pytest.raises(ModelFailed, match="did not answer"):
        OpenAIModel(Server(url, timeout=2), "small", wait=lambda _: None).complete(ASKED)


@pytest.mark.parametrize("fault", ["status:401", "status:500", "error"])
def test_llm_1_the_key_is_sent_and_never_said(fault):
    with serving(fault) as server:
        asked = model(server, key=KEY, attempts=1)
        with pytest.raises(ModelFailed) as caught:
            asked.complete(ASKED)
    assert server.seen[0][1]["Authorization"] == f"Bearer {KEY}"
    said = f"{caught.value.message} {caught.value.hint} {caught.value!r} {vars(caught.value)} {asked._server!r}"
    assert KEY not in said


def test_llm_1_a_key_never_leaves_this_machine_unencrypted():
    with pytest.raises(UsageError, match="unencrypted"):
        Server("http://models.example/v1", key=KEY)


@pytest.mark.parametrize("url", ["", "ftp://127.0.0.1", "127.0.0.1:8080", "http://"])
def test_llm_1_an_address_that_is_none_is_said(url):
    with pytest.raises(UsageError, match="no address"):
        Server(url)


def test_llm_1_a_dead_server_is_left_alone_for_a_while():
    with serving("status:500") as server:
        asked = model(server, attempts=1)
        for _ in range(FAILURES):
            with pytest.raises(Refused):
                asked.complete(ASKED)
        with pytest.raises(ModelFailed, match="left alone"):
            asked.complete(ASKED)
    assert len(server.seen) == FAILURES


def test_llm_1_a_server_that_answers_badly_is_no_dead_one():
    with serving("empty") as server:
        asked = model(server, attempts=1)
        for _ in range(2 * FAILURES):
            with pytest.raises(ModelFailed, match="the answer is empty"):
                asked.complete(ASKED)
    assert len(server.seen) == 2 * FAILURES


def test_llm_1_tokens_of_answers_in_vain_are_counted():
    with serving("good:no JSON", "empty") as server, pytest.raises(ModelFailed) as caught:
        model(server, attempts=3).complete(ASKED, schema=SCHEMA)
    assert caught.value.tokens == 3 * 18
    with serving("good:no JSON", "good") as server:
        found = model(server).complete(ASKED, schema=SCHEMA)
    assert found.tokens_in + found.tokens_out == 2 * 18


def test_llm_1_a_budget_of_tokens_is_kept():
    with serving() as server:
        asked = model(server, budget=18)
        assert asked.complete(ASKED).tokens_in == 11
        assert asked.used == 18
        with pytest.raises(ModelFailed, match="budget"):
            asked.complete(ASKED)


def test_llm_1_images_and_schema_travel_in_the_request():
    with serving() as server:
        model(server).complete(ASKED, schema=SCHEMA, images=[PNG])
    path, _, body = server.seen[0]
    assert path == "/v1/chat/completions"
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    text, image = body["messages"][0]["content"]
    assert text == {"type": "text", "text": ASKED[0].text}
    assert image["image_url"]["url"].startswith("data:image/png;base64,")


def test_llm_1_what_is_no_image_is_refused():
    with serving() as server, pytest.raises(UsageError, match="PNG"):
        model(server).complete(ASKED, images=[b"%PDF-1.7"])


def embedder(server):
    def post(body):
        return Server(server.url).post("/embeddings", body, timeout=5).events[0]

    return OpenAIEmbedder(post, "hash", server=server.url, max_tokens=64)


def test_emb_4_an_embedding_server_keeps_the_suite_of_embedders():
    with serving() as server:
        check_embedder(lambda: embedder(server))


@pytest.mark.parametrize(
    "answer",
    [{}, [], {"data": []}, {"data": [{"index": 0, "embedding": []}]}, {"data": [{"index": 0, "embedding": ["x"]}]},
     {"data": [{"index": 0, "embedding": [0.0, 0.0]}]}, {"data": [{"index": 0, "embedding": [float("nan"), 1.0]}]}],
)  # fmt: skip
def test_emb_4_a_server_that_gives_no_vectors_is_a_failure(answer):
    with pytest.raises(EmbeddingFailed):
        OpenAIEmbedder(lambda _body: answer, "hash").embed_query("the")


def test_emb_4_a_server_that_changes_its_dimensions_is_a_failure():
    answers = iter([{"data": [{"index": 0, "embedding": [1.0, 0.0]}]}, {"data": [{"index": 0, "embedding": [1.0]}]}])
    made = OpenAIEmbedder(lambda _body: next(answers), "hash")
    with pytest.raises(EmbeddingFailed, match="dimensions"):
        made.embed_query("the")


def test_every_failure_of_a_model_is_one_of_ours():
    assert issubclass(ModelFailed, KTSError)
    assert issubclass(Refused, ModelFailed)
