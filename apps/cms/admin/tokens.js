import { get, post } from './api.js';
import { copiedField } from './copying.js';
import { element, time } from './dom.js';
import { field, form, markField } from './form.js';
import { grantChoice } from './grant-choice.js';
import { grantsInWords } from './grant-words.js';
import { Section } from './section.js';
import { table } from './table.js';

const usualDays = 90;

/** Tokens with which programs act for somebody; one's own can be made here. @param {{ username: string, isOwn: boolean }} whose */
export function tokensSection({ username, isOwn }) {
  return new Section('API tokens', async (section) => {
    const tokens = await get('tokens', { username });
    const columns = ['Name', 'Last used', 'Ends', ''];
    const rows = tokens.map((token) => cells(token, section));
    const explanation = 'With a token, a program may do what you may, or less of it.';
    return [
      isOwn && element('p', {}, explanation),
      tokens.length > 0
        ? table({ label: 'API tokens', columns, labelled: true }, rows)
        : element('p', { class: 'quiet' }, 'There is none.'),
      isOwn &&
        element(
          'div',
          { class: 'actions' },
          element('button', { onclick: () => section.replace(creation(section)) }, 'New token'),
        ),
    ];
  });
}

function cells({ id, name, scopes, last_used_at, last_used_addr, expires_at }, section) {
  const revoke = section.doing(async () => {
    if (!confirm(`End the token "${name}"? Programs that use it are refused from then on.`)) return;
    await post('tokens/revoke', { id });
    await section.refresh(`The token "${name}" is ended.`);
  });
  return [
    [element('strong', {}, name), element('span', { class: 'scopes' }, grantsInWords(scopes))],
    last_used_at
      ? [time(last_used_at), ' ', element('small', { class: 'long' }, last_used_addr)]
      : 'Never',
    time(expires_at),
    element('button', { 'aria-label': `End the token ${name}`, onclick: revoke }, 'End'),
  ];
}

/** @param {Section} section */
function creation(section) {
  const send = async ({ name, days }, made) => {
    const scopes = new FormData(made).getAll('scopes');
    const body = { name, scopes, expires_in_days: Number(days) };
    section.replace(...newToken(await post('tokens/create', body), section));
  };
  const check = (made) => {
    const isChosen = made.querySelector('[name=scopes]:checked') !== null;
    if (!isChosen) markField(made, 'scopes', 'Choose at least one.');
    return isChosen;
  };
  const cancel = () => void section.refresh();
  return form(
    {
      action: 'Make the token',
      class: 'creation',
      more: element('button', { type: 'button', onclick: cancel }, 'Cancel'),
      check,
      send,
    },
    element('h3', { tabindex: '-1' }, 'New token'),
    field({
      label: 'Name',
      name: 'name',
      id: 'token-name',
      hint: 'What it is for, so that you know it again.',
      required: true,
      maxlength: 200,
    }),
    field({
      label: 'Days that it lasts',
      name: 'days',
      id: 'token-days',
      type: 'number',
      min: 1,
      max: 366,
      value: usualDays,
      required: true,
    }),
    grantChoice(
      {
        name: 'scopes',
        legend: 'What it may do',
        hint: 'It never does more than your role lets you do at the time.',
        chosen: [],
        isHeldOnly: true,
      },
      ['*', 'Everything that I may, now and later'],
    ),
  );
}

function newToken({ name, token, expires_at }, section) {
  const done = () => section.refresh();
  return [
    element('h3', { tabindex: '-1' }, `The token "${name}"`),
    copiedField({
      label: 'Token',
      name: 'token',
      value: token,
      hint: 'It is shown only now. Send it as "Authorization: Bearer", and keep it like a password.',
    }),
    element('p', {}, 'It ends ', time(expires_at), '.'),
    element(
      'div',
      { class: 'actions' },
      element('button', { class: 'primary', onclick: done }, 'I have kept it'),
    ),
  ];
}
