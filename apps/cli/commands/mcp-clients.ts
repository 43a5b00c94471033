import type { Argv, CommandModule } from 'yargs';
import type { PresentedClient } from '@galley/coordinator';
import { print, projectOptions, type Global, type ProjectArguments } from '../project-command.ts';
import { administer } from './worker-tokens.ts';

interface RevokeArguments extends ProjectArguments {
  readonly id: string;
}

const listClientsCommand: CommandModule<Global, ProjectArguments> = {
  command: 'list',
  describe:
    'List connected clients, newest first, including those that ended within the last month',
  builder: (options: Argv<Global>): Argv<ProjectArguments> =>
    projectOptions(options)
      .example('$0 mcp client list', 'Print one line per client')
      .epilogue(
        'Prints ID, state, expiry, agent, the person who connected it, and name; --json: an array of the same, with scopes.',
      ),
  handler: (given) =>
    administer(given, async (access) => {
      const found = await access.listClients();
      print(given, found, found.length === 0 ? 'No clients.' : found.map(line).join('\n'));
    }),
};

const revokeClientCommand: CommandModule<Global, RevokeArguments> = {
  command: 'revoke <id>',
  describe: 'Disconnect a client immediately',
  builder: (options: Argv<Global>): Argv<RevokeArguments> =>
    projectOptions(options)
      .positional('id', {
        type: 'string',
        demandOption: true,
        describe: 'ID of the client, as in the list',
      })
      .example('$0 mcp client revoke 0190b6f1-…', 'Refuse all further calls of the client')
      .epilogue('Prints the client as in the list.'),
  handler: (given) =>
    administer(given, async (access) => {
      const revoked = await access.revokeClient(given.id);
      print(given, revoked, line(revoked));
    }),
};

export const clientCommand: CommandModule<Global, Global> = {
  command: 'client',
  describe: 'List and disconnect clients that people have connected',
  builder: (options) =>
    options
      .command(listClientsCommand)
      .command(revokeClientCommand)
      .demandCommand(1, 'choose a command: list or revoke')
      .example('$0 mcp client list', 'List the clients')
      .epilogue('People connect clients in the admin. The audit log records all changes.'),
  handler: () => undefined,
};

function line({ id, state, expires_at, agent_id, connected_by, name }: PresentedClient): string {
  return [id, state.padEnd(9), expires_at, agent_id, connected_by, name].join('  ');
}
