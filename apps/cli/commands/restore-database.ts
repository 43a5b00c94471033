import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { DatabaseRestoreResult } from '@galley/cms';
import { identityFrom, identityOption } from '../identity-option.ts';
import { progressOn } from '../progress-line.ts';
import { projectOf } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';

interface RestoreArguments {
  readonly project: string;
  readonly file: string;
  readonly force: boolean;
  readonly identity?: string | undefined;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const restoreDatabaseCommand: CommandModule<{ project: string }, RestoreArguments> = {
  command: 'restore-database <file>',
  describe: 'Replace the project’s database with the one from a backup',
  builder: (options: Argv<{ project: string }>): Argv<RestoreArguments> =>
    options
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'Path of a ZIP created with --database',
      })
      .option('force', {
        type: 'boolean',
        default: false,
        describe: 'Replace a database that is not empty',
      })
      .option('identity', identityOption)
      .option('json', jsonOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 backup restore-database /mnt/nightly.zip', 'Restore into an empty database')
      .epilogue(
        'Prints what was restored; --json: {name, created_at, tables, rows, documents, history_entries, documents_in_folder, administrators}. Stop all servers first. The command verifies the file before it changes the database, and restores everything in one transaction with the privileges of database.owner_url. It migrates backups of older releases. Backups contain no passwords, tokens or keys.',
      ),
  handler: async ({ project, file, force, identity, json, configOverlay }) => {
    const { restoreDatabaseByHand } = await import('@galley/cms');
    const progress = progressOn(process.stderr, 'files verified');
    try {
      const restored = await restoreDatabaseByHand(
        await projectOf({ project, configOverlay }),
        resolve(file),
        { force, readIdentity: identityFrom(identity), onProgress: progress.show },
      );
      progress.clear();
      console.log(json ? JSON.stringify(restored) : report(restored));
    } finally {
      progress.clear();
    }
  },
};

function report(restored: DatabaseRestoreResult): string {
  const { name, created_at, rows, tables, documents, history_entries } = restored;
  const missing = documents - restored.documents_in_folder;
  const [administrator] = restored.administrators;
  return [
    `Restored ${name} of ${created_at}: ${rows} rows in ${tables} tables, among them ${documents} documents with ${history_entries} history entries.`,
    ...(missing > 0
      ? [
          `The content folder lacks ${missing} of the documents. Unpack content/ from the same file before the next start; otherwise Galley records these documents as deleted.`,
        ]
      : []),
    administrator === undefined
      ? 'The database has no administrator. Create one: galley users create NAME --role admin'
      : `No account has a password. Set one for an administrator: galley users reset-password ${administrator}`,
  ].join('\n');
}
