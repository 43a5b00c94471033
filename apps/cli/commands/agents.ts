import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { AgentsOptions, CheckedAdapter } from '@galley/coordinator';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

interface ListArguments extends Global {
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

interface CheckArguments extends ListArguments {
  readonly trial: boolean;
}

const listCommand: CommandModule<Global, ListArguments> = {
  command: 'list',
  describe: 'List the configured agents',
  builder: (options) =>
    sharedOptions(options)
      .example('$0 agents list', 'Print one line per agent')
      .epilogue(
        'Prints ID, role, adapter, model and command; --json: an array of the same. The settings are coordinator.agents and coordinator.adapters.',
      ),
  handler: async (given) => {
    const { listAgents } = await import('@galley/coordinator');
    const agents = await listAgents(await optionsOf(given));
    if (given.json) console.log(JSON.stringify(agents));
    else
      for (const { id, role, adapter, model, command } of agents)
        console.log([id, role, adapter, model ?? '-', command].join('  '));
  },
};

const checkCommand: CommandModule<Global, CheckArguments> = {
  command: 'check',
  describe: 'Check that the programs of the configured agents are installed and signed in',
  builder: (options) =>
    sharedOptions(options)
      .option('trial', {
        type: 'boolean',
        default: false,
        describe: 'Also start each program with a short prompt, which costs a few tokens',
      })
      .example('$0 agents check', 'Check installation, version and sign-in')
      .example('$0 agents check --trial', 'Also let each program answer, with its tools configured')
      .epilogue(
        'Prints each adapter and its problem; --json: an array of {adapter, agents, command, path, version, signed_in, trial, problem}. Exits with 1 if there is a problem. Run it with the environment of the supervisor.',
      ),
  handler: async (given) => {
    const { checkAgents } = await import('@galley/coordinator');
    const checked = await checkAgents({ ...(await optionsOf(given)), trial: given.trial });
    if (checked.some(({ problem }) => problem !== null)) process.exitCode = 1;
    if (given.json) console.log(JSON.stringify(checked));
    else for (const each of checked) console.log(linesOf(each).join('\n'));
  },
};

export const agentsCommand: CommandModule<Global, Global> = {
  command: 'agents',
  describe: 'List the configured agents and check their programs',
  builder: (options) =>
    options
      .command(listCommand)
      .command(checkCommand)
      .demandCommand(1, 'choose a command: list or check')
      .example('$0 agents check', 'Check that the agents can work')
      .epilogue('Neither command uses the database.'),
  handler: () => undefined,
};

function sharedOptions(options: Argv<Global>) {
  return options
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
    .option('config-overlay', configOverlayOption);
}

async function optionsOf({ project, configOverlay }: ListArguments): Promise<AgentsOptions> {
  return {
    projectDirectory: resolve(project),
    overlays: configOverlay ?? [],
    environment: process.env,
    logger: await quietLogger(),
  };
}

function linesOf({ adapter, agents, path, version, signed_in, trial, problem }: CheckedAdapter) {
  const facts = [
    version ?? path ?? 'not checked',
    ...(signed_in === null ? [] : [signed_in ? 'signed in' : 'not signed in']),
    ...(trial === null ? [] : [`trial ${trial}`]),
  ];
  const state = problem === null ? 'ok' : 'problem';
  return [
    `${adapter}  ${state}  ${facts.join(', ')}  (${agents.join(', ')})`,
    ...(problem === null ? [] : [`  ${problem}`]),
  ];
}
