import { currentSession, findSession, listen, post, setSession } from './api.js';
import { element, fill, problemBox } from './dom.js';
import { address, mayLeave, startRouter } from './router.js';
import { documentsView } from './view-documents.js';
import { editorView } from './view-editor.js';
import { setupView } from './view-setup.js';
import { askToSignIn, signInView } from './view-sign-in.js';

/** @typedef {{ title: string, content: Element }} View */

/** @type {Record<string, (parameters: URLSearchParams, signal: AbortSignal) => Promise<View>>} */
const views = { documents: documentsView, edit: editorView };
const main = document.getElementById('main');
let shown = new AbortController();
/** @type {(() => void) | undefined} */
let showAgain;

/** Puts a view on the page. Focus stays on a control that is there again; else it goes to the heading. @param {View} view */
function present({ title, content }) {
  const focused = document.activeElement?.id;
  document.title = `${title} · Galley`;
  fill(main, content);
  main.removeAttribute('aria-busy');
  /** @type {HTMLElement | null} */
  const same = focused ? content.querySelector(`#${CSS.escape(focused)}`) : null;
  if (same) same.focus();
  else {
    scrollTo(0, 0);
    main.querySelector('h1')?.focus();
  }
}

/** Ends what the present view has going on, and says when the next one has ended too. */
function nextView() {
  shown.abort();
  shown = new AbortController();
  return shown.signal;
}

/** @param {string} name @param {URLSearchParams} parameters */
async function showRoute(name, parameters) {
  const signal = nextView();
  main.setAttribute('aria-busy', 'true');
  const view = await (views[name] ?? missingView)(parameters, signal).catch(failedView);
  if (!signal.aborted) present(view);
}

async function missingView() {
  return failedView(new Error('There is no such page in the admin.'));
}

/** @param {any} error */
function failedView(error) {
  const again = element('button', { onclick: () => showAgain?.() }, 'Try again');
  const back = element('a', { href: address('documents') }, 'All documents');
  const title = 'This could not be shown';
  const heading = element('h1', { tabindex: '-1' }, title);
  const problem = { title: 'Something went wrong', ...error, message: error.message };
  const box = problemBox(problem, element('div', { class: 'actions' }, again, back));
  return { title, content: element('div', {}, heading, box) };
}

/** @param {import('./api.js').Session | undefined} session */
function showHeader(session) {
  const leave = element('button', { id: 'sign-out', onclick: signOut }, 'Sign out');
  const name = session && (session.name || session.username);
  fill(
    document.getElementById('header'),
    element('a', { class: 'wordmark', href: session ? address('documents') : './' }, 'Galley'),
    element(
      'nav',
      { 'aria-label': 'Main' },
      session && element('a', { href: address('documents') }, 'Documents'),
      element('a', { href: '../' }, 'View the site'),
    ),
    session && element('p', { class: 'who' }, name, ' ', element('small', {}, session.role)),
    session && leave,
  );
}

async function signOut() {
  if (!mayLeave()) return;
  try {
    await post('logout');
    setSession(undefined);
    showSignIn();
  } catch (problem) {
    nextView();
    present(failedView(problem));
  }
}

function showSignIn() {
  nextView();
  present(signInView(openDesk));
}

function openDesk() {
  if (showAgain) showAgain();
  else showAgain = startRouter(showRoute);
}

async function start() {
  listen({ session: showHeader, expired: askToSignIn });
  showHeader(currentSession());
  const skip = document.getElementById('skip');
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  if (location.pathname.endsWith('/setup')) {
    const finish = () => {
      history.replaceState(null, '', './');
      openDesk();
    };
    // Another link pasted over this one changes the fragment alone, which loads nothing.
    addEventListener('hashchange', () => location.reload(), { signal: nextView() });
    present(setupView(location.hash.slice(1), finish));
  } else if (await findSession()) openDesk();
  else showSignIn();
}

start().catch((problem) => {
  showAgain = () => location.reload();
  present(failedView(problem));
});
