import { Problem, currentSession, get, post } from './api.js';
import { announce, element } from './dom.js';
import { field, form } from './form.js';
import { covers } from './grant-choice.js';
import { deletionSection, linkSection, factorSection } from './person-sections.js';
import { address } from './router.js';
import { sessionsSection } from './sessions.js';
import { tokensSection } from './tokens.js';

/** One person's account; without a user name among the parameters, the form for a new one. @param {URLSearchParams} parameters */
export async function personView(parameters) {
  const username = parameters.get('username');
  const [users, roles] = await Promise.all([get('users'), get('roles')]);
  const user = users.find((known) => known.username === username);
  if (username && !user) {
    const detail = `There is no user "${username}".`;
    throw new Problem(404, { code: 'not_found', title: 'There is nobody here', detail });
  }
  const title = user ? user.name || user.username : 'New person';
  const reason = refusal(user, roles);
  const sessions = user && sessionsSection({ username: user.username, isOwn: false });
  const parts = user && !reason ? await personParts(user, users, sessions) : [];
  const crumb = element('a', { href: address('people') }, 'People');
  return {
    title,
    content: element(
      'div',
      { class: 'parts' },
      element('p', { class: 'crumb' }, crumb),
      element('h1', { tabindex: '-1' }, title),
      personForm({ user, roles, reason, onSaved: () => sessions.open() }),
      parts,
    ),
  };
}

/** Why nothing can be done about a user; empty when something can. */
function refusal(user, roles) {
  const role = roles.find(({ name }) => name === user?.role);
  if (!role || covers(role.capabilities)) return '';
  return `The role ${role.name} may do more than yours. Somebody who may as much has to change this.`;
}

/** What there is beside the form. */
async function personParts(user, users, sessions) {
  if (user.username === currentSession()?.username) {
    const account = element('a', { href: address('account') }, 'your account');
    return [element('p', {}, 'This is you: what you sign in with is under ', account, '.')];
  }
  const parts = [
    linkSection(user),
    user.has_second_factor && factorSection(user),
    sessions,
    tokensSection({ username: user.username, isOwn: false }),
    deletionSection(user, users),
  ].filter(Boolean);
  await Promise.all(parts.map((part) => part.open()));
  return parts.map(({ content }) => content);
}

function personForm({ user, roles, reason, onSaved }) {
  const isMe = user?.username === currentSession()?.username;
  const send = async ({ password, enabled, ...values }) => {
    const body = { ...values, ...(password && { password }) };
    const state = isMe ? {} : { enabled: enabled !== undefined };
    const saved = await post('users/save', { ...body, ...state });
    announce('Saved.');
    if (user) {
      said.textContent = 'Saved.';
      const typed = made.elements.namedItem('password');
      if (typed) typed.value = '';
      if (!isMe) onSaved();
    } else location.hash = address('person', { username: saved.username });
  };
  const said = element('span', { class: 'status' });
  const made = form(
    { action: user ? 'Save' : 'Create the account', class: 'creation', more: said, send },
    reason && element('p', { class: 'notice' }, reason),
    element(
      'fieldset',
      { class: 'plain', disabled: reason !== '' },
      personFields(user, roles),
      !isMe && !reason && otherFields(user),
    ),
  );
  made.addEventListener('input', () => (said.textContent = ''));
  if (reason) made.querySelector('button.primary').disabled = true;
  return made;
}

function personFields(user, roles) {
  const option = ({ name, capabilities }) => {
    const selected = name === (user?.role ?? 'author');
    const disabled = !selected && !covers(capabilities);
    return element('option', { value: name, selected, disabled }, name);
  };
  const value = (name) => user?.[name] ?? '';
  const names = { autocomplete: 'off', maxlength: 500 };
  return [
    field({
      label: 'User name',
      name: 'username',
      hint: user ? 'It stays as it is.' : 'For signing in: letters, digits, dots, hyphens.',
      value: value('username'),
      readonly: Boolean(user),
      required: true,
      autocapitalize: 'none',
      spellcheck: 'false',
      ...names,
    }),
    field({ label: 'Name', name: 'name', value: value('name'), ...names }),
    field({
      label: 'E-mail (optional)',
      name: 'email',
      type: 'email',
      value: value('email'),
      ...names,
    }),
    field(
      { label: 'Role', name: 'role', tag: 'select', hint: 'A change signs the person out.' },
      roles.map(option),
    ),
  ];
}

/** What nobody sets of themselves here. */
function otherFields(user) {
  const enabled = { type: 'checkbox', name: 'enabled', id: 'field-enabled' };
  return [
    element(
      'p',
      { class: 'check' },
      element('input', { ...enabled, checked: user?.enabled ?? true }),
      element('label', { for: 'field-enabled' }, 'May sign in'),
    ),
    field({
      label: user ? 'New password (optional)' : 'Password (optional)',
      name: 'password',
      type: 'password',
      autocomplete: 'new-password',
      hint: user
        ? 'Better make a password link below: then the password is known to nobody else.'
        : 'Better leave it empty, and make a password link afterwards: then it is known to nobody else.',
    }),
  ];
}
