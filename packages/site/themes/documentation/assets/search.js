/** Looks through the index that comes with the site; what that is like stands in the README of packages/site. */

const { document, fetch, location } = globalThis;

/** In the box at the top, and on the page of the search. */
const [shownInBox, shownOnPage] = [8, 50];

/** A text as it is compared: small letters without accents, each word with a space before it. */
export function folded(text) {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return ` ${(plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** What has to be found of each word: a word that begins with it; in scripts without spaces, it anywhere. */
export function needlesOf(query) {
  const words = folded(query).split(' ').filter(Boolean);
  return words.map((word) =>
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(word) ? word : ` ${word}`,
  );
}

/** How well a document fits, 0 where a word is missing: the title counts most, the summary least. */
export function scoreOf(fields, needles) {
  const scores = needles.map((needle) => {
    const field = fields.findIndex((text) => text.includes(needle));
    if (field < 0) return 0;
    const isWhole = fields[field].includes(`${needle.trimEnd()} `);
    return [16, 6, 2][field] * (isWhole ? 2 : 1);
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** The entries of an index that have all words, the best first. */
export function matching(entries, query) {
  const needles = needlesOf(query);
  if (needles.length === 0) return [];
  const hits = entries.map((entry) => ({ entry, score: scoreOf(entry.fields, needles) }));
  return hits
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

async function json(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

async function fetchEntries(index) {
  const { parts } = await json(index);
  const all = await Promise.all(parts.map(json));
  return all
    .flatMap(({ documents }) => documents)
    .map((entry) => ({
      ...entry,
      fields: [entry.title, entry.terms.join(' '), entry.summary].map(folded),
    }));
}

class SearchBox {
  constructor(form) {
    this.form = form;
    this.texts = form.dataset;
    this.input = form.querySelector('input');
    const page = document.getElementById('_found');
    this.isPage = page !== null;
    this.results = page ?? form.querySelector('.search-results');
    this.status = (page?.parentElement ?? form).querySelector('.search-status');
    this.lists = document.querySelector('.search-lists');
  }

  start() {
    this.input.value = (this.isPage && new URL(location.href).searchParams.get('q')) || '';
    this.input.addEventListener('input', () => void this.find());
    this.form.addEventListener('submit', (event) => this.isPage && event.preventDefault());
    this.form.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.form.contains(relatedTarget)) this.close();
    });
    document.addEventListener('keydown', (event) => this.onKey(event));
    if (this.input.value !== '') void this.find();
  }

  async find() {
    const query = this.input.value;
    this.loading ??= fetchEntries(this.texts.index);
    try {
      if (query.trim() !== '') this.status.textContent = this.texts.loading;
      const entries = await this.loading;
      // What was typed meanwhile is looked for by a later call.
      if (query === this.input.value) this.show(matching(entries, query), query.trim() !== '');
    } catch {
      this.loading = undefined;
      this.status.textContent = this.texts.failed;
    }
  }

  show(entries, isAsked) {
    const shown = entries.slice(0, this.isPage ? shownOnPage : shownInBox);
    this.results.replaceChildren(...shown.map((entry) => this.item(entry)));
    if (!this.isPage) this.results.hidden = shown.length === 0;
    if (this.lists) this.lists.hidden = isAsked;
    this.status.textContent = isAsked ? this.countText(entries.length) : '';
  }

  countText(count) {
    if (count === 0) return this.texts.none;
    const text = count === 1 ? this.texts.one : this.texts.other;
    return text.replace('{count}', count.toLocaleString(document.documentElement.lang));
  }

  item({ title, url, summary }) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = url;
    link.append(title);
    const text = document.createElement('p');
    text.append(summary);
    item.append(link, text);
    return item;
  }

  close() {
    if (this.isPage) return;
    this.results.hidden = true;
    this.status.textContent = '';
  }

  /** `/` goes to the box, the arrows through what was found, Escape back and out. */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = [this.input, ...this.results.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement);
    if (event.key === 'Escape' && at >= 0) this.close();
    const target = this.targetOf(event.key, stops, at);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  targetOf(key, stops, at) {
    const isTyping = document.activeElement?.matches('input, textarea, select') ?? false;
    if (key === '/' && !isTyping) return this.input;
    if (key === 'ArrowDown' && at >= 0) return stops[at + 1];
    if (key === 'ArrowUp' && at > 0) return stops[at - 1];
    return key === 'Escape' && at > 0 ? this.input : undefined;
  }
}

const form = document?.querySelector('form.search[data-index]');
if (form) new SearchBox(form).start();
