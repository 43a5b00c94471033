/**
 * Searches the index of a static site, `/search/<lang>/words.json`. The build splits texts with the same functions.
 * The README of packages/site has the format.
 */

/** Letters that are not taken apart into a plain one and its accent. */
const plainLetters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** Scripts without spaces between words. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const isSpaceless = new RegExp(`^[${spaceless}]`, 'u');
const runPattern = new RegExp(
  `(?:[${spaceless}]\\p{M}*)+|(?:(?![${spaceless}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);
const characterPattern = new RegExp(`[${spaceless}]\\p{M}*`, 'gu');
/** Longer runs of letters are data. */
const maxWordLength = 64;

/** Small letters without accents. */
export function folded(text) {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter]);
}

/** Words as they are written. In scripts without spaces, a run of letters. */
export function runsOf(text) {
  return text.match(runPattern) ?? [];
}

/** Index terms of a run: the folded word, or each pair of letters and the last letter. */
export function termsOf(run) {
  const word = folded(run);
  if (!isSpaceless.test(word)) return word.length <= maxWordLength ? [word] : [];
  const letters = word.match(characterPattern) ?? [];
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''));
}

/** Beginnings of words count from this length. */
const minBeginning = 3;
const maxEnding = 4;
const factors = { whole: 1, stem: 0.8, beginning: 0.5 };
const excerptBefore = 60;
const excerptLength = 240;

/** @returns needles of a query: a word, or the pairs of a run of letters without spaces */
function needlesOf(query) {
  const runs = [...new Set(runsOf(query))];
  return runs.flatMap((run) => {
    const terms = termsOf(run);
    if (terms.length === 0) return [];
    if (!isSpaceless.test(terms[0])) return [{ term: terms[0], isWhole: false }];
    // A single letter finds all pairs that begin with it.
    if (terms.length === 1) return [{ term: terms[0], isWhole: false }];
    return terms.slice(0, -1).map((term) => ({ term, isWhole: true }));
  });
}

/** `3C1B`: gaps between numbers of documents in base 36, where a missing one is 1, each with a weight from A to Z. */
export function decodePostings(text) {
  const found = [];
  let document = -1;
  for (const [, gap, weight] of text.matchAll(/([0-9a-z]*)([A-Z])/g)) {
    document += gap === '' ? 1 : Number.parseInt(gap, 36);
    found.push([document, weight.charCodeAt(0) - 64]);
  }
  return found;
}

export class FullTextSearch {
  #address;
  #files = new Map();
  #manifest;

  /** `address` is `full_text` of the search index. */
  constructor(address) {
    this.#address = address;
  }

  /** All words must match. The best match comes first, and of equals the newest. */
  find(query) {
    return this.#retried(() => this.#find(query));
  }

  /** Title and excerpt are lists of `[text, isMatch]`. */
  results(found, from, to) {
    return this.#retried(() =>
      Promise.all(
        found.documents.slice(from, to).map(async (number) => {
          const entry = await this.#json(`texts/${textName(found.manifest, number)}`);
          return {
            ...entry,
            kind: found.manifest.types[entry.type],
            title: marked(entry.title, found.isMatch),
            excerpt: excerptOf(entry, found.isMatch),
          };
        }),
      ),
    );
  }

  /** After a new build, files of the old one are missing. */
  async #retried(work) {
    try {
      return await work();
    } catch {
      this.#manifest = undefined;
      this.#files.clear();
      return work();
    }
  }

  async #find(query) {
    const manifest = await this.#load();
    const stops = new Set(manifest.stops);
    const asked = needlesOf(query);
    const last = asked.at(-1);
    const needles = asked.filter(({ term }) => !stops.has(term));
    // A stop word may be the beginning of another word.
    if (needles.length === 0 && last && last.term.length >= minBeginning) needles.push(last);
    const words = await Promise.all(needles.map((needle) => this.#matches(manifest, needle)));
    const scores = words.length === 0 ? new Map() : inAll(words, manifest.documents);
    const documents = [...scores.keys()].sort((a, b) => scores.get(b) - scores.get(a) || a - b);
    const terms = new Set(words.flat().map(({ term }) => term));
    const runs = runsOf(query.toLowerCase()).filter((run) => isSpaceless.test(run));
    const isMatch = (run) =>
      isSpaceless.test(run)
        ? runs.filter((one) => run.toLowerCase().includes(one))
        : terms.has(folded(run));
    return { manifest, documents, total: documents.length, isMatch };
  }

  /** Entries that a needle finds, each with a factor for its weights. */
  async #matches(manifest, { term, isWhole }) {
    const beginning = await this.#between(manifest, term);
    const exact = beginning.find(([word]) => word === term);
    if (isWhole) return exact ? [{ term, factor: factors.whole, postings: exact[2] }] : [];
    const begins = (word) => term.length >= minimum(term) && word.startsWith(term);
    const isBeginning = beginning.some(([word]) => begins(word));
    const base = exact ?? (isBeginning ? undefined : await this.#inflected(manifest, term));
    const stem = base && stemOf(base);
    const family = base ? await this.#family(manifest, base[0], stem) : [];
    const all = new Map([...beginning, ...family].map((entry) => [entry[0], entry]));
    return [...all.values()].flatMap((entry) => {
      const [word, , postings] = entry;
      if (word === term) return [{ term: word, factor: factors.whole, postings }];
      if (stemOf(entry) === stem) return [{ term: word, factor: factors.stem, postings }];
      return begins(word) ? [{ term: word, factor: factors.beginning, postings }] : [];
    });
  }

  /** For a form of a word that no text has: the entry with the longest stem that begins it. */
  async #inflected(manifest, term) {
    const shortest = Math.max(minBeginning, term.length - maxEnding);
    if (term.length < shortest) return undefined;
    const entries = await this.#between(manifest, term.slice(0, shortest));
    return entries
      .filter((entry) => stemOf(entry).length >= shortest && term.startsWith(stemOf(entry)))
      .sort((a, b) => stemOf(b).length - stemOf(a).length)[0];
  }

  /** Words with the same stem share the letters that word and stem have in common. */
  #family(manifest, word, stem) {
    let common = 0;
    while (common < stem.length && word[common] === stem[common]) common += 1;
    return common < minBeginning ? [] : this.#between(manifest, word.slice(0, common));
  }

  /** Entries of all terms that begin so. */
  async #between(manifest, beginning) {
    const { shards } = manifest;
    const shown = shards.filter(([first], at) => {
      const next = shards[at + 1]?.[0];
      const endsBefore = next !== undefined && next <= beginning;
      return !endsBefore && (first <= beginning || first.startsWith(beginning));
    });
    const entries = await Promise.all(shown.map(([, name]) => this.#json(`words/${name}`)));
    return entries.flat().filter(([word]) => word.startsWith(beginning));
  }

  async #load() {
    this.#manifest ??= fetchJson(this.#address, { cache: 'no-cache' });
    return this.#manifest;
  }

  /** File names contain the hash of the content. */
  #json(name) {
    const known = this.#files.get(name);
    if (known) return known;
    const address = this.#address.replace(/words\.json$/, `${name}.json`);
    const loaded = fetchJson(address);
    this.#files.set(name, loaded);
    return loaded;
  }
}

function stemOf([word, stem]) {
  return stem || word;
}

/** Words of scripts with few letters to a word may be shorter. */
function minimum(term) {
  return /^[\x20-\x7f]*$/.test(term) ? minBeginning : 1;
}

function inAll(words, count) {
  let common;
  for (const terms of words) {
    const best = new Map();
    for (const { factor, postings } of terms)
      for (const [document, weight] of decodePostings(postings))
        best.set(document, Math.max(best.get(document) ?? 0, weight * factor));
    const rarity = Math.log(1 + count / Math.max(1, best.size));
    const next = new Map();
    for (const [document, weight] of best) {
      const before = common === undefined ? 0 : common.get(document);
      if (before !== undefined) next.set(document, before + weight * rarity);
    }
    common = next;
  }
  return common;
}

function textName({ texts, width }, number) {
  return texts.slice(number * width, (number + 1) * width);
}

/** Matches with their places. In a run of letters without spaces, those are the letters of the query. */
function* matchesIn(text, isMatch) {
  for (const { 0: run, index } of text.matchAll(runPattern)) {
    const found = isMatch(run);
    if (found === true) yield { start: index, end: index + run.length, word: folded(run) };
    else if (found) yield* partsOf(run.toLowerCase(), found, index);
  }
}

function* partsOf(run, asked, index) {
  for (let at = 0; at < run.length;) {
    const word = asked.find((one) => run.startsWith(one, at));
    if (word !== undefined) yield { start: index + at, end: index + at + word.length, word };
    at += word?.length ?? 1;
  }
}

function marked(text, isMatch) {
  return segments(text, [...matchesIn(text, isMatch)]);
}

function segments(text, matches) {
  const found = [];
  let at = 0;
  for (const { start, end } of matches) {
    if (start > at) found.push([text.slice(at, start), false]);
    found.push([text.slice(start, end), true]);
    at = end;
  }
  if (at < text.length) found.push([text.slice(at), false]);
  return found;
}

/** The part of the text with the most words of the query, else the summary. */
function excerptOf({ text, summary }, isMatch) {
  const matches = [...matchesIn(text, isMatch)];
  if (matches.length === 0) return marked(summary || text.slice(0, excerptLength), isMatch);
  let best = { words: 0, first: matches[0] };
  for (const [at, first] of matches.entries()) {
    const words = new Set();
    for (
      let next = at;
      matches[next]?.end <= first.start + excerptLength - excerptBefore;
      next += 1
    )
      words.add(matches[next].word);
    if (words.size > best.words) best = { words: words.size, first };
  }
  const from = wordStart(text, best.first.start - excerptBefore);
  const to = wordEnd(text, from + excerptLength, best.first.end);
  const shown = matches
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start - from, end: end - from }));
  const parts = segments(text.slice(from, to), shown);
  if (from > 0) parts.unshift(['… ', false]);
  if (to < text.length) parts.push([' …', false]);
  return parts;
}

function wordStart(text, wanted) {
  if (wanted <= 0) return 0;
  const space = text.indexOf(' ', wanted);
  return space < 0 || space > wanted + excerptBefore / 2 ? wanted : space + 1;
}

function wordEnd(text, wanted, least) {
  if (wanted >= text.length) return text.length;
  const space = text.lastIndexOf(' ', wanted);
  return space < least ? wanted : space;
}

async function fetchJson(address, options) {
  const response = await globalThis.fetch(address, options);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
