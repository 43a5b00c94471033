import type { CommandModule } from 'yargs';
import { mcpInspectCommand } from './mcp-inspect.ts';
import { mcpStdioCommand } from './mcp-stdio.ts';
import {
  createWorkerTokenCommand,
  listWorkerTokensCommand,
  revokeWorkerTokenCommand,
} from './worker-tokens.ts';

interface Global {
  readonly project: string;
}

const tokenCommand: CommandModule<Global, Global> = {
  command: 'token',
  describe: 'Make, list and revoke the tokens that agents come in with',
  builder: (options) =>
    options
      .command(createWorkerTokenCommand)
      .command(listWorkerTokensCommand)
      .command(revokeWorkerTokenCommand)
      .demandCommand(1, 'say what to do: create, list or revoke')
      .example('$0 mcp token list', 'The tokens that there are')
      .epilogue('What is done here is in the audit log, as done on the command line.'),
  handler: () => undefined,
};

export const mcpCommand: CommandModule<Global, Global> = {
  command: 'mcp',
  describe: 'Let agents in, which work over the Model Context Protocol',
  builder: (options) =>
    options
      .command(tokenCommand)
      .command(mcpStdioCommand)
      .command(mcpInspectCommand)
      .demandCommand(1, 'say what it is about: token, stdio or inspect')
      .example('$0 mcp token create --run run-1 --agent implementer-1', 'A token for one agent')
      .epilogue('galley start and galley run serve agents at /mcp, where they listen.'),
  handler: () => undefined,
};
