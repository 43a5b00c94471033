import { get } from './api.js';
import { announce, element, time } from './dom.js';
import { grantsInWords } from './grant-words.js';
import { address } from './router.js';
import { table } from './table.js';

/** Who has an account, and the roles that they can have. */
export async function peopleView() {
  const [users, roles] = await Promise.all([get('users'), get('roles')]);
  announce(`${users.length} ${users.length === 1 ? 'person' : 'people'}`);
  const top = (heading, link) => element('div', { class: 'top' }, heading, link);
  const add = (name, text) => element('a', { class: 'button', href: address(name) }, text);
  const columns = ['Name', 'Role', 'State', 'Last sign-in', 'Second factor'];
  const roleColumns = ['Role', 'People', 'May'];
  return {
    title: 'People',
    content: element(
      'div',
      {},
      top(element('h1', { tabindex: '-1' }, 'People'), add('person', 'New person')),
      table({ label: 'People', columns, labelled: true }, users.map(userCells)),
      element(
        'section',
        { class: 'roles', 'aria-labelledby': 'roles' },
        top(element('h2', { id: 'roles' }, 'Roles'), add('role', 'New role')),
        table({ label: 'Roles', columns: roleColumns, labelled: true }, roles.map(roleCells)),
      ),
    ),
  };
}

function userCells(user) {
  const { username, name, role, enabled, last_login, has_second_factor, has_password } = user;
  return [
    [
      element('a', { class: 'title', href: address('person', { username }) }, name || username),
      element('span', { class: 'path' }, username),
    ],
    element('span', { class: 'long' }, role),
    enabled
      ? element('span', { class: 'state published' }, 'Enabled')
      : element('span', { class: 'state archived' }, 'Disabled'),
    last_login ? time(last_login) : has_password ? 'Never' : 'No password yet',
    has_second_factor ? 'On' : 'Off',
  ];
}

function roleCells({ name, capabilities, builtin, users }) {
  return [
    [
      element('a', { class: 'title', href: address('role', { name }) }, name),
      builtin && element('span', { class: 'path' }, 'Built in'),
    ],
    users,
    element('span', { class: 'scopes' }, grantsInWords(capabilities)),
  ];
}
