"use strict";
// Text of a document as people read it: tables, headings, lists and emphasis are drawn, their marks of Markdown are not.
// Every piece knows where it stands in the text, so that what is cited is marked in it. As everywhere on this page, words
// of documents are only ever put into text nodes.

const FENCED = /^\s*(`{3,}|~{3,})/;
const RULED = /^(?=.*\|)[ \t|:-]*-{3,}[ \t|:-]*$/; // the line below the header of a table
const INLINE = new RegExp([
  /(?<tick>`+)(?<code>[^`]+)\k<tick>/, /\*\*(?=\S)(?<strong>.+?)(?<=\S)\*\*/, /~~(?=\S)(?<s>.+?)(?<=\S)~~/,
  /(?<![\w*])\*(?=[^\s*])(?<em>[^*]+?)(?<=[^\s*])\*(?![\w*])/, /\[\^(?<sup>[^\]\s]+)\]/,
  /!?\[(?<words>[^\]]*)\]\((?<link>[^)\s]*)(?: "[^"]*")?\)/, /\\(?<plain>[`*_[\]|~<>#])/,
].map((one) => one.source).join("|"), "g");
const TAGS = ["code", "strong", "s", "em", "sup"];

function isPlain(citation) { return (citation.converter || "").startsWith("text:"); } // its signs are signs, no Markdown

function written(text, marks, { plain = false, brief = false } = {}) { // brief: within a button or a line of a card
  const cited = inUnits(text, marks);
  if (plain) return pieces([{ text, at: 0, tags: [] }], cited);
  const made = blocks(linesOf(text), { cited, brief });
  return brief && made.length === 1 && made[0].className === "block" ? [...made[0].childNodes] : made;
}

function inUnits(text, marks) { // offsets count characters, as Python does; a text of JavaScript counts UTF-16 units
  const points = Array.from(text);
  if (points.length === text.length) return marks;
  const unit = (at) => points.slice(0, at).join("").length;
  return marks.map(([start, end]) => [unit(start), unit(end)]);
}

function linesOf(text) {
  let at = 0;
  return text.split("\n").map((line) => {
    const found = { text: line.replace(/\r$/, ""), at };
    at += line.length + 1;
    return found;
  });
}

function part(line, from, to = line.text.length) { // a stretch of a line, at its place
  return { text: line.text.slice(from, to), at: line.at + from };
}

// -- blocks ----------------------------------------------------------------------------------------------------

const KINDS = [ // what a line may begin, and what is made of it and the lines that go with it
  [(line) => FENCED.test(line), fenced],
  [(line) => /^\s*\|.*\|/.test(line), table],
  [(line) => /^ {0,3}#{1,6}\s+\S/.test(line), headline],
  [(line) => /^\s*>/.test(line), quotation],
  [(line) => /^\s*[-*+]\s+\S/.test(line), entry],
  [(line) => /^\[\^[^\]\s]+\]:/.test(line), footnote],
  [(line) => !line.trim(), (lines, at) => [at + 1, null]],
];

function blocks(lines, how) {
  const made = [];
  for (let at = 0; at < lines.length;) {
    const kind = KINDS.find(([begins]) => begins(lines[at].text));
    const [next, node] = (kind ? kind[1] : paragraph)(lines, at, how);
    if (node) made.push(node);
    at = next;
  }
  return made;
}

function until(lines, at, ends) { // where the lines end that go with one
  let end = at + 1;
  while (end < lines.length && !ends(lines[end].text)) end += 1;
  return end;
}

function isOther(line) { return KINDS.some(([begins]) => begins(line)); }

function block(name, how, ...children) { // in a line of a card all is a span, for a button holds no paragraph
  const known = name === "p" ? "block" : `block ${name}`;
  return how.brief ? make("span", { class: known }, ...children) : make(name, {}, ...children);
}

function flowing(lines, how) { // lines stay lines; in a card only those of a numbered list
  const between = (line) => !how.brief ? "\n" : /^\s*\d{1,3}[.)]\s/.test(line.text) ? make("br") : " ";
  return lines.flatMap((line, at) => [...(at ? [between(line)] : []), ...pieces(tokens(line), how.cited)]);
}

