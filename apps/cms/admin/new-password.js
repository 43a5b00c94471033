import { field, markField } from './form.js';

const leastPassword = 12;
const secret = { type: 'password', autocomplete: 'new-password', required: true };

/** Two fields for a new password: under this name, and `repeated`. @param {string} name @param {string} [label] */
export function newPasswordFields(name, label = 'Password') {
  const hint = `At least ${leastPassword} characters. A few unrelated words in a row are good, and easy to remember.`;
  return [
    field({ label, name, hint, ...secret }),
    field({ label: 'The same password again', name: 'repeated', ...secret }),
  ];
}

/**
 * Checks them as a form's `check`.
 * @param {string} name @returns {(made: HTMLElement, values: any) => boolean}
 */
export function checkNewPassword(name) {
  return (made, values) => {
    const { [name]: password, repeated } = values;
    const isShort = [...password].length < leastPassword;
    if (isShort) markField(made, name, `Use at least ${leastPassword} characters.`);
    else if (password !== repeated)
      markField(made, 'repeated', 'The two passwords are not the same.');
    return !isShort && password === repeated;
  };
}
