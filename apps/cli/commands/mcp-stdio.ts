import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { lastGiven } from '../last-given.ts';
import { configOverlayOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface Global {
  readonly project: string;
}

interface StdioArguments extends Global {
  readonly url?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly caFile?: string | undefined;
  readonly configOverlay?: string[] | undefined;
}

const text = { type: 'string', requiresArg: true, coerce: lastGiven<string> } as const;

export const mcpStdioCommand: CommandModule<Global, StdioArguments> = {
  command: 'stdio',
  describe: 'Bridge an agent on standard input and output to the coordinator',
  builder: (options: Argv<Global>): Argv<StdioArguments> =>
    options
      .option('url', {
        ...text,
        describe:
          'The endpoint, such as http://127.0.0.1:7117/mcp [default: GALLEY_MCP_URL, or as the project has it]',
      })
      .option('token-file', {
        ...text,
        describe: 'A file that has the token of the worker [default: GALLEY_WORKER_TOKEN has it]',
      })
      .option('ca-file', {
        ...text,
        describe: 'Certificates (PEM) to trust beside those of the system',
      })
      .option('config-overlay', configOverlayOption)
      .example('$0 mcp stdio', 'To the coordinator of the project in this folder')
      .example('$0 mcp stdio --url https://example.org:7117/mcp --token-file token', 'To another')
      .epilogue(
        'Prints messages of MCP and nothing else, a line each, and takes such on standard input; it ends with that. What goes wrong is in the answers, and on standard error.',
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
