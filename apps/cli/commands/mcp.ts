import type { CommandModule } from 'yargs';
import { clientCommand } from './mcp-clients.ts';
import { mcpInspectCommand } from './mcp-inspect.ts';
import { mcpStdioCommand } from './mcp-stdio.ts';
import type { Global } from '../project-command.ts';
import {
  createWorkerTokenCommand,
  listWorkerTokensCommand,
  revokeWorkerTokenCommand,
} from './worker-tokens.ts';

const tokenCommand: CommandModule<Global, Global> = {
  command: 'token',
  describe: 'Create, list and revoke worker tokens for agents',
  builder: (options) =>
    options
      .command(createWorkerTokenCommand)
      .command(listWorkerTokensCommand)
      .command(revokeWorkerTokenCommand)
      .demandCommand(1, 'choose a command: create, list or revoke')
      .example('$0 mcp token list', 'List the tokens')
      .epilogue('The audit log records changes with the command line as their actor.'),
  handler: () => undefined,
};

export const mcpCommand: CommandModule<Global, Global> = {
  command: 'mcp',
  describe: 'Connect agents over the Model Context Protocol',
  builder: (options) =>
    options
      .command(tokenCommand)
      .command(clientCommand)
      .command(mcpStdioCommand)
      .command(mcpInspectCommand)
      .demandCommand(1, 'choose a command: token, client, stdio or inspect')
      .example(
        '$0 mcp token create --run run-1 --agent implementer-1',
        'Create a token for one agent',
      )
      .epilogue(
        'galley start and galley run serve the MCP endpoint at /mcp, and galley serve serves one for desktop clients below the admin.',
      ),
  handler: () => undefined,
};
