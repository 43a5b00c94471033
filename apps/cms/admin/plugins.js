import { get, post } from './api.js';
import { element } from './dom.js';
import { Section } from './section.js';
import { table } from './table.js';

const stateWords = {
  off: 'Off',
  running: 'Running',
  needs_approval: 'Asks for more than was agreed to',
  failed: 'Switched off, since it failed too often',
  broken: 'Cannot be used',
};

/** Plugins, each with what it may do, and the switch; what is more than reading has to be agreed to first. */
export function pluginsSection() {
  return new Section('Plugins', async (section) => {
    const plugins = await get('plugins');
    const columns = ['Plugin', 'State', ''];
    return [
      table(
        { label: 'Plugins', columns },
        plugins.map((plugin) => cells(section, plugin)),
      ),
    ];
  });
}

function cells(section, plugin) {
  const { name, version, description, state, last_error } = plugin;
  return [
    [
      element('span', { class: 'title' }, `${name} ${version}`),
      element('span', { class: 'long' }, description),
    ],
    [stateWords[state] ?? state, last_error && element('span', { class: 'long' }, last_error)],
    state !== 'broken' && switchFor(section, plugin),
  ];
}

function switchFor(section, { name, enabled, state, needs_approval, permissions }) {
  const isOn = enabled && state !== 'needs_approval';
  const set = async (action, body) => {
    await post(`plugins/${action}`, { name, ...body });
    await section.refresh(`${name} is switched ${action === 'enable' ? 'on' : 'off'}.`);
  };
  const turn = section.doing(async () => {
    if (isOn) await set('disable', {});
    else if (needs_approval) section.replace(...consent(section, { name, permissions, set }));
    else await set('enable', {});
  });
  const label = isOn ? 'Switch off' : 'Switch on';
  return element(
    'button',
    { id: `plugin-${name}`, 'aria-label': `${label} ${name}`, onclick: turn },
    label,
  );
}

function consent(section, { name, permissions, set }) {
  const agree = section.doing(() => set('enable', { approve_risk: true }));
  return [
    element('h3', { tabindex: '-1' }, `What ${name} could do`),
    element(
      'ul',
      {},
      permissions.map(({ means }) => element('li', {}, means)),
    ),
    element(
      'div',
      { class: 'actions' },
      element('button', { class: 'primary', onclick: agree }, 'Agree, and switch it on'),
      element('button', { onclick: section.doing(() => section.refresh()) }, 'Not now'),
    ),
  ];
}
