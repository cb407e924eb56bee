"""FACES: the page of `kts serve` in a real browser, as a person sees it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from contextlib import contextmanager

import pytest

from kts.workspace import Workspace
from support.browser import BROWSER, PATIENCE, Page
from support.command import environment, line

SETTLED = 15_000
"""Milliseconds of the page's own time after which its content is printed."""
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


MAIL = """From: Ada Lind <ada@example.org>
Subject: Re: FeedStalled
Date: Mon, 18 Nov 2024 09:12:00 +0100

Hello,
what should I do when FeedStalled fires? Nobody can work.

--
Ada Lind
Tel +44 20 7946 0011

On Fri, 15 Nov 2024 at 16:02, Support wrote:
> how many feeds are there?
"""


def settled(page):
    page.until("document.querySelector('#found').children.length && !document.querySelector('#work').disabled")


def test_faces_a_ticket_is_worked_on_from_the_keyboard_and_its_places_open(folder, tmp_path):
    with link(folder) as url, Page(tmp_path / "browser") as page:
        page.open(f"{url}&ticket")
        page.until("document.activeElement.id == 'ticket'")
        page.key("Enter", control=True)
        page.until("document.querySelector('#status').textContent.startsWith('Paste a ticket first')")
        page.type("Hello,\nWhat should I do when FeedStalled fires?\n\nKind regards\nAda Lind\nTel +44 20 7946 0011")
        page.key("Enter", control=True)
        settled(page)
        shown = page.text()
        assert re.search("The reply may leave by itself|A person looks at the reply before it leaves", shown)
        assert "phone 1" in shown
        assert "7946" not in page.value("document.querySelector('#found').innerText")
        assert "Look which sender is down." in page.value("document.querySelector('.draft').innerText")
        page.value("document.querySelector('.draft .note').focus()")
        page.key("Enter")
        page.until("document.querySelector('#text mark')?.textContent.includes('Look which sender is down.')")
        page.key("Escape")
        assert page.value("document.activeElement.className") == "note"
        page.allow("clipboardReadWrite", "clipboardSanitizedWrite")
        page.value("document.querySelector('#copy').click()")
        page.until("document.querySelector('#status').textContent == 'The draft is copied.'")
        assert "Look which sender is down. [1]" in page.value("navigator.clipboard.readText()")
        assert "#ticket" in page.value("location.href")
        assert page.said == []


def test_faces_a_file_with_an_urgent_ticket_is_seen_to_be_one_and_a_mistake_is_told(folder, tmp_path):
    (tmp_path / "mail.eml").write_text(MAIL, encoding="utf-8")
    (tmp_path / "two.json").write_text('[{"subject": "a"}, {"subject": "b"}]', encoding="utf-8")
    with link(folder) as url, Page(tmp_path / "browser", width=420, dark=True) as page:
        page.open(url)
        page.until("document.querySelector('#status').textContent.includes('document')")
        page.value("document.querySelector('#desk').click()")
        page.choose("#file", tmp_path / "mail.eml")
        page.until("document.querySelector('#chosen').textContent == 'mail.eml'")
        page.value("document.querySelector('#work').click()")
        settled(page)
        shown = page.text()
        assert "At once" in shown
        assert "Nobody can work" in shown
        assert "how many feeds" not in shown
        assert page.value("document.documentElement.scrollWidth <= innerWidth")
        page.choose("#file", tmp_path / "two.json")
        page.until("document.querySelector('#chosen').textContent == 'two.json'")
        page.value("document.querySelector('#work').click()")
        page.until("document.querySelector('#status').textContent.includes('two.json holds 2 tickets')")
        page.value("document.querySelector('#desk').click()")
        assert page.value("document.querySelector('#tickets').hidden")
        assert page.said == []


def test_faces_a_link_to_a_ticket_of_an_index_without_documents_says_so(tmp_path):
    (tmp_path / "docs").mkdir()
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")])
    with link(tmp_path) as url:
        page = seen(f"{url}&q=What+does+FeedStalled+mean+and+what+shall+I+do%3F&ticket", tmp_path / "browser")
    assert "the index is empty: no document was read into it" in page


def test_faces_a_mail_that_is_pasted_as_a_question_keeps_its_lines(folder, tmp_path):
    with link(folder) as url, Page(tmp_path / "browser") as page:
        page.open(url)
        page.until("document.querySelector('#status').textContent.includes('document')")
        page.value("document.querySelector('#question').focus()")
        page.type(MAIL)
        page.value("document.querySelector('#ask').click()")
        page.until("document.querySelector('.claim')")
        shown = page.text()
        assert "Look which sender is down." in shown
        assert "15 Nov" not in page.value("document.querySelector('#found').innerText")
        assert "read as a mail" in shown


