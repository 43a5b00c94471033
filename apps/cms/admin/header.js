import { may } from './api.js';
import { bell } from './bell.js';
import { element, fill } from './dom.js';
import { address } from './router.js';

const header = document.getElementById('header');

/** The views that belong to an entry of the navigation without being it. */
const parents = { edit: 'documents', person: 'people', role: 'people' };

let shown = '';

/** @param {import('./api.js').Session | undefined} session @param {() => void} signOut */
export function showHeader(session, signOut) {
  // Nothing else can be done before the second factor that is due.
  const isIn = session?.mfa_complete === true;
  const link = (name, text) => element('a', { href: address(name) }, text);
  fill(
    header,
    element('a', { class: 'wordmark', href: session ? address('documents') : './' }, 'Galley'),
    element(
      'nav',
      { 'aria-label': 'Main' },
      isIn && link('documents', 'Documents'),
      isIn && may('users.manage') && link('people', 'People'),
      isIn && may('audit.read') && link('audit', 'Audit'),
      isIn && link('operations', 'Operations'),
      isIn && bell(),
      element('a', { href: '../' }, 'View the site'),
    ),
    session && who(session, isIn),
    session && element('button', { id: 'sign-out', onclick: signOut }, 'Sign out'),
  );
  markShown(shown);
}

function who({ name, username, role }, isIn) {
  const called = name || username;
  const account = { href: address('account'), 'aria-label': `${called}, your account` };
  return element(
    'p',
    { class: 'who' },
    isIn ? element('a', account, called) : called,
    ' ',
    element('small', {}, role),
  );
}

/** Says in the navigation which view is shown. @param {string} view */
export function markShown(view) {
  shown = view;
  const current = address(parents[view] ?? view);
  for (const link of header.querySelectorAll('nav a, .who a')) {
    if (link.getAttribute('href') === current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
