/** Searches the static site in the browser, with the index that comes with the site. */

const { document, history, IntersectionObserver, location } = globalThis;

/** Further results follow when the last one is on the screen. */
const [resultsAtOnce, maxResults] = [10, 50];

class Search {
  constructor(root) {
    this.texts = root.dataset;
    this.form = root.querySelector('form');
    this.input = root.querySelector('input');
    this.status = root.querySelector('[role=status]');
    this.results = root.querySelector('ol');
    this.lists = root.querySelector('.search-lists');
    this.turn = 0;
    this.observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void this.showMore(this.turn);
    });
  }

  start() {
    this.form.hidden = false;
    this.input.value = new URL(location.href).searchParams.get('q') ?? '';
    this.input.addEventListener('input', () => void this.update());
    this.input.addEventListener('focus', () => void this.load().catch(() => undefined), {
      once: true,
    });
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.update();
    });
    document.addEventListener('keydown', (event) => this.onKey(event));
    this.input.focus();
    if (this.input.value !== '') void this.update();
  }

  load() {
    this.loading ??= this.open().catch((error) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  async open() {
    const [{ FullTextSearch }, { full_text: words }] = await Promise.all([
      import(this.texts.engine),
      fetchJson(this.texts.index),
    ]);
    return new FullTextSearch(words);
  }

  async update() {
    const address = new URL(location.href);
    if (this.input.value.trim() === '') address.searchParams.delete('q');
    else address.searchParams.set('q', this.input.value);
    history.replaceState(null, '', address);
    await this.find();
  }

  /** A later search takes the place of one that is under way. */
  async find() {
    const turn = ++this.turn;
    const query = this.input.value.trim();
    this.lists.hidden = query !== '';
    if (query === '') return this.clear('');
    try {
      if (this.loading === undefined) this.status.textContent = this.texts.loading;
      this.engine = await this.load();
      const found = await this.engine.find(query);
      const items = await this.itemsOf(found, 0);
      if (turn !== this.turn) return;
      this.clear(this.countText(found.total));
      this.found = found;
      this.append(items);
    } catch {
      if (turn === this.turn) this.clear(this.texts.failed);
    }
  }

  clear(status) {
    this.found = undefined;
    this.observer.disconnect();
    this.results.replaceChildren();
    this.status.textContent = status;
  }

  append(items) {
    this.observer.disconnect();
    this.results.append(...items);
    const shown = this.results.children.length;
    if (shown < Math.min(this.found.total, maxResults))
      this.observer.observe(this.results.lastElementChild);
  }

  async showMore(turn) {
    this.observer.disconnect();
    try {
      const items = await this.itemsOf(this.found, this.results.children.length);
      if (turn === this.turn) this.append(items);
    } catch {
      if (turn === this.turn) this.status.textContent = this.texts.failed;
    }
  }

  async itemsOf(found, from) {
    const results = await this.engine.results(found, from, from + resultsAtOnce);
    return results.map((result) => this.item(result));
  }

  countText(count) {
    if (count === 0) return this.texts.none;
    const text = count === 1 ? this.texts.one : this.texts.other;
    return text.replace('{count}', count.toLocaleString(document.documentElement.lang));
  }

  item({ title, url, excerpt, date, kind }) {
    const link = element('a', { href: url }, ...marked(title));
    const day = new Date(`${date}T00:00:00Z`).toLocaleDateString(document.documentElement.lang, {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    return element(
      'li',
      {},
      element('p', { class: 'search-title' }, link),
      ...(excerpt.length === 0
        ? []
        : [element('p', { class: 'search-summary' }, ...marked(excerpt))]),
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
  const response = await globalThis.fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

function marked(parts) {
  return parts.map(([text, isMatch]) => (isMatch ? element('mark', {}, text) : text));
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const root = document?.querySelector('.search[data-index]');
if (root) new Search(root).start();
