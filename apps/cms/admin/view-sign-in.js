import { Problem, beginSession, currentSession } from './api.js';
import { element } from './dom.js';
import { field, form } from './form.js';

/** @param {() => void} done @param {string} [username] @param {Node} [more] */
function signInForm(done, username = '', more = undefined) {
  return form(
    {
      action: 'Sign in',
      more,
      send: async (values) => {
        await beginSession('login', values);
        done();
      },
    },
    field({
      label: 'User name',
      name: 'username',
      value: username,
      autocomplete: 'username',
      autocapitalize: 'none',
      spellcheck: 'false',
      required: true,
    }),
    field({
      label: 'Password',
      name: 'password',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
    }),
  );
}

/** @param {() => void} done */
export function signInView(done) {
  return {
    title: 'Sign in',
    content: element(
      'div',
      { class: 'narrow card' },
      element('h1', { tabindex: '-1' }, 'Sign in'),
      signInForm(done),
      element(
        'p',
        { class: 'hint' },
        'The first time here? While there is no user, Galley prints a set-up link when it starts.',
      ),
    ),
  };
}

/** @type {Promise<void> | undefined} */
let asking;

/** Asks over the page for a sign-in, once however many requests wait for it; rejects when the person closes it. */
export function askToSignIn() {
  asking ??= new Promise((resolve, reject) => {
    const close = element('button', { type: 'button', onclick: () => dialog.close() }, 'Not now');
    const inside = signInForm(() => dialog.close('done'), currentSession()?.username, close);
    const dialog = element(
      'dialog',
      { class: 'card', 'aria-labelledby': 'expired' },
      element('h2', { id: 'expired' }, 'Your session has ended'),
      element('p', {}, 'Sign in again to go on. Nothing that you typed is lost.'),
      inside,
    );
    dialog.addEventListener('close', () => {
      asking = undefined;
      dialog.remove();
      const detail = 'You are not signed in any more, so nothing was sent. Try again to sign in.';
      if (dialog.returnValue === 'done') resolve();
      else reject(new Problem(401, { code: 'gave_up', title: 'Not signed in', detail }));
    });
    document.body.append(dialog);
    dialog.showModal();
    inside.querySelector('[name=password]').focus();
  });
  return asking;
}
