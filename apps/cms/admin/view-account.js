import { currentSession, post } from './api.js';
import { element } from './dom.js';
import { field, form } from './form.js';
import { checkNewPassword, newPasswordFields } from './new-password.js';
import { secondFactorSection } from './second-factor.js';
import { Section } from './section.js';
import { sessionsSection } from './sessions.js';
import { tokensSection } from './tokens.js';

/** What somebody signs in with, and where they are signed in. */
export async function accountView() {
  const { username, name, email, role } = currentSession();
  const sessions = sessionsSection({ username, isOwn: true });
  const parts = [
    passwordSection(username, () => sessions.open()),
    secondFactorSection(),
    sessions,
    tokensSection({ username, isOwn: true }),
  ];
  await Promise.all(parts.map((part) => part.open()));
  return {
    title: 'Your account',
    content: element(
      'div',
      { class: 'parts' },
      element('h1', { tabindex: '-1' }, 'Your account'),
      element('p', { class: 'quiet' }, [name, username, email, role].filter(Boolean).join(' · ')),
      parts.map(({ content }) => content),
    ),
  };
}

/** @param {string} username @param {() => unknown} onChange */
function passwordSection(username, onChange) {
  return new Section('Password', async (section) => {
    const send = async ({ current_password, new_password }) => {
      await post('password/change', { current_password, new_password });
      await section.refresh('Your password is changed, and your other sessions are ended.');
      onChange();
    };
    const made = form(
      {
        action: 'Change the password',
        class: 'creation',
        check: checkNewPassword('new_password'),
        places: { invalid_credentials: 'current_password' },
        send,
      },
      // For password managers, which look for whose password it is.
      element('input', { hidden: true, autocomplete: 'username', value: username, readonly: true }),
      field({
        label: 'Present password',
        name: 'current_password',
        type: 'password',
        autocomplete: 'current-password',
        required: true,
      }),
      ...newPasswordFields('new_password', 'New password'),
    );
    return [made];
  });
}
