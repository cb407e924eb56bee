"""LLM-1: the model of a client of the Model Context Protocol helps with its own searches, and with nothing else."""

from __future__ import annotations

import asyncio
import json

import pytest
from mcp import Client
from mcp_types import CreateMessageResult, ErrorData, TextContent

from kts.cli.main import run
from kts.errors import UsageError
from kts.server import mcp
from kts.server.engine import Engine
from kts.workspace import Workspace

NEVER, TAKEN_BACK = "never", "(taken back)"
"""What a user does who goes away, and what then becomes of the request."""
SETTINGS = '[llm]\nprovider = "sampling"\n{}\n[embed]\nprovider = ""\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "cure.md").write_text("# Cure\n\nThe cure period is thirty days.\n", encoding="utf-8")
    (tmp_path / "docs" / "fee.md").write_text("# Fees\n\nA penalty of five per cent is due.\n", encoding="utf-8")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
    return tmp_path


def called(folder, tool, given, *, switches="decompose = true", reply=None, lends=True, mode="legacy"):
    """(the tool's result, the prompts that the client's model saw); a client may lend none, or have no way back."""
    (folder / ".kts" / "config.toml").write_text(SETTINGS.format(switches), encoding="utf-8")
    seen, taken_back = [], asyncio.Event()

    async def sample(_context, asked):
        seen.append(asked.messages[0].content.text)
        if reply == NEVER:
            try:
                await asyncio.Event().wait()
            finally:
                seen.append(TAKEN_BACK)
                taken_back.set()
        if reply is None:
            return ErrorData(code=-1, message="the user said no")
        return CreateMessageResult(role="assistant", model="theirs", content=TextContent(type="text", text=reply))

    async def run():
        engine = Engine(str(folder), threads=1)
        try:
            async with Client(mcp.server(engine), sampling_callback=sample if lends else None, mode=mode) as client:
                found = await client.call_tool(tool, given)
                if reply == NEVER:
                    await taken_back.wait()
                return found
        finally:
            await engine.close()

    return asyncio.run(asyncio.wait_for(run(), 60)), seen


PARTS = json.dumps({"parts": ["What is the cure period?", "What penalty is due?"]})


@pytest.mark.parametrize(("tool", "given"), [("search", {"query": "grace and fine"}), ("ask", {"question": "grace?"})])
def test_llm_1_a_clients_model_is_asked_through_its_session(folder, tool, given):
    found, seen = called(folder, tool, given, reply=PARTS)
    assert not found.is_error
    assert len(seen) >= 1
    assert "You split a question" in seen[0]
    if tool == "search":
        assert {one["citation"]["path"] for one in found.structured_content["results"]} == {"cure.md", "fee.md"}


def test_llm_1_a_client_that_refuses_gets_its_answer_without(folder):
    found, seen = called(folder, "search", {"query": "cure period"})
    assert len(seen) == 1
    assert any("the user said no" in note for note in found.structured_content["notes"])
    assert found.structured_content["results"][0]["citation"]["path"] == "cure.md"


def test_llm_1_without_a_switch_no_client_is_asked(folder):
    found, seen = called(folder, "search", {"query": "cure period"}, switches="", reply=PARTS)
    assert seen == []
    assert found.structured_content["results"]


@pytest.mark.parametrize(("lends", "mode"), [(False, "legacy"), (True, "auto")])
def test_llm_1_a_client_that_lends_no_model_gets_its_answer_without(folder, lends, mode):
    found, seen = called(folder, "search", {"query": "cure period"}, reply=PARTS, lends=lends, mode=mode)
    assert seen == []
    assert any("not split by a language model" in note for note in found.structured_content["notes"])
    assert found.structured_content["results"][0]["citation"]["path"] == "cure.md"


def test_llm_1_outside_of_such_a_client_it_is_a_note(folder, capsys):
    (folder / ".kts" / "config.toml").write_text(SETTINGS.format("decompose = true"), encoding="utf-8")
    with Workspace.open(str(folder)) as workspace:
        for found in (workspace.search("cure period").ranking, workspace.ask("What is the cure period?")):
            assert any("kts mcp; or another llm.provider" in note for note in found.notes)
    for command in ("search", "ask"):
        assert run([command, "What is the cure period?", "--kb", str(folder)]) == 0
    assert "thirty days" in capsys.readouterr().out


def test_llm_1_images_are_not_described_where_nobody_lends_a_model(folder):
    (folder / ".kts" / "config.toml").write_text(SETTINGS.format("describe = true"), encoding="utf-8")
    with Workspace.open(str(folder)) as workspace, pytest.raises(UsageError, match="no client lends") as caught:
        workspace.describe()
    assert caught.value.hint == "kts mcp; or another llm.provider"


def test_llm_1_a_user_who_does_not_answer_is_asked_once_and_the_request_taken_back(folder):
    switches = "decompose = true\nhyde = true\ntimeout = 1"
    found, seen = called(folder, "search", {"query": "cure period"}, switches=switches, reply=NEVER)
    assert seen == [seen[0], TAKEN_BACK]
    assert any("longer than llm.timeout" in note for note in found.structured_content["notes"])


def test_faces_an_abstention_is_told_without_a_number(folder):
    found, _ = called(folder, "ask", {"question": "Who won the chess olympiad of 1972?"}, switches="", lends=False)
    assert found.content[0].text.splitlines()[0] == "verdict: abstained"
