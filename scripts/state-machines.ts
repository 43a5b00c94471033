import type { BuildsTable } from '@galley/database';
import type { ListedPlugin } from '@galley/plugins';
import { documentSections } from './document-states.ts';
import { code, renderSection, type ReferenceSection } from './reference-table.ts';
import { runSections, workSections } from './run-states.ts';

export function renderStateMachines(): string {
  return `# State machines

What states there are, what leads from one to another, and who may. \`npm run docs:reference\` writes this page; what comes of a move it asks of the functions that decide it in the server.

## Documents

${documentSections().map(renderSection).join('\n')}
### In the trash

A document that is deleted goes into the trash, from any state; one that is public takes \`documents.publish\` besides \`documents.lifecycle\`. What comes back is a \`draft\` without an approval, and so is a living document that is given the text of an earlier snapshot.

## Runs

${runSections().map(renderSection).join('\n')}
## Work of agents

${workSections().map(renderSection).join('\n')}
## Builds, plugins, and what has no states

${[builds(), plugins()].map(renderSection).join('\n')}
A backup has no states: it is there when it is whole, and not before. A restore is done or not done; a lock of editing is held until its time is over.
`;
}

const buildMeanings: Readonly<Record<BuildsTable['status'], string>> = {
  queued: 'asked for; whoever asks meanwhile gets the same one',
  building: 'under way, in one process of all',
  done: 'the output is as this build made it',
  failed:
    'the output stayed as it was; `error` says why. Also what was under way in a process that died',
};

function builds(): ReferenceSection {
  return {
    title: 'Builds of the static output',
    text: 'From `queued` to `building` to `done` or `failed`; each build goes this way once. `GET /operations` answers `building` while one is under way, `failed` when the newest that ended has failed, and else `idle`.',
    head: ['State', 'The build'],
    rows: Object.entries(buildMeanings).map(([state, meaning]) => [code(state), meaning]),
  };
}

const pluginMeanings: Readonly<Record<ListedPlugin['state'], string>> = {
  off: 'nobody has switched it on',
  running: 'works',
  needs_approval: 'asks for permissions that nobody agreed to; switching it on again agrees',
  failed: 'switched off by Galley after five failures within a minute',
  broken: 'cannot be loaded; `error` says why, with file and line',
};

function plugins(): ReferenceSection {
  return {
    title: 'Plugins',
    text: '`plugins/enable` and `plugins/disable` take `plugins.manage`.',
    head: ['State', 'The plugin'],
    rows: Object.entries(pluginMeanings).map(([state, meaning]) => [code(state), meaning]),
  };
}
