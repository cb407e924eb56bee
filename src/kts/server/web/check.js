"use strict";
// The view Check: a text goes in, each of its sentences comes out with how the documents stand to it, why and where.

const AUDIT = view("check", { form: "checks", button: "audit", field: "checked", choose: "pick", file: "memo", chosen: "picked", work: hold });
const TOGETHER = 10; // sentences of one call
const STANDS = { // in words, and the class that colours them
  supported: ["Supported", "answered"], contradicted: ["Contradicted", "abstained"], unsupported: ["Unsupported", "low_confidence"],
};

async function hold(isCurrent) {
  if (isBlank(AUDIT)) return missing(AUDIT, "Paste a text first, or choose its file.");
  if (undated()) return undefined;
  const file = await fileOf(AUDIT);
  const what = { ...(file ? { file } : { text: by("checked").value }), ...dated(), drafted: by("drafted").checked };
  const day = what["as-of"] ? `, as of ${what["as-of"]}` : "";
  const held = [];
  say("Checking each sentence…");
  for (let offset = 0; offset !== null;) { // a few at a time: what is known already is shown
    const { data } = await call("/api/check", { body: { ...what, offset, limit: TOGETHER } });
    if (!isCurrent()) return;
    held.push(...data.claims);
    if (!offset) by("found").replaceChildren("");
    by("found").replaceChild(summary(held, data), by("found").firstChild);
    by("found").append(...data.claims.map(verdict));
    say(data.next === null ? `${counted(held.length, "sentence")} checked${day}` : `${held.length} of ${data.total} sentences checked…`);
    offset = data.next;
  }
}

function summary(held, data) { // how many of each, and what was not checked
  const counts = Object.entries(STANDS).map(([support, [words, colour]]) => {
    const number = held.filter((one) => one.support === support).length;
    return make("span", { class: colour }, `${number} ${words.toLowerCase()}`);
  });
  const card = make("div", { class: "card row" }, make("strong", {}, counted(held.length, "sentence")), ...counts);
  if (data.aside.length) {
    card.append(make("details", {}, make("summary", {}, `${data.aside.length} not checked, for they state nothing`),
      make("ul", {}, ...data.aside.map((one) => make("li", {}, one)))));
  }
  return card;
}

function verdict(one) {
  const [words, colour] = STANDS[one.support];
  const card = make("div", { class: `card held ${colour}` },
    make("p", { class: `verdict ${colour}` }, words, ...hedges(one).map((said) => make("span", { class: "hedge" }, said))),
    make("p", {}, one.claim));
  if (one.reasons.length) card.append(make("ul", {}, ...one.reasons.map((why) => make("li", {}, reason(why)))));
  one.citations.forEach((cited, at) => card.append(cite(cited, one.rows[at])));
  return card;
}

function hedges(one) { // what makes a verdict less than plain
  const is = one.support === "supported";
  return [
    ["superseded", "future", "expired", "draft"].includes(one.standing) && "by what is not in force",
    is && one.reasons.some((why) => why.kind === "disputed") && "another document says otherwise",
    one.in_other_words && "in other words: read the place",
  ].filter(Boolean);
}

function reason(why) { return `${why.kind.replaceAll("_", " ")}: ${why.text}`; }

function cite(citation, row) { // a place to click, with its words
  const where = [citation.path, place(citation.location)].filter(Boolean).join(", ");
  return opening(citation, make("button", { class: "cited", type: "button", title: citation.title },
    make("span", { class: "place" }, where), make("q", {}, ...told(citation, row || citation.quote))));
}
