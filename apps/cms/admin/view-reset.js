import { post } from './api.js';
import { element, fill } from './dom.js';
import { form } from './form.js';
import { checkNewPassword, newPasswordFields } from './new-password.js';

/** @param {string} token of the link @param {(username: string) => void} done when the new password is set */
export function resetView(token, done) {
  const content = element('div', { class: 'narrow card' });
  const heading = element('h1', { tabindex: '-1' }, 'Choose a password');
  const send = async ({ new_password }) => {
    try {
      const { username } = await post('password/reset', { token, new_password });
      done(username);
    } catch (problem) {
      if (problem.code !== 'reset_link_invalid') throw problem;
      fill(content, heading, ...brokenLink());
      heading.focus();
    }
  };
  if (token === '') fill(content, heading, ...brokenLink());
  else {
    const text =
      'With it you sign in from now on. Where you are signed in at present, you will be signed out.';
    const check = checkNewPassword('new_password');
    const fields = newPasswordFields('new_password', 'New password');
    const made = form({ action: 'Set the password', check, send }, ...fields);
    fill(content, heading, element('p', {}, text), made);
  }
  return { title: 'Choose a password', content };
}

function brokenLink() {
  return [
    element(
      'div',
      { class: 'notice problem', role: 'alert' },
      element('strong', {}, 'This link does not work'),
      element(
        'p',
        {},
        'It has been used, has expired, has been replaced by a newer one, or is not whole.',
      ),
    ),
    element(
      'p',
      {},
      'Ask whoever sent it for another one. Do you know your password? Then ',
      element('a', { href: './' }, 'sign in'),
      '.',
    ),
  ];
}
