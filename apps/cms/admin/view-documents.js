import { currentSession, get, may, post } from './api.js';
import { announce, element, time } from './dom.js';
import { field, form } from './form.js';
import { address } from './router.js';
import { states, stateMark } from './states.js';
import { table } from './table.js';

/** Types and languages that lists have shown, for choosing among them. */
const known = { type: new Set(), lang: new Set() };

function remember({ items }) {
  for (const name of ['type', 'lang']) for (const item of items) known[name].add(item[name]);
}

/** @param {URLSearchParams} parameters */
export async function documentsView(parameters) {
  const filter = Object.fromEntries(
    ['type', 'lang', 'status', 'page'].map((name) => [name, parameters.get(name) ?? '']),
  );
  const [list] = await Promise.all([
    get('documents', filter),
    known.type.size === 0 && get('documents', { limit: 200 }).then(remember),
  ]);
  remember(list);
  const count = `${list.total} ${list.total === 1 ? 'document' : 'documents'}`;
  announce(list.page > 1 ? `${count}, page ${list.page}` : count);
  return {
    title: 'Documents',
    content: element(
      'div',
      {},
      element(
        'div',
        { class: 'top' },
        element('h1', { tabindex: '-1' }, 'Documents'),
        creation(filter),
      ),
      filters(filter, count),
      list.items.length > 0 ? listing(list.items) : nothing(list, filter),
      pages(list, filter),
    ),
  };
}

function filters(filter, count) {
  const choose = (event) => {
    const { name, value } = event.target;
    location.hash = address('documents', { ...filter, page: '', [name]: value });
  };
  const select = (name, label, options) => {
    const chosen = ([value]) => value === filter[name];
    const every = [['', 'All'], ...options];
    if (!every.some(chosen)) every.push([filter[name], filter[name]]);
    const choices = every.map((option) =>
      element('option', { value: option[0], selected: chosen(option) }, option[1]),
    );
    return field({ label, name, tag: 'select' }, ...choices);
  };
  const of = (name) => [...known[name]].sort().map((value) => [value, value]);
  return element(
    'form',
    {
      class: 'filters',
      'aria-label': 'Filter',
      onchange: choose,
      onsubmit: (event) => event.preventDefault(),
    },
    select('type', 'Type', of('type')),
    select('lang', 'Language', of('lang')),
    select(
      'status',
      'State',
      Object.entries(states).map(([value, { name }]) => [value, name]),
    ),
    element('p', { class: 'count' }, count),
  );
}

function listing(items) {
  const columns = ['Title', 'Type', 'Language', 'State', 'Public', 'Changed'];
  return table({ label: 'Documents', columns }, items.map(cells));
}

function cells(item) {
  const { path, title, type, lang, status, problem } = item;
  const where = problem && `line ${problem.line}, column ${problem.column}`;
  const link = { class: 'title', href: address('edit', { path }), lang, dir: 'auto' };
  return [
    [
      element('a', link, title || path),
      element('span', { class: 'path' }, path),
      problem &&
        element('span', { class: 'error' }, `Cannot be read: ${problem.message} (${where})`),
    ],
    type,
    lang,
    stateMark(status),
    publicness(item),
    time(item.updated_at),
  ];
}

function publicness({ is_public: isPublic, published_revision: published, revision }) {
  if (!isPublic) return element('span', { class: 'quiet' }, 'Not public');
  return published === revision ? 'Public' : 'Public, earlier text';
}

function nothing({ total }, filter) {
  if (total > 0) return element('p', { class: 'empty' }, 'This page of the list is empty.');
  const { type, lang, status } = filter;
  if (!type && !lang && !status)
    return element('p', { class: 'empty' }, 'There is no document yet.');
  const all = element('a', { href: address('documents') }, 'Show all');
  return element('p', { class: 'empty' }, 'No document is like that. ', all);
}

function pages({ page, page_size: size, total, has_more: hasMore }, filter) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  const link = (id, to, text) =>
    element(
      'a',
      { id, class: 'button', href: address('documents', { ...filter, page: to }) },
      text,
    );
  return element(
    'nav',
    { class: 'pages', 'aria-label': 'Pages' },
    page > 1 && link('newer', Math.min(page - 1, last), 'Newer'),
    element('span', {}, `Page ${page} of ${last}`),
    hasMore && link('older', page + 1, 'Older'),
  );
}

function creation(filter) {
  const allowed = may('documents.create');
  const open = () => {
    const dialog = creationDialog(filter);
    // Within the view, so that it goes when the view goes.
    made.append(dialog);
    dialog.showModal();
  };
  const made = element(
    'div',
    { class: 'creation' },
    element(
      'button',
      { id: 'new', class: 'primary', disabled: !allowed, onclick: open },
      'New document',
    ),
    !allowed &&
      element(
        'p',
        { class: 'hint' },
        `Your role (${currentSession()?.role}) may not create documents.`,
      ),
  );
  return made;
}

function creationDialog(filter) {
  const send = async ({ slug, ...values }) => {
    const given = slug === '' ? values : { ...values, slug };
    const { path } = await post('documents/create', { ...given, content: '' });
    dialog.close();
    location.hash = address('edit', { path });
  };
  const listed = (name, label, hint) => {
    const options = [...known[name]].sort().map((value) => element('option', { value }));
    const value = filter[name] || [...known[name]][0] || '';
    const input = field({
      label,
      name,
      hint,
      value,
      list: `known-${name}`,
      required: true,
      autocapitalize: 'none',
    });
    input.append(element('datalist', { id: `known-${name}` }, options));
    return input;
  };
  const close = element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
  const dialog = element(
    'dialog',
    { class: 'card', 'aria-labelledby': 'new-heading', onclose: () => dialog.remove() },
    element('h2', { id: 'new-heading' }, 'New document'),
    form(
      { action: 'Create the draft', more: close, send },
      field({ label: 'Title', name: 'title', required: true, maxlength: 500, autofocus: true }),
      listed('type', 'Type', 'Such as post or page.'),
      listed('lang', 'Language', 'A code such as en.'),
      field({
        label: 'Slug (optional)',
        name: 'slug',
        hint: 'The last part of its address. It follows from the title when left empty.',
        maxlength: 200,
        autocapitalize: 'none',
      }),
    ),
  );
  return dialog;
}
