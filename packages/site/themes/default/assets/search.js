/** Looks through the index that comes with the site. What the index is like stands in the README of packages/site. */

const { document, fetch, history, location, performance, setTimeout } = globalThis;

/** Milliseconds of work after which the browser gets a turn, so that typing never waits. */
const patience = 8;
const shownAtMost = 50;

/** Letters that are not taken apart into a plain one and its accent. */
const plainLetters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** In these scripts nothing stands between words, so that what is sought may begin anywhere. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A text as it is compared: small letters without accents, each word with a space before and after it. */
export function folded(text) {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter]);
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

/** What is looked for of each word: a word that begins with it. */
export function needlesOf(query) {
  const words = folded(query).split(' ').filter(Boolean);
  return [...new Set(words)].map((word) => (withoutSpaces.test(word) ? word : ` ${word}`));
}

/** A document of the index, ready to be compared. */
export function prepared(entry) {
  return {
    entry,
    title: folded(entry.title),
    terms: folded(entry.terms.join(' , ')),
    summary: folded(entry.summary),
  };
}

/** How well a document fits: the sum over all words, or 0 where one of them is missing. */
export function scoreOf(candidate, needles) {
  let sum = 0;
  for (const needle of needles) {
    const score =
      scoreIn(candidate.title, needle, 16) ||
      scoreIn(candidate.terms, needle, 6) ||
      scoreIn(candidate.summary, needle, 2);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** A whole word counts more than the beginning of one, and what begins the text more than what comes later. */
function scoreIn(text, needle, weight) {
  const at = text.indexOf(needle);
  if (at < 0) return 0;
  const isWhole = text.includes(`${needle} `);
  return weight + (isWhole ? weight / 2 : 0) + (at === 0 ? weight / 4 : 0);
}

/** The best first, and of equals the newest. */
export function ranked(hits) {
  return hits.sort(
    (a, b) =>
      b.score - a.score || (a.entry.date < b.entry.date ? 1 : a.entry.date > b.entry.date ? -1 : 0),
  );
}

class Search {
  constructor(root) {
    this.texts = root.dataset;
    this.form = root.querySelector('form');
    this.input = root.querySelector('input');
    this.status = root.querySelector('[role=status]');
    this.results = root.querySelector('ol');
    this.lists = root.querySelector('.search-lists');
    this.candidates = [];
    this.types = {};
    this.turn = 0;
    this.isLoaded = false;
  }

  start() {
    this.form.hidden = false;
    this.input.value = new URL(location.href).searchParams.get('q') ?? '';
    this.input.addEventListener('input', () => void this.update());
    this.input.addEventListener('focus', () => void this.load(), { once: true });
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.update();
    });
    document.addEventListener('keydown', (event) => this.onKey(event));
    this.input.focus();
    if (this.input.value !== '') void this.update();
  }

  load() {
    this.loading ??= this.fetchIndex().catch(() => {
      this.status.textContent = this.texts.failed;
      this.loading = undefined;
    });
    return this.loading;
  }

  async fetchIndex() {
    const { parts, types } = await fetchJson(this.texts.index);
    this.types = types;
    await Promise.all(
      parts.map(async (part) => {
        const { documents } = await fetchJson(part);
        this.candidates.push(...documents.map(prepared));
        await this.find();
      }),
    );
    this.isLoaded = true;
    await this.find();
  }

  async update() {
    const address = new URL(location.href);
    if (this.input.value.trim() === '') address.searchParams.delete('q');
    else address.searchParams.set('q', this.input.value);
    history.replaceState(null, '', address);
    await Promise.all([this.load(), this.find()]);
  }

  /** Shows what fits to what stands in the field now. A later search takes the place of one that is under way. */
  async find() {
    const turn = ++this.turn;
    const needles = needlesOf(this.input.value);
    const hits = [];
    let rest = performance.now() + patience;
    for (const [index, candidate] of this.candidates.entries()) {
      const score = needles.length === 0 ? 0 : scoreOf(candidate, needles);
      if (score > 0) hits.push({ score, entry: candidate.entry });
      if (index % 256 !== 255 || performance.now() < rest) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (turn !== this.turn) return;
      rest = performance.now() + patience;
    }
    this.show(needles, ranked(hits));
  }

  show(needles, hits) {
    this.lists.hidden = needles.length > 0;
    this.results.replaceChildren(
      ...hits.slice(0, shownAtMost).map(({ entry }) => this.item(entry)),
    );
    this.status.textContent = needles.length === 0 ? '' : this.countText(hits.length);
  }

  countText(count) {
    if (count === 0) return this.isLoaded ? this.texts.none : this.texts.loading;
    const text = count === 1 ? this.texts.one : this.texts.other;
    return text.replace('{count}', count.toLocaleString(document.documentElement.lang));
  }

  item({ title, url, summary, date, type }) {
    const link = element('a', { href: url }, title);
    const day = new Date(`${date}T00:00:00Z`).toLocaleDateString(document.documentElement.lang, {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    const kind = this.types[type];
    return element(
      'li',
      {},
      element('p', { class: 'search-title' }, link),
      ...(summary === '' ? [] : [element('p', { class: 'search-summary' }, summary)]),
      element(
        'p',
        { class: 'meta' },
        ...(kind === undefined ? [] : [element('span', {}, kind)]),
        element('time', { datetime: date }, day),
      ),
    );
  }

  /** `/` goes to the field, the arrows through what was found, Escape back. */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...this.results.querySelectorAll('a')];
    const fields = [this.input, ...links];
    const at = fields.indexOf(document.activeElement);
    const target = this.targetOf(event.key, fields, at);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  targetOf(key, fields, at) {
    if (key === '/' && at !== 0) return this.input;
    if (key === 'Escape' && at > 0) return this.input;
    if (key === 'ArrowDown' && at >= 0) return fields[at + 1];
    return key === 'ArrowUp' && at > 0 ? fields[at - 1] : undefined;
  }
}

async function fetchJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const root = document?.querySelector('.search[data-index]');
if (root) new Search(root).start();
