import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { lastGiven } from '../last-given.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

interface InspectArguments extends Global {
  readonly output?: string | undefined;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const mcpInspectCommand: CommandModule<Global, InspectArguments> = {
  command: 'inspect',
  describe: 'Write what agents are set up with: the tools, and configurations for common agents',
  builder: (options: Argv<Global>): Argv<InspectArguments> =>
    options
      .option('output', {
        type: 'string',
        requiresArg: true,
        coerce: lastGiven<string>,
        describe: 'Folder to write into [default: .service/run/mcp in the project]',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print it as JSON, and write nothing',
      })
      .check(({ output, json }) => {
        if (output === undefined || !json) return true;
        throw new Error('--json writes nothing: leave out --output');
      })
      .option('config-overlay', configOverlayOption)
      .example('$0 mcp inspect', 'Into the project, as galley run does')
      .example('$0 mcp inspect --json', '{manifest, tools, clients}')
      .epilogue(
        'Prints the folder. No secret is in it: agents take the token from GALLEY_WORKER_TOKEN.',
      ),
  handler: async ({ project, output, json, configOverlay }) => {
    const { inspectMcp } = await import('@galley/coordinator');
    const { assets, write } = await inspectMcp({
      projectDirectory: resolve(project),
      overlays: configOverlay ?? [],
      environment: process.env,
    });
    if (json) console.log(JSON.stringify(assets));
    else console.log(await write(output && resolve(output)));
  },
};
