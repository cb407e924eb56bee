"""LLM-1: every adapter keeps the suite of language models, and no server makes one hang, lose its key or lie."""

from __future__ import annotations

import pytest

from kts.embed.openai import EmbeddingFailed, OpenAIEmbedder
from kts.errors import KTSError, UsageError
from kts.llm.exchange import Refused, Server
from kts.llm.failed import ModelFailed
from kts.llm.openai import FAILURES, OpenAIModel
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
