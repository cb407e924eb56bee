"""Questions of judged sets in stories: are they answered as they are by themselves, near-misses refused as well.

    python evaluation/answers/stories.py sec10q --kb INDEX [--near MADE/sec10q.jsonl] [--half dev] [--limit 60]

Forty stories, each of an opening, the asker's circumstances and a closing, with a question of the set in its place. The
circumstances name months, places, people and amounts that have nothing to do with the question. `dev` takes the first
twenty stories, on which the rules were tried, `held` the others. The same: both are answered, from the same passages,
or neither is.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kts.answers import GIVEN
from kts.types import Filter
from kts.workspace import Workspace

sys.path.append(str(Path(__file__).parents[1] / "confidence"))
import judged_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer

SEED = 20261122
STORIES = """
Hi all, | I joined the team in March and I am still finding my way around. My colleague Tomas in Leeds usually knows these things, but he is on leave until the 14th. | Thanks a lot, Marta
Good morning, | I spent all of yesterday on the telephone and got three different stories from three different people. It was quite frustrating, to be honest. | Many thanks!
Hello, | sorry for the long message. I was asked about this in a meeting on Tuesday and could not say a word, which was rather embarrassing in front of the new director. | Best regards, Ines
Hey, | it's me again, the one with the broken coffee machine. I promised my boss an answer before lunch and it is already half past eleven. | Cheers, Tom
Dear colleagues, | I am preparing a short talk for the new starters next Thursday. Last year somebody asked me a question at the end and I had nothing to say. | Kind regards, Oluwaseun
Hi there, | my neighbour works in the same trade and we got into a friendly argument over dinner about it. He bet me twenty dollars that I was wrong. | Thank you so much for your help.
Good afternoon, | I came back from parental leave last week and my inbox holds 1,400 messages. Everything seems to have moved while I was away. | I appreciate it.
Hello team, | I have been reading through the old folders on my train from Bristol, where the light went out twice. My notes are a mess, and I lost the page that I had marked. | Regards, Birgit
Hi, | this may be a silly question, so please be kind. I looked around for an hour on Friday and gave up when my laptop ran out of battery. | Thanks in advance!
Morning, | we had a visitor from Osaka yesterday who was very curious about everything we do. I told her that I would get back to her by the end of the week. | Have a nice day.
Hello, | I inherited this folder from Dana, who left for a job in Zurich in 2019. She was wonderful, but she never wrote anything down. | Warm regards, Felix
Hi folks, | my manager wants a one-page note on her desk by 5 p.m. and I am not an expert at all. I have already had two cups of tea to calm down. | Thanks, Priyanka
Good evening, | I hope you are all well after the storm. Our office lost power for three hours, so I could not look it up myself. | Best, Jonas
Hey team, | someone in the corridor told me one thing and the newsletter from last spring told me another. I don't want to spread rumours. | Cheers
Hello, | I am writing this from my phone at the airport in Lisbon, so please forgive the typos. My flight is delayed by 45 minutes and I thought I would use the time. | Thanks!
Hi Sam, | do you remember our chat at the summer party? You said that I could always come to you when I was stuck, and now I am. | Many thanks, Aisha
Dear all, | my daughter is writing an essay for school and has asked me something that I thought I knew. I felt rather old when I had to admit that I did not. | Greetings from rainy Galway
Good morning everyone, | we are cleaning up our shared drive, and I found a sticky note with half a sentence on it. It has my handwriting, but I have no idea what I meant. | Thank you, Lena
Hi, | I started a new notebook today, number 12 already, and I want the first page to be right. Last time I copied something wrong and carried it along for two years. | Kind regards
Hello, | I was on a call with our auditors this morning, and one of them, a Mr. Whitcombe, kept insisting. I stayed polite, but my hands were shaking. | Thanks a million, Greta
Hi everyone, | I've been with the company for six months now and love it here. Yesterday a new colleague, Rafael, sat beside me and asked so many clever questions that I ran out of answers. | Thank you!
Good morning, | the printer on the second floor is broken again and I could not print the handbook. Never mind, reading on paper is a habit of mine from university. | Best wishes, Noor
Hello there, | I'm covering for Henrik this week, who is skiing in Norway. He left me a list of nine things, and I am down to the last one. | Regards
Hey, | just before I leave for the weekend, one last thing. My wife is waiting in the car and I have been told to hurry up. | Cheers, Ben
Dear team, | I got a letter today that was meant for somebody else, and while I was walking it over to them I got to thinking. It took me ten minutes each way. | With kind regards, Wanda
Hi, | I know I asked something like this in August, but I deleted the reply by accident. I am really sorry to bother you twice. | Thanks for your patience.
Good afternoon all, | our intern wants to know everything, which is lovely, but I can't keep up with him. He is 19 and reads faster than I do. | Have a good one
Hello, | I'm sitting in a cafe in Montreal with bad wireless, and the search page does not load. The waiter has already looked at me twice. | Thanks, Chloe
Hi team, | I took over from the night shift at 6 a.m. and there was a note on my desk saying only "find out". Nobody remembers who wrote it. | Many thanks, Kofi
Morning all, | I dreamt about work last night, which is never a good sign. When I woke up there was one thing that I could not get out of my head. | Thanks!
Dear Sir or Madam, | I have been a loyal customer since 2008 and was always satisfied. My brother-in-law recommended you to me back then. | Yours faithfully, E. Brandt
Hello, | I called your number on Monday and was put on hold for 25 minutes, with the same song over and over. In the end I hung up, so I am trying it in writing. | Kind regards, Mrs. Okonkwo
Hi, | I moved from Dresden to Antwerp in May and a lot of my papers are still in boxes. My cat sleeps on the one box that I need. | Greetings
Good evening, | we had a small fire drill today and I used the time outside to talk to people from other departments. It turned out that nobody was sure about one thing. | Thanks, Pavel
Hey all, | I want to settle this once and for all, since our team has been arguing about it in the chat for two days. There were 86 messages when I last looked. | Cheers, Yuki
Hello, | I broke my glasses this morning, so I can hardly read the screen. My colleague is typing this for me and is making fun of me. | Thank you both!
Hi, | I am studying for my exam on the 3rd of June and my teacher skipped over one point very quickly. The others in my class have given up on it. | Thanks very much, Leo
Good day, | we are thinking about changing a few things next year, and I would like to come to the first meeting prepared. It is in room 4, with cake. | Best regards, Simone
Hello team, | first of all, thank you for the quick help last week, it saved my day. I told everybody about it, and now they all come to me. | Best, Ahmed
Hi, | I tried to explain this to my grandfather on Sunday and he asked me something that stopped me dead. He was an engineer for 40 years. | Thanks a lot!
"""  # noqa: E501 - a line a story
FRAMES = ("", "", "", "My question: ", "Here is what I need to know: ", "So: ", "In short, ")
"""What comes right before the question, nothing as often as not."""


class Told(NamedTuple):
    """A question as it is, and in a story."""

    id: str
    bare: str
    wrapped: str
    document: str = ""


def main() -> None:
    """Ask each question twice, and say how often the answers are the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=judged_sets.SETS)
    parser.add_argument("--kb", required=True)
    parser.add_argument("--near", type=Path)
    parser.add_argument("--half", choices=("dev", "held"), default="held")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    parser.add_argument("--show", action="store_true", help="Print the questions whose answers differ.")
    given = parser.parse_args()
    stories = [one for one in STORIES.strip().splitlines() if one]
    stories = stories[: len(stories) // 2] if given.half == "dev" else stories[len(stories) // 2 :]
    asked = [(one.id, one.question, one.document) for one in judged_sets.shared(given.set, given.shared) if one.places]
    figures = {"answerable": compared(told(asked, stories, given.limit), given.kb, show=given.show)}
    if given.near:
        rows = [json.loads(line) for line in given.near.read_text(encoding="utf-8").splitlines()]
        near = [(row["id"], row["question"], row.get("document", "")) for row in rows]
        figures["near_misses"] = compared(told(near, stories, given.limit), given.kb, show=given.show)
    print(json.dumps({"set": given.set, "half": given.half, **figures}, indent=1))


def told(asked: Sequence[tuple[str, str, str]], stories: Sequence[str], limit: int) -> list[Told]:
    """Some of the questions, each in one of the stories."""
    draw = random.Random(SEED)
    drawn = draw.sample(list(asked), min(limit, len(asked)))
    return [Told(id_, text, wrapped(text, draw.choice(stories), draw), document) for id_, text, document in drawn]


def wrapped(question: str, story: str, draw: random.Random) -> str:
    """The question in a story: behind the circumstances, now and then before them."""
    opening, circumstances, closing = (part.strip() for part in story.split("|"))
    ended = question if question.rstrip().endswith((".", "?", "!")) else f"{question}?"
    asks = draw.choice(FRAMES) + ended
    circumstances = circumstances[:1].upper() + circumstances[1:]
    middle = f"{asks} {circumstances}" if draw.random() < 0.2 else f"{circumstances} {asks}"
    return f"{opening} {middle} {closing}"


def compared(questions: Sequence[Told], kb: str, *, show: bool) -> dict[str, float | int]:
    """How often both are answered, one is, and from the same place."""
    same = both = bare = wrap = places = 0
    with Workspace.open(kb) as workspace:
        for one in questions:
            filters = Filter(document=(one.document,)) if one.document else None
            plain, story = (workspace.ask(text, filters=filters, record=False) for text in (one.bare, one.wrapped))
            first, second = plain.verdict in GIVEN, story.verdict in GIVEN
            bare, wrap, both = bare + first, wrap + second, both + (first and second)
            places += first and second and bool(_cited(plain) & _cited(story))
            alike = first == second and (not first or bool(_cited(plain) & _cited(story)))
            same += alike
            if show and not alike:
                print(one.id, plain.verdict, plain.confidence, story.verdict, story.confidence, one.wrapped)
    count = max(1, len(questions))
    return {"questions": len(questions), "bare_answered": bare, "wrapped_answered": wrap, "both_answered": both,
            "same_place_of_both": places, "agreement": round(same / count, 4)}  # fmt: skip


def _cited(answer: Answer) -> set[tuple[str, object]]:
    return {(one.document_id, one.span) for claim in answer.claims for one in claim.citations}


if __name__ == "__main__":
    main()
