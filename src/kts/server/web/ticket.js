"use strict";
// The desk of the page: a ticket goes in, what may leave or who takes over comes out, with its places. What answers
// are made of is made in app.js.

const PLACES = 6; // places to look at that are shown
const DESK = view("ticket", { form: "tickets", button: "desk", field: "ticket", choose: "choose", file: "file", chosen: "chosen", work });

const OUTCOMES = { // in words, and the class that colours them
  sent: ["The reply may leave by itself", "answered"],
  draft: ["A person looks at the reply before it leaves", "low_confidence"],
  person: ["A person answers", "abstained"],
  aside: ["Put aside: nothing to answer", ""],
};
const BY = { rule: "a rule of the policy", model: "the model of risks", list: "the policy's list of people" };

async function work(isCurrent) {
  const text = by("ticket").value;
  if (isBlank(DESK)) return missing(DESK, "Paste a ticket first, or choose its file.");
  const file = await fileOf(DESK) || { name: "", content: await base64(new Blob([text])) };
  const found = await call("/api/ticket", { body: { file } });
  if (!isCurrent()) return;
  by("found").replaceChildren(...worked(found.data));
  say(found.data.notes.join(". "));
}

function worked(data) {
  return [
    decided(data),
    ...(data.draft ? [draft(data)] : []),
    ...nearest(places(data), "Places to look at"),
    ...inside(data.internal),
  ];
}

function inside(citations) { // places that are not for customers, and why: for the people of the desk
  return nearest(citations, "Internal places: read them, and quote nothing of them").map((node, at) => {
    if (at) node.append(make("span", { class: "hedge block" }, `internal: ${citations[at - 1].why}`));
    return node;
  });
}

// -- what becomes of it ----------------------------------------------------------------------------------------

function decided(data) {
  const { escalation, validation } = data;
  const [words, colour] = OUTCOMES[data.outcome];
  const head = make("div", { class: `card${escalation.urgent ? " urgent" : ""}` },
    make("p", { class: `verdict ${colour}` }, ...(escalation.urgent ? [make("strong", { class: "badge" }, "At once"), " "] : []), words));
  const why = data.outcome === "aside" ? validation.in_words : escalation.in_words;
  if (why.length) head.append(make("p", {}, "Why:"), make("ul", {}, ...why.map((one) => make("li", {}, one))));
  for (const one of escalation.risks) head.append(risk(one));
  if (escalation.queue || escalation.message) {
    head.append(make("p", {}, [escalation.queue && `To ${escalation.queue}`, escalation.message].filter(Boolean).join(": ")));
  }
  head.append(about(data));
  return head;
}

function risk(one) {
  const evidence = one.evidence ? `: “${one.evidence}”` : "";
  return make("p", { class: "place" }, `${one.in_words}, ${one.score.toFixed(2)} by ${BY[one.source] || one.source}${evidence}`);
}

function about(data) { // what it is about, and what it holds of people: kinds and how many, never the words
  const { ticket, classification } = data;
  const routing = classification.routing ? `, to ${classification.routing}` : "";
  const kind = classification.primary_class && `${classification.primary_class} (${classification.primary_score.toFixed(2)}${routing})`;
  const personal = Object.entries(data.personal).map(([name, count]) => `${name.replaceAll("_", " ")} ${count}`).join(", ");
  const rows = [
    ["Subject", ticket.subject], ["Class", kind],
    ["Asks", data.plan.search_query || data.summary], ["Personal data", personal], ["Attachments, not read", ticket.attachments.join(", ")],
  ];
  return make("dl", {}, ...rows.filter(([, said]) => said).flatMap(([name, said]) => [make("dt", {}, name), make("dd", {}, said)]));
}

// -- the draft -------------------------------------------------------------------------------------------------

function draft(data) {
  const copy = make("button", { type: "button", id: "copy" }, "Copy the draft");
  copy.addEventListener("click", () => copied(data.draft).catch(failed));
  const card = make("div", { class: "card" }, make("h3", {}, "Draft"),
    make("p", { class: "place" }, sure(data.confidence), `confidence ${data.confidence.toFixed(2)}`),
    make("div", { class: "draft" }, ...lettered(data)), make("div", { class: "row" }, copy));
  if (data.answer) card.append(...careful(data.answer));
  const advice = data.review.recommendations;
  if (advice.length) card.append(make("p", {}, "Before it leaves:"), make("ul", {}, ...advice.map((one) => make("li", {}, one))));
  card.append(drawn(data.sentences));
  if (data.answer && data.answer.ledger_id) card.append(feedback(data.answer.ledger_id));
  return card;
}

function lettered(data) { // the draft as it would leave, each sentence with buttons in the place of its marks
  const points = Array.from(data.draft); // offsets count characters
  const parts = [];
  let at = 0;
  for (const one of data.sentences) {
    if (one.start < at) continue;
    const rest = points.slice(one.end).join("");
    parts.push(...said(points.slice(at, one.start).join("")), points.slice(one.start, one.end).join(""),
      ...one.sources.map((source) => note(source.citation, `${source.number}`)));
    at = one.end + Array.from(rest.match(/^(?: ?\[\d+\])*/)[0]).length;
  }
  return [...parts, ...said(points.slice(at).join(""))];
}

function drawn(sentences) { // the documents of a draft with their numbers there, and the places in each
  const found = new Map();
  for (const { number, citation } of sentences.flatMap((one) => one.sources)) {
    const { title, path, places } = found.get(number) || { title: citation.title, path: citation.path, places: [] };
    found.set(number, { title, path, places: [...new Set([...places, place(citation.location)])] });
  }
  return make("ul", { class: "place" }, ...[...found].map(([number, one]) =>
    make("li", {}, `[${number}] ${one.title} (${one.path}): ${one.places.join(", ")}`)));
}

async function copied(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else { // a page of another machine without encryption has no clipboard
    const field = make("textarea", {});
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    by("copy").focus();
  }
  say("The draft is copied.");
}

function places(data) { // those that the draft does not cite, each passage once
  const answer = data.answer || { nearest: [], claims: [] };
  const cited = data.sentences.flatMap((one) => one.sources.map((source) => source.citation.passage_id));
  const offered = [...answer.nearest, ...answer.claims.flatMap((one) => one.citations),
    ...data.retrieval.results.map((one) => one.citation)];
  const fresh = new Map(offered.filter((one) => !cited.includes(one.passage_id)).map((one) => [one.passage_id, one]));
  return [...fresh.values()].slice(0, PLACES);
}
