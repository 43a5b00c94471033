import { element, time } from './dom.js';
import { stateMark } from './states.js';

/** Where the public finds the document; undefined unless that is an address to be opened. @param {string} url */
function publicAddress(url) {
  const address = URL.canParse(url, location.href) && new URL(url, location.href);
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

/** What the public sees of a document. @param {any} detail */
export function publicFacts({
  is_public: isPublic,
  published_at: at,
  published_revision,
  revision,
  url,
}) {
  const heading = element('h2', {}, 'Public');
  if (!isPublic) return [heading, element('p', { class: 'quiet' }, 'Not on the public site.')];
  const href = publicAddress(url);
  const open = href && element('a', { href, target: '_blank', rel: 'noopener' }, 'Open the page');
  return [
    heading,
    element('p', {}, 'Public since ', time(at), '. ', open),
    published_revision !== revision &&
      element('p', { class: 'hint' }, 'The public sees an earlier text than the one saved here.'),
  ];
}

/** @param {any} detail */
export function placeFacts({ path, type, lang, slug, author, last_editor: lastEditor }) {
  const facts = {
    File: path,
    Type: type,
    Language: lang,
    Slug: slug,
    Author: author,
    'Last edited by': lastEditor,
  };
  const pairs = Object.entries(facts).filter(([, value]) => value);
  return [
    element('h2', {}, 'About'),
    element(
      'dl',
      {},
      pairs.map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value)),
      ),
    ),
  ];
}

const shownAtFirst = 8;

const kinds = {
  save: 'Saved',
  autosave: 'Saved by itself',
  status: 'State changed',
  editorial: 'Editorial',
  restore: 'Restored',
  external: 'Changed on disk',
};

/** @param {any[] | Error} history, or why there is none to show */
export function historyFacts(history) {
  const heading = element('h2', {}, 'History');
  if (history instanceof Error) return [heading, element('p', { class: 'hint' }, history.message)];
  const list = (entries) => element('ol', { class: 'history' }, entries.map(historyEntry));
  const older = history.slice(shownAtFirst);
  return [
    heading,
    list(history.slice(0, shownAtFirst)),
    older.length > 0 &&
      element('details', {}, element('summary', {}, `${older.length} older`), list(older)),
  ];
}

function historyEntry({ author, timestamp, message, kind, status }) {
  const what = kinds[kind] ?? kind;
  return element(
    'li',
    {},
    element('p', {}, element('strong', {}, what), ' ', stateMark(status)),
    element('p', { class: 'hint' }, time(timestamp), ` · ${author}`),
    message && message !== what && element('p', { class: 'hint' }, message),
  );
}
