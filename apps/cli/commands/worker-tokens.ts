import type { Argv, CommandModule } from 'yargs';
import type { PresentedWorkerToken, WorkerTokenAdministration } from '@galley/coordinator';
import { durationOption } from '../duration-option.ts';
import { lastValue } from '../last-value.ts';
import {
  print,
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface CreateArguments extends ProjectArguments {
  readonly run: string;
  readonly agent: string;
  readonly scopes?: string[] | undefined;
  readonly ttl?: number | undefined;
}

interface ListArguments extends ProjectArguments {
  readonly run?: string | undefined;
}

interface RevokeArguments extends ProjectArguments {
  readonly id: string;
}

export const createWorkerTokenCommand: CommandModule<Global, CreateArguments> = {
  command: 'create',
  describe: 'Create a token for one agent in one run',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    projectOptions(options)
      .option('run', {
        type: 'string',
        demandOption: true,
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Run ID',
      })
      .option('agent', {
        type: 'string',
        demandOption: true,
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Agent ID, such as implementer-1',
      })
      .option('scopes', {
        type: 'string',
        requiresArg: true,
        coerce: scopesOf,
        describe: 'Comma-separated scopes [default: those of the agent’s role]',
      })
      .option('ttl', {
        type: 'string',
        requiresArg: true,
        coerce: durationOption('ttl'),
        describe: 'Lifetime, such as 30m or 2d [default: 8h]',
      })
      .example('$0 mcp token create --run run-1 --agent implementer-1', 'Create and print a token')
      .example(
        '$0 mcp token create --run run-1 --agent implementer-1 --scopes tasks:read,repo:read',
        'Create a token that only reads',
      )
      .epilogue('Prints the token, once: store it now; --json: {id, token, expires_at}.'),
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
  describe: 'List worker tokens, newest first, including those that ended within the last month',
  builder: (options: Argv<Global>): Argv<ListArguments> =>
    projectOptions(options)
      .option('run', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Only tokens of this run',
      })
      .example('$0 mcp token list', 'Print one line per token')
      .epilogue('Prints ID, state, expiry, run, agent and scopes; --json: an array of the same.'),
  handler: (given) =>
    administer(given, async (tokens) => {
      const found = await tokens.list(given.run);
      print(given, found, found.length === 0 ? 'No tokens.' : found.map(line).join('\n'));
    }),
};

export const revokeWorkerTokenCommand: CommandModule<Global, RevokeArguments> = {
  command: 'revoke <id>',
  describe: 'Revoke a worker token immediately',
  builder: (options: Argv<Global>): Argv<RevokeArguments> =>
    projectOptions(options)
      .positional('id', {
        type: 'string',
        demandOption: true,
        describe: 'Token ID, as in the list',
      })
      .example('$0 mcp token revoke 0190b6f1-…', 'Refuse all further calls with the token')
      .epilogue(
        'Prints the token as in the list; --json: {id, run_id, agent_id, scopes, state, expires_at}.',
      ),
  handler: (given) =>
    administer(given, async (tokens) => {
      const revoked = await tokens.revoke(given.id);
      print(given, revoked, line(revoked));
    }),
};

function scopesOf(given: string | string[] | undefined): string[] | undefined {
  return given === undefined ? undefined : listScopes(lastValue<string>(given));
}

function listScopes(given: string): string[] {
  return given
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
}

function line({ id, state, expires_at, run_id, agent_id, scopes }: PresentedWorkerToken): string {
  return [id, state.padEnd(7), expires_at, run_id, agent_id, scopes.join(',')].join('  ');
}

export async function administer(
  given: ProjectArguments,
  work: (tokens: WorkerTokenAdministration) => Promise<void>,
): Promise<void> {
  const { administerWorkerTokens } = await import('@galley/coordinator');
  await administerWorkerTokens(await projectOf(given), work);
}
