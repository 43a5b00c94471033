import { relative, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { CheckedPlugin, PluginByHand } from '@galley/cms';
import { CommandFailed } from '../command-failed.ts';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

interface Arguments extends Global {
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

interface CreateArguments extends Arguments {
  readonly name: string;
}

interface CheckArguments extends Arguments {
  readonly name?: string | undefined;
}

const createCommand: CommandModule<Global, CreateArguments> = {
  command: 'create <name>',
  describe: 'Make a plugin that works at once, to go on from',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    commonOptions(options)
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'Lower-case letters, digits and -; the folder is called that, too',
      })
      .example('$0 plugins create word-count', 'In plugins/word-count')
      .epilogue(
        'Prints where it is, and what to do next; --json: {name, folder}. It makes a plugin.yaml, which says what the plugin is and may do, its module with comments, and a test for "node --test".',
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
    console.log(`The plugin ${name} is in ${shown}. What to do next:

  ${shown}/plugin.yaml             say what it is, and what it may do
  ${shown}/index.js                say what it does
  cd ${shown} && node --test       run its test
  galley plugins check ${name}${project}   load it as the server would

Then switch it on in the admin, under Plugins. A running server takes changes over by itself.`);
  },
};

const checkCommand: CommandModule<Global, CheckArguments> = {
  command: 'check [name]',
  describe: 'Load plugins as the server would, and say what is wrong with them',
  builder: (options: Argv<Global>): Argv<CheckArguments> =>
    commonOptions(options)
      .positional('name', {
        type: 'string',
        describe: 'One plugin; without it, all of the project',
      })
      .example('$0 plugins check word-count', 'Is it in order?')
      .example('$0 plugins check --json', 'All of them, in a scheduled job')
      .epilogue(
        'Prints what is wrong, with file and line; exit code 1 when anything is. --json: an array of {name, version, problem}. It runs no hook, filter or job, and needs no database.',
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
      broken.length === 1 ? `the plugin ${names} cannot be used` : `these cannot be used: ${names}`,
    );
  },
};

const listCommand: CommandModule<Global, Arguments> = {
  command: 'list',
  describe: 'Show the plugins, and which of them are on',
  builder: (options: Argv<Global>): Argv<Arguments> =>
    commonOptions(options)
      .example('$0 plugins list', 'One line each')
      .example('$0 plugins list --json', 'For a program')
      .epilogue(
        'Prints a line for each: its name, version, whether it is on, and what it does or what is wrong with it; --json: an array of {name, version, description, builtin, enabled, problem, last_error}.',
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
  describe: 'Make, check and list plugins',
  builder: (options) =>
    options
      .command(createCommand)
      .command(checkCommand)
      .command(listCommand)
      .demandCommand(1, 'say what to do: create, check or list')
      .example('$0 plugins create word-count', 'Make one')
      .example('$0 plugins check', 'Look whether all are in order')
      .epilogue('They are switched on and off in the admin, under Plugins.'),
  handler: () => undefined,
};

function commonOptions(options: Argv<Global>): Argv<Arguments> {
  return options
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
    .option('config-overlay', configOverlayOption);
}

async function projectOf({ project, configOverlay }: Arguments) {
  return {
    projectDirectory: resolve(project),
    overlays: configOverlay ?? [],
    environment: process.env,
    logger: await quietLogger(),
  };
}

function verdictsOn(checked: readonly CheckedPlugin[]): string[] {
  if (checked.length === 0) return ['There are no plugins in the project.'];
  return checked.map(({ name, version, problem }) =>
    problem === null ? `${name} ${version} is in order.` : `${name}: ${problem}`,
  );
}

function lineFor({
  name,
  version,
  enabled,
  description,
  problem,
  last_error: failure,
}: PluginByHand): string {
  const state = enabled ? 'on' : 'off';
  const about = (problem ?? failure ?? description).split('\n', 1)[0]!;
  return [`${name} ${version ?? ''}`.trim(), problem === null ? state : 'broken', about]
    .filter((part) => part !== '')
    .join('  ');
}
