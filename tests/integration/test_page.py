"""FACES: the page of `kts serve` in a real browser, as a person sees it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
from contextlib import contextmanager

import pytest

from kts.workspace import Workspace
from support.command import environment, line

PATIENCE = 180.0
"""Seconds until a step that must happen has failed."""
SETTLED = 15_000
"""Milliseconds of the page's own time after which its content is printed."""
BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)

pytestmark = pytest.mark.skipif(not BROWSER, reason="no chromium here: apt install chromium")

FEED = """# FeedStalled

## Meaning

FeedStalled means that the feed has delivered no prices for two minutes. FeedStalled is critical.

## Mitigation

Look which sender is down. Restart that one:

```
feedctl restart <NAME>
```
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "feed.md").write_text(FEED, encoding="utf-8")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")])
    return tmp_path


@contextmanager
def link(folder):
    """A link to the page of a server, ended when the block does."""
    words = line("serve", "--json", "--open", "--port", "0", "--kb", folder)
    process = subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield json.loads(process.stdout.readline())["link"]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)


def seen(url, profile):
    """The page's own markup once it has settled."""
    shown = subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
         f"--virtual-time-budget={SETTLED}", "--dump-dom", url],
        capture_output=True, check=True, timeout=PATIENCE, text=True,
    )  # fmt: skip
    return shown.stdout


def test_faces_a_link_to_a_question_shows_its_answer_with_its_places(folder, tmp_path):
    with link(folder) as url:
        page = seen(f"{url}&q=What+should+I+do+when+FeedStalled+fires%3F&ask", tmp_path / "browser")
    claims = re.findall(r'<p class="claim">(.*?)</p>', page, re.DOTALL)
    assert [re.sub(r"\n?<button.*?</button>", "", one) for one in claims] == [
        "Look which sender is down.",
        "Restart that one:<code>feedctl restart &lt;NAME&gt;</code>",
    ]
    assert "feed.md): [1] line" in page


def test_faces_a_link_to_a_search_shows_passages(folder, tmp_path):
    with link(folder) as url:
        page = seen(f"{url}&q=restart+sender", tmp_path / "browser")
    assert re.search(r'<button class="card".*<mark>[Rr]estart</mark>', page, re.DOTALL)


def test_faces_without_the_link_the_page_says_what_it_needs(folder, tmp_path):
    with link(folder) as url:
        page = seen(url.partition("#")[0], tmp_path / "browser")
    assert "This page needs a new link. In a terminal, kts serve --open prints one" in page


def test_faces_an_abstention_shows_no_bar_and_names_the_nearest_places(folder, tmp_path):
    with link(folder) as url:
        page = seen(f"{url}&q=Who+maintains+the+feed+senders+in+Lisbon%3F&ask", tmp_path / "browser")
    _, _, rest = page.partition("Not in your documents")
    assert rest
    assert 'class="sure"' not in rest
    assert "Nearest places" in rest
