import type { Argv, CommandModule } from 'yargs';
import { projectOf } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';

interface AdoptTreeArguments {
  readonly project: string;
  readonly force: boolean;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const adoptTreeCommand: CommandModule<{ project: string }, AdoptTreeArguments> = {
  command: 'adopt-tree',
  describe: 'Link the project’s database to this content folder',
  builder: (options: Argv<{ project: string }>): Argv<AdoptTreeArguments> =>
    options
      .option('force', {
        type: 'boolean',
        default: false,
        describe: 'Adopt a folder without any of the documents; they become deleted',
      })
      .option('json', jsonOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 adopt-tree', 'Adopt the folder that replaces the previous one')
      .epilogue(
        'Prints the number of documents found in the folder; --json: {directory, adopted, documents, found, previous}. Stop all servers that use the database first: a server on another content folder refuses saves after this command. The next start records differences as edits on disk.',
      ),
  handler: async ({ project, force, json, configOverlay }) => {
    const { adoptProjectTree } = await import('@galley/cms');
    const adopted = await adoptProjectTree({
      ...(await projectOf({ project, configOverlay })),
      force,
    });
    if (json) console.log(JSON.stringify(adopted));
    else if (!adopted.adopted) console.log(`The database already uses ${adopted.directory}.`);
    else
      console.log(
        `The database now uses ${adopted.directory}, which holds ${adopted.found} of ${adopted.documents} documents.`,
      );
  },
};
