import { get, may } from './api.js';
import { element, time } from './dom.js';
import { pluginsSection } from './plugins.js';
import { Section } from './section.js';

/** Where the program that runs comes from, in words. */
const provenanceWords = {
  tagged: 'a release',
  snapshot: 'a commit that is no release',
  modified: 'a commit with changes of its own',
  unknown: 'not known',
};

/** What runs here, how it fares, and which plugins it has. */
export async function operationsView() {
  const parts = [
    new Section('This program', showProgram),
    may('plugins.manage') && pluginsSection(),
  ].filter((part) => part !== false);
  await Promise.all(parts.map((part) => part.open()));
  return {
    title: 'Operations',
    content: element(
      'div',
      { class: 'parts' },
      element('h1', { tabindex: '-1' }, 'Operations'),
      parts.map(({ content }) => content),
    ),
  };
}

async function showProgram() {
  const { version, git_commit, build_time, provenance, update, ...state } = await get('status');
  const { memory_usage: memory, disk_usage: disk } = state;
  const facts = {
    Version: version,
    Commit: git_commit && element('code', {}, git_commit.slice(0, 12)),
    Made: build_time && time(build_time),
    'It is': provenanceWords[provenance],
    Updates: update.reason,
    Database: state.database_status,
    Running: inWords(state.uptime_seconds),
    Memory: `${memory.allocated} in use, ${memory.system} of the machine`,
    Disk: `${disk.used} used, ${disk.available} free`,
  };
  const known = Object.entries(facts).filter(([, value]) => value);
  return [
    element(
      'dl',
      {},
      known.map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value)),
      ),
    ),
  ];
}

/** @param {number} seconds */
function inWords(seconds) {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ];
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return `for ${count} ${unit}${count === 1 ? '' : 's'}`;
}
