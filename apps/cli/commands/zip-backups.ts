import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { CreatedBackup } from '@galley/cms';
import { progressOn, type Progress } from '../progress-line.ts';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';
import { jsonOption } from '../shared-options.ts';

interface CreateArguments extends ProjectArguments {
  readonly name: string;
  readonly media: boolean;
  readonly database: boolean;
}

interface VerifyArguments extends Global {
  readonly file: string;
  readonly json: boolean;
}

const maxNameLength = 200;

export const createBackupCommand: CommandModule<Global, CreateArguments> = {
  command: 'create [name]',
  describe: 'Create a ZIP of the content, also while the server runs',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    projectOptions(options)
      .positional('name', {
        type: 'string',
        default: 'backup',
        describe: 'Name to use in the file name',
      })
      .option('media', {
        type: 'boolean',
        default: true,
        describe: 'Include media; --no-media excludes them',
      })
      .option('database', {
        type: 'boolean',
        default: false,
        describe: 'Include history, audit log and other records, but no credentials',
      })
      .check(({ name }) => {
        if (name.trim() !== '' && name.length <= maxNameLength) return true;
        throw new Error(`the name must have 1 to ${maxNameLength} characters`);
      })
      .example('$0 backup create', 'Back up all of content/ to .service/backups')
      .example('$0 backup create before-redesign --no-media', 'Back up only documents and settings')
      .example(
        '$0 backup create nightly --database --json',
        'Back up everything in a scheduled job',
      )
      .epilogue(
        'Prints the file name and size after the file is written and verified; --json: {id, name, type, size, include_media, created_at, created_by}. backup.directory sets the folder.',
      ),
  handler: async (given) => {
    const { createBackup } = await import('@galley/cms');
    const { name, media: includeMedia, database: includeDatabase } = given;
    const project = await projectOf(given);
    const backup = await withProgress((progress) =>
      createBackup(project, {
        name,
        includeMedia,
        includeDatabase,
        onProgress: ({ phase, done, total }) => progress[phase].show(done, total),
      }),
    );
    if (given.json) console.log(JSON.stringify(backup));
    else console.log(`Backup ${backup.id}: ${inMegabytes(backup.size)}, written and verified.`);
  },
};

export const listBackupsCommand: CommandModule<Global, ProjectArguments> = {
  command: 'list',
  describe: 'List the ZIP backups, newest first',
  builder: (options: Argv<Global>): Argv<ProjectArguments> =>
    projectOptions(options)
      .example('$0 backup list', 'Print one line per backup')
      .example('$0 backup list --json', 'Print JSON')
      .epilogue(
        'Prints a line per backup: name, creation time, creator, contents, size; --json: an array of the same.',
      ),
  handler: async (given) => {
    const { listBackups } = await import('@galley/cms');
    const backups = await listBackups(await projectOf(given));
    if (given.json) console.log(JSON.stringify(backups));
    else for (const backup of backups) console.log(line(backup));
  },
};

export const verifyBackupCommand: CommandModule<Global, VerifyArguments> = {
  command: 'verify <file>',
  describe: 'Verify all files of a ZIP backup against their checksums',
  builder: (options: Argv<Global>): Argv<VerifyArguments> =>
    options
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'Path of the ZIP file',
      })
      .option('json', jsonOption)
      .example('$0 backup verify /mnt/nightly.zip', 'Verify a backup')
      .epilogue(
        'Prints the number of files; --json: one object with the same data. Prints the errors and exits with 1 if the backup is damaged. Needs no project.',
      ),
  handler: async ({ file, json }) => {
    const { verifyBackup } = await import('@galley/cms');
    const verified = await withProgress((progress) =>
      verifyBackup(resolve(file), { onProgress: progress.verifying.show }),
    );
    if (json) console.log(JSON.stringify(verified));
    else console.log(`${file} is intact: ${verified.files} files, ${inMegabytes(verified.size)}.`);
  },
};

type Phases = Readonly<Record<'writing' | 'verifying', Progress>>;

async function withProgress<T>(work: (progress: Phases) => Promise<T>): Promise<T> {
  const phases: Phases = {
    writing: progressOn(process.stderr, 'files written'),
    verifying: progressOn(process.stderr, 'files verified'),
  };
  try {
    return await work(phases);
  } finally {
    phases.verifying.clear();
  }
}

function line({ id, created_at, created_by, type, size }: CreatedBackup): string {
  return `${id}  ${created_at}  ${created_by}  ${type}  ${inMegabytes(size)}`;
}

function inMegabytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
