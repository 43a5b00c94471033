import { writeFile } from 'node:fs/promises';
import type { Argv, CommandModule } from 'yargs';

interface OpenApiArguments {
  readonly project: string;
  readonly adminPath?: string | undefined;
  readonly output?: string | undefined;
}

export const openapiCommand: CommandModule<{ project: string }, OpenApiArguments> = {
  command: 'openapi',
  describe: 'Print the OpenAPI 3.1 description of the HTTP API',
  builder: (options: Argv<{ project: string }>): Argv<OpenApiArguments> =>
    options
      .option('admin-path', {
        type: 'string',
        requiresArg: true,
        describe: 'URL prefix of the admin [default: __admin]',
      })
      .option('output', {
        alias: 'o',
        type: 'string',
        requiresArg: true,
        describe: 'Write to this file instead of standard output',
      })
      .example('$0 openapi -o openapi.json', 'Write the description to a file')
      .epilogue(
        'Prints JSON. A running server serves the same document at /__admin/api/openapi.json.',
      ),
  handler: async ({ adminPath = '__admin', output }) => {
    const { buildOpenApi } = await import('@galley/cms');
    const text = `${JSON.stringify(await buildOpenApi({ adminPath }), null, 2)}\n`;
    if (output === undefined) process.stdout.write(text);
    else await writeFile(output, text);
  },
};
