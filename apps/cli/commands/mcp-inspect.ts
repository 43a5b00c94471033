import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { lastValue } from '../last-value.ts';
import type { Global } from '../project-command.ts';
import { configOverlayOption } from '../shared-options.ts';

interface InspectArguments extends Global {
  readonly output?: string | undefined;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const mcpInspectCommand: CommandModule<Global, InspectArguments> = {
  command: 'inspect',
  describe: 'Write the tool list and client configurations for common agents',
  builder: (options: Argv<Global>): Argv<InspectArguments> =>
    options
      .option('output', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Output folder [default: .service/run/mcp in the project]',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print JSON instead of writing files',
      })
      .check(({ output, json }) => {
        if (output === undefined || !json) return true;
        throw new Error('use either --json or --output: --json writes no files');
      })
      .option('config-overlay', configOverlayOption)
      .example('$0 mcp inspect', 'Write into the project, as galley run does')
      .example('$0 mcp inspect --json', 'Print {manifest, tools, clients}')
      .epilogue(
        'Prints the folder. The files contain no secrets: agents read the token from GALLEY_WORKER_TOKEN.',
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