def test_faces_a_cited_file_that_changed_is_told_and_nothing_is_marked_in_it(folder, tmp_path):
    with link(folder) as url, Page(tmp_path / "browser") as page:
        page.open(f"{url}&q=What+should+I+do+when+FeedStalled+fires%3F&ask")
        page.until("document.querySelector('.claim .note')")

        def opened(said):
            page.value("document.querySelector('.claim .note').click()")
            page.until(f"document.querySelector('#became').textContent.includes({said!r})")
            return page.value("document.querySelectorAll('#text mark').length")

        page.value("document.querySelector('.claim .note').click()")
        page.until("document.querySelector('#text mark')")
        assert page.value("document.querySelector('#became').hidden")
        (folder / "docs" / "feed.md").write_text("A line before.\n\n" + FEED, encoding="utf-8")
        assert opened("still says what is cited") == 1
        (folder / "docs" / "feed.md").write_text(FEED.replace("Look which", "Ask what"), encoding="utf-8")
        assert opened("no longer says what was cited") == 0
        (folder / "docs" / "feed.md").unlink()
        assert opened("The file is gone") == 0
        assert page.said == []


MEMO = """# Memo

- FeedStalled means that the feed has delivered no prices for two minutes.
- FeedStalled means that the feed has delivered no prices for nine minutes.

Please let me know if you need more.

| Item | Value |
|---|---|
| Berth | 4 knots |
"""


def test_faces_a_text_is_checked_and_its_places_open(folder, tmp_path):
    (tmp_path / "memo.md").write_text(MEMO, encoding="utf-8")
    verdicts = "[...document.querySelectorAll('.held > .verdict')].map((one) => one.firstChild.textContent)"
    done = "document.querySelector('#status').textContent.includes('3 sentences checked')"
    with link(folder) as url, Page(tmp_path / "browser") as page:
        page.open(f"{url}&check")
        page.until("document.activeElement.id == 'checked'")
        page.key("Enter", control=True)
        page.until("document.querySelector('#status').textContent.startsWith('Paste a text first')")
        page.type(MEMO)
        page.key("Enter", control=True)
        page.until(done)
        typed = page.value(verdicts)
        assert typed == ["Supported", "Contradicted", "Unsupported"]
        assert "2 not checked, for they state nothing" in page.text()
        page.value("document.querySelector('.held .cited').click()")
        page.until("document.querySelector('#text mark')?.textContent.includes('for two minutes')")
        page.choose("#memo", tmp_path / "memo.md")
        page.until("document.querySelector('#picked').textContent == 'memo.md'")
        page.value("document.querySelector('#hold').click()")
        page.until(f"document.querySelector('#document').hidden && {done}")
        assert page.value(verdicts) == typed
        page.value("document.querySelector('#desk').click()")
        assert page.value("document.querySelector('#checks').hidden && !document.querySelector('#tickets').hidden")
        assert page.said == []


TWO_LINES = 64
"""Pixels of a button whose word is broken."""


def test_faces_an_answer_goes_by_the_day_that_is_chosen(folder, tmp_path):
    with link(folder) as url, Page(tmp_path / "browser", width=420) as page:
        page.open(f"{url}&q=What+should+I+do+when+FeedStalled+fires%3F&ask&as-of=2024-06-01")
        page.until("document.querySelector('.verdict')")
        assert page.value("document.querySelector('#as-of').value") == "2024-06-01"
        assert "as of 2024-06-01" in page.value("document.querySelector('#found').innerText")
        page.value("document.querySelector('#as-of').value = '2025-01-02'")
        page.value("document.querySelector('#ask').click()")
        page.until("document.querySelector('#found').innerText.includes('as of 2025-01-02')")
        assert "as-of=2025-01-02" in page.value("location.href")
        heights = page.value("[...document.querySelectorAll('#form button')].map(one => one.offsetHeight).join(' ')")
        assert all(int(height) < TWO_LINES for height in heights.split())
        assert page.value("document.documentElement.scrollWidth <= innerWidth")
        assert page.said == []


RULES = {
    "rules-2023.md": "# Parking Rules, version 1\n\nEffective from 1 May 2023.\n\nA visitor pays 4 euros a space.\n",
    "rules-2025.md": "# Parking Rules, version 2\n\nEffective from 1 May 2025.\n\nThe fee for a space is 6 euros.\n",
    "works.md": "# Agreement GW-7\n\nDated 2 May 2022.\n\n## 4.1 Storms\n\nA blocked road is cleared within 8 hours.\n",
    "works-1.md": "# Amendment No. 1 to Agreement GW-7\n\nIt is dated and takes effect on 1 April 2024.\n\n"
    '## 1. Changes\n\nIn clause 4.1 the words "8 hours" are replaced by the words "5 hours".\n',
}


def test_evid_9_the_page_says_of_passages_and_claims_that_they_do_not_hold(tmp_path):
    (tmp_path / "docs").mkdir()
    for name, text in RULES.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")])
    with link(tmp_path) as url, Page(tmp_path / "browser") as page:
        page.open(f"{url}&q=what+a+visitor+pays+for+a+space&search")
        page.until("document.querySelectorAll('#found .card').length >= 2")
        assert "Careful: superseded by rules-2025.md." in page.value("document.querySelector('#found').innerText")
        page.value("document.querySelector('#question').value = 'Within how many hours is a blocked road cleared?'")
        page.value("document.querySelector('#ask').click()")
        page.until("document.querySelector('#found .verdict')")
        marks = page.value("[...document.querySelectorAll('.claim .hedge')].map((one) => one.innerText)")
        assert marks == ["amended"]
        assert page.said == []
