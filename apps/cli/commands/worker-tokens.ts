import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { ShownWorkerToken, WorkerTokenAdministration } from '@galley/coordinator';
import { durationOption } from '../duration-option.ts';
import { lastGiven } from '../last-given.ts';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

interface Shared extends Global {
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

interface CreateArguments extends Shared {
  readonly run: string;
  readonly agent: string;
  readonly scopes: string[];
  readonly ttl?: number | undefined;
}

interface ListArguments extends Shared {
  readonly run?: string | undefined;
}

interface RevokeArguments extends Shared {
  readonly id: string;
}

export const createWorkerTokenCommand: CommandModule<Global, CreateArguments> = {
  command: 'create',
  describe: 'Make a token with which one agent works in one run',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    sharedOptions(options)
      .option('run', {
        type: 'string',
        demandOption: true,
        requiresArg: true,
        coerce: lastGiven<string>,
        describe: 'Id of the run',
      })
      .option('agent', {
        type: 'string',
        demandOption: true,
        requiresArg: true,
        coerce: lastGiven<string>,
        describe: 'Id of the agent, such as implementer-1',
      })
      .option('scopes', {
        type: 'string',
        requiresArg: true,
        default: 'tasks:read,tasks:write,proposals:write,turns:write,repo:read,memory:read',
        coerce: scopesOf,
        describe: 'What it may do, with commas between them',
      })
      .option('ttl', {
        type: 'string',
        requiresArg: true,
        coerce: durationOption('ttl'),
        describe: 'How long it is good for, such as 30m or 2d [default: 8h]',
      })
      .example('$0 mcp token create --run run-1 --agent implementer-1', 'Prints the token')
      .example(
        '$0 mcp token create --run run-1 --agent reviewer-1 --scopes tasks:read,reviews:write',
        'For one who votes',
      )
      .epilogue('Prints the token, which nothing can show again; --json: {id, token, expires_at}.'),
  handler: (given) =>
    administer(given, async (tokens) => {
      const { run: runId, agent: agentId, scopes, ttl } = given;
      const ttlSeconds = ttl === undefined ? undefined : Math.round(ttl / 1_000);
      const made = await tokens.create({ runId, agentId, scopes, ttlSeconds });
      print(given, made, made.token);
    }),
};

export const listWorkerTokensCommand: CommandModule<Global, ListArguments> = {
  command: 'list',
  describe: 'Show the tokens of agents, newest first, with those that ended within a month',
  builder: (options: Argv<Global>): Argv<ListArguments> =>
    sharedOptions(options)
      .option('run', {
        type: 'string',
        requiresArg: true,
        coerce: lastGiven<string>,
        describe: 'Those of this run alone',
      })
      .example('$0 mcp token list', 'One line each')
      .epilogue('Prints id, state, end, run, agent and scopes; --json: a list of those.'),
  handler: (given) =>
    administer(given, async (tokens) => {
      const found = await tokens.list(given.run);
      print(given, found, found.length === 0 ? 'There are none.' : found.map(line).join('\n'));
    }),
};

export const revokeWorkerTokenCommand: CommandModule<Global, RevokeArguments> = {
  command: 'revoke <id>',
  describe: 'End a token of an agent at once',
  builder: (options: Argv<Global>): Argv<RevokeArguments> =>
    sharedOptions(options)
      .positional('id', { type: 'string', demandOption: true, describe: 'As the list shows it' })
      .example('$0 mcp token revoke 0190b6f1-…', 'Nothing is done with it after that')
      .epilogue(
        'Prints the token as the list does; --json: {id, run_id, agent_id, scopes, state, expires_at}.',
      ),
  handler: (given) =>
    administer(given, async (tokens) => {
      const revoked = await tokens.revoke(given.id);
      print(given, revoked, line(revoked));
    }),
};

function sharedOptions(options: Argv<Global>): Argv<Shared> {
  return options
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
    .option('config-overlay', configOverlayOption);
}

function scopesOf(given: string | string[]): string[] {
  return lastGiven<string>(given)
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
}

function line({ id, state, expires_at, run_id, agent_id, scopes }: ShownWorkerToken): string {
  return [id, state.padEnd(7), expires_at, run_id, agent_id, scopes.join(',')].join('  ');
}

function print({ json }: Shared, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value) : text);
}

async function administer(
  given: Shared,
  work: (tokens: WorkerTokenAdministration) => Promise<void>,
): Promise<void> {
  const { administerWorkerTokens } = await import('@galley/coordinator');
  const options = {
    projectDirectory: resolve(given.project),
    overlays: given.configOverlay ?? [],
    environment: process.env,
    logger: await quietLogger(),
  };
  await administerWorkerTokens(options, work);
}
