/** Looks through the index that comes with the site; what that is like stands in the README of packages/site. */

const { document, fetch, location } = globalThis;

/** In the box at the top, and on the page of the search. */
const [shownInBox, shownOnPage] = [8, 20];

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

/** Static sites have an index of whole texts, of which only the needed parts are loaded. */
async function openIndex({ index, engine }) {
  const { full_text: words, parts } = await json(index);
  if (words !== undefined) {
    const { FullTextSearch } = await import(engine);
    return fullTextIndex(new FullTextSearch(words));
  }
  const all = await Promise.all(parts.map(json));
  return titleIndex(all.flatMap(({ documents }) => documents));
}

function fullTextIndex(engine) {
  return async (query, count) => {
    const found = await engine.find(query);
    return { total: found.total, items: await engine.results(found, 0, count) };
  };
}

function titleIndex(documents) {
  const entries = documents.map((entry) => ({
    ...entry,
    fields: [entry.title, entry.terms.join(' '), entry.summary].map(folded),
  }));
  return (query, count) => {
    const found = matching(entries, query);
    const items = found.slice(0, count).map(({ title, url, summary }) => ({
      url,
      title: [[title, false]],
      excerpt: [[summary, false]],
    }));
    return { total: found.length, items };
  };
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
    this.loading ??= openIndex(this.texts);
    try {
      if (query.trim() !== '') this.status.textContent = this.texts.loading;
      const search = await this.loading;
      const found = await search(query, this.isPage ? shownOnPage : shownInBox);
      // What was typed meanwhile is looked for by a later call.
      if (query === this.input.value) this.show(found, query.trim() !== '');
    } catch {
      this.loading = undefined;
      this.status.textContent = this.texts.failed;
    }
  }

  show({ total, items }, isAsked) {
    this.results.replaceChildren(...items.map((entry) => this.item(entry)));
    if (!this.isPage) this.results.hidden = items.length === 0;
    if (this.lists) this.lists.hidden = isAsked;
    this.status.textContent = isAsked ? this.countText(total) : '';
  }

  countText(count) {
    if (count === 0) return this.texts.none;
    const text = count === 1 ? this.texts.one : this.texts.other;
    return text.replace('{count}', count.toLocaleString(document.documentElement.lang));
  }

  item({ title, url, excerpt }) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = url;
    link.append(...marked(title));
    const text = document.createElement('p');
    text.append(...marked(excerpt));
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

function marked(parts) {
  return parts.map(([text, isMatch]) => {
    if (!isMatch) return text;
    const mark = document.createElement('mark');
    mark.append(text);
    return mark;
  });
}

const form = document?.querySelector('form.search[data-index]');
if (form) new SearchBox(form).start();
