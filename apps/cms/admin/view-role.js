import { Problem, get, post } from './api.js';
import { announce, element, fill, problemBox } from './dom.js';
import { field, form } from './form.js';
import { covers, grantChoice } from './grant-choice.js';
import { address } from './router.js';

/** One role; without a name among the parameters, the form for a new one, which may begin `like` another. @param {URLSearchParams} parameters */
export async function roleView(parameters) {
  const name = parameters.get('name');
  const like = parameters.get('like');
  const roles = await get('roles');
  const role = roles.find((known) => known.name === name);
  if (name && !role) {
    const detail = `There is no role "${name}".`;
    throw new Problem(404, { code: 'not_found', title: 'There is no such role', detail });
  }
  const model = roles.find((known) => known.name === like);
  const title = role ? `Role ${role.name}` : 'New role';
  return {
    title,
    content: element(
      'div',
      { class: 'parts' },
      element('p', { class: 'crumb' }, element('a', { href: address('people') }, 'People')),
      element('h1', { tabindex: '-1' }, title),
      role && element('p', { class: 'quiet' }, holders(role.users)),
      roleForm(role, model),
      role && !role.builtin && covers(role.capabilities) && deletion(role),
    ),
  };
}

function holders(users) {
  if (users === 0) return 'Nobody has it.';
  return users === 1 ? 'One person has it.' : `${users} people have it.`;
}

/** Why a role cannot be changed; empty when it can. */
function refusal(role) {
  if (!role) return '';
  if (role.builtin) return 'The built-in roles stay as they are.';
  return covers(role.capabilities) ? '' : 'It may do more than yours, so you cannot change it.';
}

function roleForm(role, model) {
  const reason = refusal(role);
  const send = async (values, made) => {
    const name = role?.name ?? values.name;
    const capabilities = new FormData(made).getAll('capabilities');
    const saved = await post('roles/save', { name, capabilities });
    announce('Saved.');
    if (role) said.textContent = 'Saved. It holds from the next thing on that anybody does.';
    else location.hash = address('role', { name: saved.name });
  };
  const said = element('span', { class: 'status' });
  const same = element(
    'a',
    { class: 'button', href: address('role', { like: role?.name }) },
    'New role like this',
  );
  const made = form(
    { action: role ? 'Save' : 'Create the role', more: reason ? same : said, send },
    reason && element('p', { class: 'notice' }, reason),
    !role && nameField(),
    grantChoice({
      name: 'capabilities',
      legend: 'What it may do',
      hint: 'Own documents are those that somebody wrote or is assigned.',
      chosen: role?.capabilities ?? model?.capabilities.filter((grant) => covers([grant])) ?? [],
      isFixed: reason !== '',
    }),
  );
  made.addEventListener('input', () => (said.textContent = ''));
  if (reason) made.querySelector('button.primary').remove();
  return made;
}

function nameField() {
  return element(
    'div',
    { class: 'creation' },
    field({
      label: 'Name',
      name: 'name',
      hint: 'Letters, digits, hyphens. It stays as it is.',
      required: true,
      maxlength: 64,
      autocapitalize: 'none',
      autocomplete: 'off',
      spellcheck: 'false',
    }),
  );
}

function deletion({ name }) {
  const box = element('div');
  const remove = async () => {
    fill(box);
    if (!confirm(`Delete the role ${name}?`)) return;
    try {
      await post('roles/delete', { name });
      location.hash = address('people');
    } catch (problem) {
      fill(box, problemBox(problem));
    }
  };
  return element(
    'div',
    { class: 'part' },
    box,
    element('button', { onclick: remove }, 'Delete this role'),
  );
}
