import { beginSession } from './api.js';
import { element } from './dom.js';
import { field, form } from './form.js';

/**
 * Asks for name and password, and for a code as soon as the API wants one; what was typed stays.
 * @param {{ done: () => void, username?: string, prefix?: string, more?: HTMLElement }} options `prefix` of the fields' ids
 */
export function signInForm({ done, username = '', prefix = 'field', more = undefined }) {
  const code = element('div', { hidden: true });
  const send = async ({ totp_code, ...values }, made) => {
    const isAsked = !code.hidden;
    try {
      await beginSession('login', totp_code ? { ...values, totp_code } : values);
    } catch (problem) {
      if (problem.code !== 'totp_required' || isAsked) throw problem;
      code.hidden = false;
      code.append(...codeFields(prefix));
      made.querySelector('[name=totp_code]').focus();
      return;
    }
    done();
  };
  return form(
    {
      action: 'Sign in',
      more,
      places: { totp_invalid: 'totp_code', totp_required: 'totp_code' },
      send,
    },
    field({
      label: 'User name',
      name: 'username',
      id: `${prefix}-username`,
      value: username,
      autocomplete: 'username',
      autocapitalize: 'none',
      spellcheck: 'false',
      required: true,
    }),
    field({
      label: 'Password',
      name: 'password',
      id: `${prefix}-password`,
      type: 'password',
      autocomplete: 'current-password',
      required: true,
    }),
    code,
  );
}

/** @param {string} prefix */
function codeFields(prefix) {
  const input = field({
    label: 'Code',
    name: 'totp_code',
    id: `${prefix}-code`,
    hint: 'The six digits that your authenticator app shows now, or one of your recovery codes.',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: 64,
  });
  // Keyboards of phones for numbers have no letters.
  const useLetters = () => {
    const code = input.querySelector('input');
    code.setAttribute('inputmode', 'text');
    code.focus();
    letters.remove();
  };
  const letters = element(
    'button',
    { type: 'button', class: 'letters', onclick: useLetters },
    'Type a recovery code',
  );
  return [input, letters];
}

/** @param {() => void} done @param {{ username?: string, notice?: string }} [given] whom to expect, and what to say first */
export function signInView(done, { username = '', notice = '' } = {}) {
  return {
    title: 'Sign in',
    content: element(
      'div',
      { class: 'narrow card' },
      element('h1', { tabindex: '-1' }, 'Sign in'),
      notice && element('p', { class: 'notice good', role: 'status' }, notice),
      signInForm({ done, username }),
      element(
        'p',
        { class: 'hint' },
        'The first time here? While there is no user, Galley prints a set-up link when it starts.',
      ),
    ),
  };
}
