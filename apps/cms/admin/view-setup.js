import { beginSession } from './api.js';
import { element, fill } from './dom.js';
import { field, form } from './form.js';
import { checkNewPassword, newPasswordFields } from './new-password.js';

/** @param {string} token of the set-up link @param {() => void} done when the first administrator is signed in */
export function setupView(token, done) {
  const content = element('div', { class: 'narrow card' });
  const heading = element('h1', { tabindex: '-1' }, 'Welcome to Galley');
  const refuse = () => {
    fill(content, heading, ...brokenLink());
    heading.focus();
  };
  const send = async (values) => {
    const given = Object.entries(values).filter(
      ([name, value]) => name !== 'repeated' && value !== '',
    );
    try {
      await beginSession('setup', { token, ...Object.fromEntries(given) });
    } catch (problem) {
      if (problem.code !== 'setup_link_invalid') throw problem;
      refuse();
      return;
    }
    done();
  };
  if (token === '') fill(content, heading, ...brokenLink());
  else {
    const intro =
      'Nobody has an account here yet. This one becomes the administrator, who may do everything.';
    fill(content, heading, element('p', {}, intro), accountForm(send));
  }
  return { title: 'Set-up', content };
}

function accountForm(send) {
  return form(
    { action: 'Create the account', check: checkNewPassword('password'), send },
    field({
      label: 'User name',
      name: 'username',
      autocomplete: 'username',
      autocapitalize: 'none',
      spellcheck: 'false',
      required: true,
    }),
    field({ label: 'Your name (optional)', name: 'name', autocomplete: 'name' }),
    ...newPasswordFields('password'),
  );
}

function brokenLink() {
  return [
    element(
      'div',
      { class: 'notice problem', role: 'alert' },
      element('strong', {}, 'This set-up link does not work'),
      element('p', {}, 'It has been used, has expired, or is not whole.'),
    ),
    element('h2', {}, 'What to do'),
    element(
      'ul',
      {},
      element(
        'li',
        {},
        'Has somebody set this site up already? Then ',
        element('a', { href: './' }, 'sign in'),
        '.',
      ),
      element(
        'li',
        {},
        'Otherwise stop the server and run ',
        element('code', {}, 'galley serve'),
        ' again. While there is no user, it prints a new link, valid for 24 hours.',
      ),
    ),
  ];
}
