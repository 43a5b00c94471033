import type { CommandModule } from 'yargs';
import type { CheckedAdapter } from '@galley/coordinator';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface CheckArguments extends ProjectArguments {
  readonly trial: boolean;
}

const listCommand: CommandModule<Global, ProjectArguments> = {
  command: 'list',
  describe: 'List the configured agents',
  builder: (options) =>
    projectOptions(options)
      .example('$0 agents list', 'Print one line per agent')
      .epilogue(
        'Prints ID, role, adapter, model and command; --json: an array of the same. The settings are coordinator.agents and coordinator.adapters.',
      ),
  handler: async (given) => {
    const { listAgents } = await import('@galley/coordinator');
    const agents = await listAgents(await projectOf(given));
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
    projectOptions(options)
      .option('trial', {
        type: 'boolean',
        default: false,
        describe: 'Also start each program with a short prompt, which costs a few tokens',
      })
      .example('$0 agents check', 'Check installation, version and sign-in')
      .example('$0 agents check --trial', 'Also let each program answer, with its tools configured')
      .epilogue(
        'Prints each adapter and its problem; --json: an array of {adapter, agents, command, path, version, signed_in, trial, problem}. signed_in is null if only --trial can tell, as with a key. Exits with 1 if there is a problem. Run it with the environment of the supervisor.',
      ),
  handler: async (given) => {
    const { checkAgents } = await import('@galley/coordinator');
    const checked = await checkAgents({ ...(await projectOf(given)), trial: given.trial });
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

function linesOf({ adapter, agents, path, version, signed_in, trial, problem }: CheckedAdapter) {
  const facts = [
    version ?? path ?? 'not checked',
    ...(path === null ? [] : [signInText(signed_in)]),
    ...(trial === null ? [] : [`trial ${trial}`]),
  ];
  const state = problem === null ? 'ok' : 'problem';
  return [
    `${adapter}  ${state}  ${facts.join(', ')}  (${agents.join(', ')})`,
    ...(problem === null ? [] : [`  ${problem}`]),
  ];
}

function signInText(isSignedIn: boolean | null): string {
  if (isSignedIn === null) return 'sign-in unknown without --trial';
  return isSignedIn ? 'signed in' : 'not signed in';
}
