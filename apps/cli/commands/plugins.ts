import { relative } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { CheckedPlugin, PluginByHand } from '@galley/cms';
import { CommandFailed } from '../command-failed.ts';
import {
  deleteCommand,
  disableCommand,
  enableCommand,
  installCommand,
  rollbackCommand,
  updateCommand,
} from './manage-plugins.ts';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface CreateArguments extends ProjectArguments {
  readonly name: string;
}

interface CheckArguments extends ProjectArguments {
  readonly name?: string | undefined;
}

const createCommand: CommandModule<Global, CreateArguments> = {
  command: 'create <name>',
  describe: 'Create a working plugin to build on',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    projectOptions(options)
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'Lower-case letters, digits and -; also the name of the folder',
      })
      .example('$0 plugins create word-count', 'Create plugins/word-count')
      .epilogue(
        'Prints the folder and the next steps; --json: {name, folder}. Creates a plugin.yaml with the description and permissions, a commented module, and a test for "node --test".',
      ),
  handler: async (given) => {
    const { createPluginByHand } = await import('@galley/cms');
    const { name, json } = given;
    const folder = await createPluginByHand(await projectOf(given), name);
    if (json) {
      console.log(JSON.stringify({ name, folder }));
      return;
    }
    const shown = relative('.', folder);
    const project = given.project === '.' ? '' : ` --project ${given.project}`;
    console.log(`Created the plugin ${name} in ${shown}. Next steps:

  ${shown}/plugin.yaml             describe the plugin and its permissions
  ${shown}/index.js                write its code
  cd ${shown} && node --test       run its test
  galley plugins check ${name}${project}   load it as the server would
  galley plugins enable ${name}${project}   use it; the admin does it too, under Plugins

A running server picks up changes automatically.`);
  },
};

const checkCommand: CommandModule<Global, CheckArguments> = {
  command: 'check [name]',
  describe: 'Load plugins like the server and report errors',
  builder: (options: Argv<Global>): Argv<CheckArguments> =>
    projectOptions(options)
      .positional('name', {
        type: 'string',
        describe: 'Plugin to check [default: all plugins of the project]',
      })
      .example('$0 plugins check word-count', 'Check one plugin')
      .example('$0 plugins check --json', 'Check all plugins in a scheduled job')
      .epilogue(
        'Prints errors with file and line; exit code 1 on any error. --json: an array of {name, version, problem}. Runs no hooks, filters or jobs, and needs no database.',
      ),
  handler: async (given) => {
    const { checkPlugins } = await import('@galley/cms');
    const project = await projectOf(given);
    const checked = await checkPlugins(project, { name: given.name, logger: project.logger });
    if (given.json) console.log(JSON.stringify(checked));
    else for (const line of verdictsOn(checked)) console.log(line);
    const broken = checked.filter(({ problem }) => problem !== null);
    if (broken.length === 0) return;
    const names = broken.map(({ name }) => name).join(', ');
    throw new CommandFailed(
      broken.length === 1
        ? `the plugin ${names} has errors`
        : `these plugins have errors: ${names}`,
    );
  },
};

const listCommand: CommandModule<Global, ProjectArguments> = {
  command: 'list',
  describe: 'List the plugins and whether they are enabled',
  builder: (options: Argv<Global>): Argv<ProjectArguments> =>
    projectOptions(options)
      .example('$0 plugins list', 'Print one line per plugin')
      .example('$0 plugins list --json', 'Print JSON')
      .epilogue(
        'Prints a line per plugin: name, version, whether it is enabled, and its description or error; --json: an array of {name, version, description, builtin, enabled, problem, last_error, blocks_publishing, previous_version}.',
      ),
  handler: async (given) => {
    const { listPlugins } = await import('@galley/cms');
    const plugins = await listPlugins(await projectOf(given));
    if (given.json) console.log(JSON.stringify(plugins));
    else for (const plugin of plugins) console.log(lineFor(plugin));
  },
};

export const pluginsCommand: CommandModule<Global, Global> = {
  command: 'plugins',
  describe: 'Create, check, install, update and enable plugins',
  builder: (options) =>
    options
      .command(createCommand)
      .command(checkCommand)
      .command(listCommand)
      .command(installCommand)
      .command(updateCommand)
      .command(rollbackCommand)
      .command(enableCommand)
      .command(disableCommand)
      .command(deleteCommand)
      .demandCommand(
        1,
        'choose a command: create, check, list, install, update, rollback, enable, disable or delete',
      )
      .example('$0 plugins create word-count', 'Create a plugin')
      .example('$0 plugins check', 'Check all plugins')
      .epilogue('The admin does the same under Plugins. A running server notices all changes.'),
  handler: () => undefined,
};

function verdictsOn(checked: readonly CheckedPlugin[]): string[] {
  if (checked.length === 0) return ['The project has no plugins.'];
  return checked.map(({ name, version, problem }) =>
    problem === null ? `${name} ${version} has no errors.` : `${name}: ${problem}`,
  );
}

function lineFor({
  name,
  version,
  enabled,
  description,
  problem,
  last_error: failure,
  blocks_publishing: blocked,
}: PluginByHand): string {
  const state = enabled ? 'on' : 'off';
  const [reason = ''] = (blocked ?? problem ?? failure ?? description).split('\n', 1);
  const about = blocked === null ? reason : `blocks publications: ${reason}`;
  return [`${name} ${version ?? ''}`.trim(), problem === null ? state : 'broken', about]
    .filter((part) => part !== '')
    .join('  ');
}
