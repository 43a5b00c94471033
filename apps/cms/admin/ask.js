import { Problem, currentSession, post } from './api.js';
import { element } from './dom.js';
import { field, form } from './form.js';
import { signInForm } from './view-sign-in.js';

/** What is being asked already, by its name: however many calls wait for it, the person is asked once. */
const asking = new Map();

/**
 * Asks over the page; resolves when the form is done, and rejects with `refusal` when the person closes it.
 * @param {{ name: string, title: string, text: string, refusal: Problem,
 *   makeForm: (done: () => void, close: HTMLElement) => HTMLElement }} options
 * @returns {Promise<void>}
 */
function ask({ name, title, text, refusal, makeForm }) {
  const asked =
    asking.get(name) ??
    new Promise((resolve, reject) => {
      const id = `ask-${name}`;
      const close = element('button', { type: 'button', onclick: () => dialog.close() }, 'Not now');
      const inside = makeForm(() => dialog.close('done'), close);
      const dialog = element(
        'dialog',
        { class: 'card', 'aria-labelledby': id },
        element('h2', { id }, title),
        element('p', {}, text),
        inside,
      );
      dialog.addEventListener('close', () => {
        asking.delete(name);
        dialog.remove();
        if (dialog.returnValue === 'done') resolve();
        else reject(refusal);
      });
      document.body.append(dialog);
      dialog.showModal();
      /** @type {HTMLElement} */
      const password = inside.querySelector('[name=password]');
      password.focus();
    });
  asking.set(name, asked);
  return asked;
}

/** Asks for a sign-in, since the session has ended. */
export function askToSignIn() {
  const detail = 'You are not signed in any more, so nothing was sent. Try again to sign in.';
  return ask({
    name: 'sign-in',
    title: 'Your session has ended',
    text: 'Sign in again to go on. Nothing that you typed is lost.',
    refusal: new Problem(401, { code: 'gave_up', title: 'Not signed in', detail }),
    makeForm: (done, more) =>
      signInForm({ done, username: currentSession()?.username, prefix: 'again', more }),
  });
}

/** Asks for the password once more, before something that matters. */
export function askToConfirm() {
  const detail = 'You did not confirm that it is you, so nothing was changed.';
  return ask({
    name: 'confirm',
    title: 'Confirm that it is you',
    text: 'This matters, so your password is needed once more.',
    refusal: new Problem(403, { code: 'gave_up', title: 'Not confirmed', detail }),
    makeForm: confirmForm,
  });
}

/** @param {() => void} done @param {HTMLElement} more */
function confirmForm(done, more) {
  const { username } = currentSession();
  return form(
    {
      action: 'Confirm',
      more,
      places: { invalid_credentials: 'password' },
      send: async ({ password }) => {
        await post('session/confirm', { password });
        done();
      },
    },
    // For password managers, which look for whose password it is.
    element('input', { hidden: true, autocomplete: 'username', value: username, readonly: true }),
    field({
      label: 'Password',
      name: 'password',
      id: 'confirm-password',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
    }),
  );
}
