import type { BuildsTable } from '@galley/database';
import type { ListedPlugin } from '@galley/plugins';
import { documentSections } from './document-states.ts';
import { code, renderSection, type ReferenceSection } from './reference-table.ts';
import { runSections, workSections } from './run-states.ts';

export function renderStateMachines(): string {
  return `# State machines

The states of documents, runs and other objects, the transitions between them, and the permissions they require. \`npm run docs:reference\` generates this page from the functions of the server that decide transitions.

## Documents

${documentSections().map(renderSection).join('\n')}
### Trash

A document can be moved to the trash from any state. This requires \`documents.lifecycle\`, and for a public document also \`documents.publish\`. A restored document is a \`draft\` without an approval; so is a document after the restore of an earlier snapshot.

## Runs

${runSections().map(renderSection).join('\n')}
## Work of agents

${workSections().map(renderSection).join('\n')}
## Builds and plugins

${[buildsSection(), pluginsSection()].map(renderSection).join('\n')}
Backups and restores have no states: a backup is listed once it is complete, and a restore either succeeds or fails. An editing lock is held until it is released or expires.
`;
}

const buildMeanings: Readonly<Record<BuildsTable['status'], string>> = {
  queued: 'requested; further requests share it',
  building: 'running in one of the processes',
  done: 'the output is from this build',
  failed: 'the previous output stays; `error` gives the reason. Also a build whose process ended',
};

function buildsSection(): ReferenceSection {
  return {
    title: 'Builds of the static output',
    text: 'Each build goes once from `queued` to `building` to `done` or `failed`. `GET /operations` answers `building` during a build, `failed` if the latest finished build failed, and otherwise `idle`.',
    head: ['State', 'Meaning'],
    rows: Object.entries(buildMeanings).map(([state, meaning]) => [code(state), meaning]),
  };
}

const pluginMeanings: Readonly<Record<ListedPlugin['state'], string>> = {
  off: 'disabled',
  running: 'enabled and running',
  needs_approval: 'requests unapproved permissions; enabling it again approves them',
  failed: 'disabled by Galley after five failures within a minute',
  broken: 'cannot be loaded; `error` gives the reason, with file and line',
};

function pluginsSection(): ReferenceSection {
  return {
    title: 'Plugins',
    text: '`plugins/enable` and `plugins/disable` require `plugins.manage`.',
    head: ['State', 'Meaning'],
    rows: Object.entries(pluginMeanings).map(([state, meaning]) => [code(state), meaning]),
  };
}