function paragraph(lines, at, how) {
  const end = until(lines, at, isOther);
  const own = lines.slice(at, end).map((line) => /^\\(?:[#>|~`=+*-]|\d+[.)])/.test(line.text) ? part(line, 1) : line);
  return [end, block("p", how, ...flowing(own, how))];
}

function fenced(lines, at, how) {
  const sign = lines[at].text.match(FENCED)[1];
  const end = until(lines, at, (line) => line.trim().startsWith(sign));
  const inside = lines.slice(at + 1, end).flatMap((line, row) => [row ? "\n" : "", ...pieces([{ ...line, tags: [] }], how.cited)]);
  return [end + 1, make("code", {}, ...inside)];
}

function headline(lines, at, how) {
  const [marks] = lines[at].text.match(/^ {0,3}#{1,6}\s+/);
  const words = pieces(tokens(part(lines[at], marks.length)), how.cited);
  return [at + 1, block(how.brief ? "strong" : `h${Math.min(6, marks.trim().length + 2)}`, how, ...words)];
}

function quotation(lines, at, how) {
  const end = until(lines, at, (line) => !/^\s*>/.test(line));
  const inside = blocks(lines.slice(at, end).map((line) => part(line, line.text.match(/^\s*> ?/)[0].length)), how);
  if (how.brief) return [end, inside.length === 1 ? inside[0] : make("span", { class: "block" }, ...inside)];
  return [end, make("blockquote", {}, ...inside)];
}

function entry(lines, at, how) {
  const end = until(lines, at, isOther);
  const before = lines[at].text.match(/^\s*[-*+]\s+/)[0];
  const depth = Math.min(3, Math.floor(before.match(/^\s*/)[0].length / 2));
  const node = block("div", how, ...flowing([part(lines[at], before.length), ...lines.slice(at + 1, end)], how));
  node.className = `${how.brief ? "block " : ""}entry deep${depth}`;
  return [end, node];
}

function footnote(lines, at, how) {
  const [before, name] = lines[at].text.match(/^\[\^([^\]\s]+)\]:\s*/);
  const words = pieces(tokens(part(lines[at], before.length)), how.cited);
  return [at + 1, block("p", how, make("sup", {}, name), " ", ...words)];
}

// -- tables ----------------------------------------------------------------------------------------------------

function table(lines, at, how) {
  const end = until(lines, at, (line) => !/^\s*\|/.test(line));
  const own = lines.slice(at, end);
  const hasHead = own.length > 1 && RULED.test(own[1].text);
  const rows = own.filter((line) => !RULED.test(line.text)).map(cells);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const drawn = rows.map((row, number) => tableRow(row, { head: hasHead && !number, width, ...how }));
  const made = how.brief ? make("span", { class: "table" }, ...drawn) : make("table", {}, make("tbody", {}, ...drawn));
  return [end, make(how.brief ? "span" : "div", { class: how.brief ? "block" : "tabled" }, made)];
}

function cells(line) { // between the bars; a bar that is escaped belongs to its cell
  const bars = [...line.text.matchAll(/(?<!\\)\|/g)].map((one) => one.index);
  const edges = line.text.trimEnd().endsWith("|") ? bars : [...bars, line.text.length];
  return edges.slice(0, -1).map((bar, number) => {
    const inside = line.text.slice(bar + 1, edges[number + 1]);
    const begins = bar + 1 + (inside.length - inside.trimStart().length);
    return part(line, begins, begins + inside.trim().length);
  });
}

function tableRow(row, { head, width, brief, cited }) {
  const alone = !brief && row.length > 1 && row.slice(1).every((one) => !one.text); // one cell over the whole width
  const name = head ? "th" : "td";
  const made = (alone ? row.slice(0, 1) : row).map((one) => {
    const inside = pieces(tokens(one), cited);
    return brief ? make("span", { class: name }, ...inside) : make(name, alone ? { colspan: width } : {}, ...inside);
  });
  return brief ? make("span", { class: "tr" }, ...made) : make("tr", {}, ...made);
}

// -- lines -----------------------------------------------------------------------------------------------------

function tokens({ text, at }, tags = []) { // pieces of a line with what is drawn of them
  const found = [];
  let done = 0;
  for (const match of text.matchAll(INLINE)) {
    const { groups, index } = match;
    const tag = TAGS.find((name) => groups[name] !== undefined);
    const words = tag ? groups[tag] : groups.plain ?? (groups.words || groups.link);
    const begins = at + index + match[0].indexOf(words, tag === "code" ? groups.tick.length : 0);
    if (index > done) found.push({ text: text.slice(done, index), at: at + done, tags });
    const own = tag ? [...tags, tag] : tags;
    if (["strong", "s", "em"].includes(tag)) found.push(...tokens({ text: words, at: begins }, own));
    else found.push({ text: words, at: begins, tags: own, link: groups.link });
    done = index + match[0].length;
  }
  if (done < text.length || !found.length) found.push({ text: text.slice(done), at: at + done, tags });
  return found;
}

function pieces(found, cited) { // as nodes, with marks on what is cited
  return found.flatMap((one) => {
    const inside = [];
    let done = one.at;
    const end = one.at + one.text.length;
    const cut = (from, to) => one.text.slice(from - one.at, to - one.at);
    for (const [first, last] of cited) {
      const [from, to] = [Math.max(first, done), Math.min(last, end)];
      if (from >= to) continue;
      if (from > done) inside.push(cut(done, from));
      inside.push(make("mark", {}, cut(from, to)));
      done = to;
    }
    if (done < end) inside.push(cut(done, end));
    const linked = one.link ? [make("span", { class: "link", title: one.link }, ...inside)] : inside;
    return one.tags.reduceRight((nodes, tag) => [make(tag, tag === "code" ? { class: "tick" } : {}, ...nodes)], linked);
  });
}
