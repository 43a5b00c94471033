import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface AdoptTreeArguments {
  readonly project: string;
  readonly force: boolean;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const adoptTreeCommand: CommandModule<{ project: string }, AdoptTreeArguments> = {
  command: 'adopt-tree',
  describe: 'Make the content folder of this project the one of its database',
  builder: (options: Argv<{ project: string }>): Argv<AdoptTreeArguments> =>
    options
      .option('force', {
        type: 'boolean',
        default: false,
        describe: 'Adopt a folder that has none of the documents; they count as deleted then',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
      .option('config-overlay', configOverlayOption)
      .example('$0 adopt-tree', 'After this folder has replaced the one of before')
      .epilogue(
        'Prints how many documents the folder has; --json: {directory, adopted, documents, found, previous}. Stop every server of the database first; one that still uses another folder refuses saves from then on. The next start records what differs as edits on disk.',
      ),
  handler: async ({ project, force, json, configOverlay }) => {
    const { adoptProjectTree } = await import('@galley/cms');
    const adopted = await adoptProjectTree({
      projectDirectory: resolve(project),
      overlays: configOverlay ?? [],
      environment: process.env,
      logger: await quietLogger(),
      force,
    });
    if (json) console.log(JSON.stringify(adopted));
    else if (!adopted.adopted) console.log(`The database uses ${adopted.directory} already.`);
    else
      console.log(
        `The database uses ${adopted.directory} now: it has ${adopted.found} of ${adopted.documents} documents.`,
      );
  },
};
