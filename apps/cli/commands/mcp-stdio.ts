import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { lastValue } from '../last-value.ts';
import type { Global } from '../project-command.ts';
import { configOverlayOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface StdioArguments extends Global {
  readonly url?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly caFile?: string | undefined;
  readonly configOverlay?: string[] | undefined;
}

const text = { type: 'string', requiresArg: true, coerce: lastValue<string> } as const;

export const mcpStdioCommand: CommandModule<Global, StdioArguments> = {
  command: 'stdio',
  describe: 'Bridge an agent on standard input and output to the coordinator',
  builder: (options: Argv<Global>): Argv<StdioArguments> =>
    options
      .option('url', {
        ...text,
        describe:
          'MCP endpoint, such as http://127.0.0.1:7117/mcp [default: GALLEY_MCP_URL, or the project’s endpoint]',
      })
      .option('token-file', {
        ...text,
        describe: 'File with the worker token [default: the value of GALLEY_WORKER_TOKEN]',
      })
      .option('ca-file', {
        ...text,
        describe: 'PEM certificates to trust in addition to the system’s',
      })
      .option('config-overlay', configOverlayOption)
      .example('$0 mcp stdio', 'Connect to the coordinator of the project in this folder')
      .example(
        '$0 mcp stdio --url https://example.org:7117/mcp --token-file token',
        'Connect to another coordinator',
      )
      .epilogue(
        'Prints only MCP messages, one per line, and reads them from standard input until it ends. Errors appear in the responses and on standard error.',
      ),
  handler: async ({ project, url, tokenFile, caFile, configOverlay }) => {
    const { bridgeAgent } = await import('@galley/coordinator');
    const stop = stopSignal();
    try {
      await bridgeAgent({
        projectDirectory: resolve(project),
        overlays: configOverlay ?? [],
        environment: process.env,
        url,
        tokenFile,
        caFile,
        input: process.stdin,
        output: process.stdout,
        onFault: (sentence) => console.error(`galley: ${sentence}`),
        signal: stop.signal,
      });
    } finally {
      stop.release();
    }
  },
};
