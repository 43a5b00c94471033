import { get, post } from './api.js';
import { copiedField } from './copying.js';
import { element, fill, time } from './dom.js';
import { field, form } from './form.js';
import { address } from './router.js';
import { Section } from './section.js';

/** A link with which somebody sets a password of their own. */
export function linkSection({ username, has_password }) {
  return new Section('Password link', async (section) => {
    const make = section.doing(async () => {
      const { path, expires_at } = await post('users/reset-link', { username });
      section.replace(...newLink(new URL(path, location.origin).href, expires_at));
    });
    const state = has_password
      ? 'For somebody who has forgotten their password.'
      : 'There is no password yet, so nobody can sign in to this account.';
    return [
      element('p', {}, `${state} The link lets them choose one, once, within 24 hours.`),
      element(
        'div',
        { class: 'actions' },
        element('button', { onclick: make }, 'Make a password link'),
      ),
    ];
  });
}

function newLink(href, expiresAt) {
  return [
    element('h3', { tabindex: '-1' }, 'Send them this link'),
    copiedField({
      label: 'Password link',
      name: 'link',
      value: href,
      hint: 'It is shown only now. Whoever opens it first chooses the password. Earlier links no longer work.',
    }),
    element('p', {}, 'It ends ', time(expiresAt), '.'),
  ];
}

export function factorSection({ username }) {
  return new Section('Second factor', async (section) => {
    const users = await get('users');
    const isOn = users.find((user) => user.username === username)?.has_second_factor;
    if (!isOn) return [element('p', {}, 'Off.')];
    const turnOff = section.doing(async () => {
      const question = `Turn off the second factor of ${username}? Their password alone signs them in then.`;
      if (!confirm(question)) return;
      await post('totp/disable', { username });
      await section.refresh('It is turned off, and they are signed out.');
    });
    return [
      element('p', {}, 'On. Turn it off for somebody who has lost their phone and the codes.'),
      element('div', { class: 'actions' }, element('button', { onclick: turnOff }, 'Turn it off')),
    ];
  });
}

export function deletionSection(user, users) {
  return new Section('Delete', async (section) => {
    const open = () => {
      const dialog = deletionDialog(user, users);
      // Within the view, so that it goes when the view goes.
      section.content.append(dialog);
      dialog.showModal();
    };
    return [
      element(
        'p',
        {},
        'Nobody signs in with the account then. What they did stays in the histories.',
      ),
      element(
        'div',
        { class: 'actions' },
        element('button', { onclick: open }, 'Delete this account'),
      ),
    ];
  });
}

/** Asks before an account is deleted, and for a successor when there are documents to hand over. */
function deletionDialog({ username, name }, users) {
  const successor = element('div');
  const send = async (values) => {
    try {
      await post('users/delete', { username, ...values });
    } catch (problem) {
      if (problem.code !== 'in_use' || successor.firstChild) throw problem;
      fill(successor, element('p', { role: 'alert' }, problem.message), choice(username, users));
      successor.querySelector('select')?.focus();
      return;
    }
    dialog.close();
    location.hash = address('people');
  };
  const dialog = element(
    'dialog',
    { class: 'card', 'aria-labelledby': 'deletion', onclose: () => dialog.remove() },
    element('h2', { id: 'deletion' }, `Delete the account of ${name || username}?`),
    element('p', {}, 'This cannot be undone.'),
    form(
      {
        action: 'Delete it',
        more: element(
          'button',
          { type: 'button', autofocus: true, onclick: () => dialog.close() },
          'Cancel',
        ),
        send,
      },
      successor,
    ),
  );
  return dialog;
}

function choice(username, users) {
  const others = users.filter((user) => user.enabled && user.username !== username);
  const options = others.map(({ username: value, name }) =>
    element('option', { value }, name === value ? value : `${name} (${value})`),
  );
  return field(
    { label: 'Who takes over the documents?', name: 'reassign_to', tag: 'select' },
    ...options,
  );
}
