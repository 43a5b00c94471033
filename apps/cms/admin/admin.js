import { currentSession, findSession, listen, post, setSession } from './api.js';
import { askToConfirm, askToSignIn } from './ask.js';
import { element, fill, problemBox } from './dom.js';
import { markShown, showHeader } from './header.js';
import { address, mayLeave, startRouter } from './router.js';
import { accountView } from './view-account.js';
import { auditView } from './view-audit.js';
import { documentsView } from './view-documents.js';
import { editorView } from './view-editor.js';
import { factorDueView } from './view-factor-due.js';
import { notificationsView } from './view-notifications.js';
import { operationsView } from './view-operations.js';
import { peopleView } from './view-people.js';
import { personView } from './view-person.js';
import { resetView } from './view-reset.js';
import { roleView } from './view-role.js';
import { setupView } from './view-setup.js';
import { signInView } from './view-sign-in.js';

/** @typedef {{ title: string, content: Element }} View */

/** @type {Record<string, (parameters: URLSearchParams, signal: AbortSignal) => Promise<View>>} */
const views = {
  account: accountView,
  audit: auditView,
  documents: documentsView,
  edit: editorView,
  notifications: notificationsView,
  operations: operationsView,
  people: peopleView,
  person: personView,
  role: roleView,
};
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
  markShown(name);
  const view = await findView(name)(parameters, signal).catch(failedView);
  if (!signal.aborted) present(view);
}

/** @param {string} name */
function findView(name) {
  if (currentSession()?.mfa_complete === false) return () => factorDueView(openDesk);
  return Object.hasOwn(views, name) ? views[name] : missingView;
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

/** @param {{ username?: string, notice?: string }} [given] */
function showSignIn(given) {
  nextView();
  markShown('');
  present(signInView(openDesk, given));
}

function openDesk() {
  if (showAgain) showAgain();
  else showAgain = startRouter(showRoute);
}

/**
 * Shows what a link outside the admin leads to, with the token in its fragment.
 * @param {(token: string) => View} view
 */
function showLinked(view) {
  // Another link pasted over this one changes the fragment alone, which loads nothing.
  addEventListener('hashchange', () => location.reload(), { signal: nextView() });
  present(view(location.hash.slice(1)));
}

const goHome = () => history.replaceState(null, '', './');

function showSetup() {
  const finish = () => {
    goHome();
    openDesk();
  };
  showLinked((token) => setupView(token, finish));
}

function showReset() {
  const finish = (username) => {
    goHome();
    showSignIn({ username, notice: 'Your new password is set. Sign in with it.' });
  };
  showLinked((token) => resetView(token, finish));
}

async function start() {
  listen({
    session: (session) => showHeader(session, signOut),
    expired: askToSignIn,
    unconfirmed: askToConfirm,
  });
  showHeader(currentSession(), signOut);
  const skip = document.getElementById('skip');
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  if (location.pathname.endsWith('/setup')) showSetup();
  else if (location.pathname.endsWith('/reset')) showReset();
  else if (await findSession()) openDesk();
  else showSignIn();
}

start().catch((problem) => {
  showAgain = () => location.reload();
  present(failedView(problem));
});
