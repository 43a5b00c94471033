import { get } from './api.js';
import { actionInWords, auditSubjects, detailsInWords } from './audit-words.js';
import { announce, element, time } from './dom.js';
import { field } from './form.js';
import { address } from './router.js';
import { table } from './table.js';

const pageSize = 100;
const filterNames = ['actor', 'action', 'target', 'outcome', 'from', 'to'];

/** What was done and what was refused, newest first. @param {URLSearchParams} parameters */
export async function auditView(parameters) {
  const filter = Object.fromEntries(filterNames.map((name) => [name, parameters.get(name) ?? '']));
  const offset = Math.max(0, Math.trunc(Number(parameters.get('offset'))) || 0);
  // One more than is shown tells whether there are others.
  const found = await get('audit', { ...filter, limit: pageSize + 1, offset: offset || '' });
  const entries = found.slice(0, pageSize);
  announce(`${entries.length} entries`);
  const columns = ['What', 'Who', 'When', 'Outcome', 'Address'];
  const empty = element('p', { class: 'empty' }, 'Nothing like that is in the log.');
  return {
    title: 'Audit log',
    content: element(
      'div',
      {},
      element(
        'div',
        { class: 'top' },
        element('h1', { tabindex: '-1' }, 'Audit log'),
        exports(filter),
      ),
      filters(filter),
      entries.length > 0
        ? table({ label: 'Audit log', columns, labelled: true }, entries.map(cells))
        : empty,
      pages({ filter, offset, shown: entries.length, hasMore: found.length > pageSize }),
    ),
  };
}

function exports(filter) {
  const given = Object.entries(filter).filter(([, value]) => value !== '');
  const link = (format, text) => {
    const search = new URLSearchParams([['format', format], ...given]);
    return element('a', { class: 'button', href: `api/audit/export?${search}` }, text);
  };
  return element(
    'div',
    { class: 'actions exports' },
    link('csv', 'Export as CSV'),
    link('ndjson', 'Export as NDJSON'),
  );
}

function filters(filter) {
  const show = (event) => {
    event.preventDefault();
    const { from, to, ...values } = Object.fromEntries(new FormData(event.target));
    location.hash = address('audit', { ...values, from: instant(from), to: instant(to) });
  };
  const text = { autocapitalize: 'none', spellcheck: 'false', autocomplete: 'off' };
  const when = (name, label) =>
    field({ label, name, type: 'datetime-local', value: localTime(filter[name]) });
  return element(
    'form',
    { class: 'filters audit', 'aria-label': 'Filter', onsubmit: show },
    field({ label: 'User name', name: 'actor', value: filter.actor, ...text }),
    actionField(filter.action),
    field({ label: 'Done to', name: 'target', value: filter.target, ...text }),
    outcomeField(filter.outcome),
    when('from', 'From'),
    when('to', 'Until'),
    element(
      'div',
      { class: 'actions' },
      element('button', { id: 'show', class: 'primary' }, 'Show'),
      Object.values(filter).some(Boolean) &&
        element('a', { class: 'button', href: address('audit') }, 'Show all'),
    ),
  );
}

function actionField(chosen) {
  const option = ([value, text]) => element('option', { value, selected: value === chosen }, text);
  const groups = auditSubjects.map(([label, actions]) =>
    element('optgroup', { label }, actions.map(option)),
  );
  const isKnown = chosen === '' || auditSubjects.flat(2).flat().includes(chosen);
  return field(
    { label: 'Action', name: 'action', tag: 'select' },
    option(['', 'All']),
    !isKnown && option([chosen, chosen]),
    ...groups,
  );
}

const outcomes = { success: 'Done', denied: 'Refused' };

function outcomeField(chosen) {
  const options = [['', 'All'], ...Object.entries(outcomes)].map(([value, text]) =>
    element('option', { value, selected: value === chosen }, text),
  );
  return field({ label: 'Outcome', name: 'outcome', tag: 'select' }, ...options);
}

/** What a field for a time shows of an instant: the local time. @param {string} iso */
function localTime(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** @param {any} local */
const instant = (local) => (local === '' ? '' : new Date(local).toISOString());

function cells({ actor, action, target, outcome, address: from, details, timestamp }) {
  const isDenied = outcome === 'denied';
  return [
    [
      element('strong', { title: action }, actionInWords(action)),
      target && element('span', { class: 'path' }, target),
      element('span', { class: 'scopes' }, detailsInWords(details)),
    ],
    element('span', { class: actor ? 'long' : 'quiet' }, actor || 'Unknown'),
    time(timestamp),
    element(
      'span',
      { class: `state ${isDenied ? 'denied' : 'published'}` },
      outcomes[outcome] ?? outcome,
    ),
    element('span', { class: 'long' }, from || '—'),
  ];
}

function pages({ filter, offset, shown, hasMore }) {
  if (offset === 0 && !hasMore) return null;
  const link = (id, to, text) =>
    element(
      'a',
      { id, class: 'button', href: address('audit', { ...filter, offset: to || '' }) },
      text,
    );
  const range = shown > 0 ? `${offset + 1} to ${offset + shown}` : '';
  return element(
    'nav',
    { class: 'pages', 'aria-label': 'Pages' },
    offset > 0 && link('newer', Math.max(0, offset - pageSize), 'Newer'),
    element('span', {}, range),
    hasMore && link('older', offset + pageSize, 'Older'),
  );
}
