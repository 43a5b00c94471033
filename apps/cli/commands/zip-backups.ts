import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { BackupByHand } from '@galley/cms';
import { progressOn, type Progress } from '../progress-line.ts';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

interface ListArguments extends Global {
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

interface CreateArguments extends ListArguments {
  readonly name: string;
  readonly media: boolean;
  readonly database: boolean;
}

interface VerifyArguments extends Global {
  readonly file: string;
  readonly json: boolean;
}

const longestName = 200;

export const createBackupCommand: CommandModule<Global, CreateArguments> = {
  command: 'create [name]',
  describe: 'Make a ZIP of the content, also while the server runs',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    listOptions(options)
      .positional('name', {
        type: 'string',
        default: 'backup',
        describe: 'What the file is called after',
      })
      .option('media', {
        type: 'boolean',
        default: true,
        describe: 'Put the media in; --no-media leaves them out',
      })
      .option('database', {
        type: 'boolean',
        default: false,
        describe: 'Put in history, audit log and the like; never what anybody signs in with',
      })
      .check(({ name }) => {
        if (name.trim() !== '' && name.length <= longestName) return true;
        throw new Error(`the name has to be a text of 1 to ${longestName} characters`);
      })
      .example('$0 backup create', 'All of content/, into .service/backups')
      .example('$0 backup create before-redesign --no-media', 'Documents and settings alone')
      .example('$0 backup create nightly --database --json', 'In a scheduled job')
      .epilogue(
        'Prints the name of the file and its size once it is written and read back; --json: {id, name, type, size, include_media, created_at, created_by}. The folder is that of backup.directory.',
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

export const listBackupsCommand: CommandModule<Global, ListArguments> = {
  command: 'list',
  describe: 'Show the ZIP backups that are kept, newest first',
  builder: (options: Argv<Global>): Argv<ListArguments> =>
    listOptions(options)
      .example('$0 backup list', 'One line each')
      .example('$0 backup list --json', 'For a program')
      .epilogue(
        'Prints a line for each: its name, when and by whom it was made, what is in it, its size; --json: an array of the same.',
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
  describe: 'Read a ZIP backup from end to end and compare it with its sums',
  builder: (options: Argv<Global>): Argv<VerifyArguments> =>
    options
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'Path of the ZIP, wherever it is kept',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
      .example('$0 backup verify /mnt/nightly.zip', 'Is it whole?')
      .epilogue(
        'Prints how many files there are; --json: the same as one object. Exit code 1, and what is wrong, when it is not whole. It needs no project.',
      ),
  handler: async ({ file, json }) => {
    const { verifyBackup } = await import('@galley/cms');
    const verified = await withProgress((progress) =>
      verifyBackup(resolve(file), { onProgress: progress.verifying.show }),
    );
    if (json) console.log(JSON.stringify(verified));
    else console.log(`${file} is whole: ${verified.files} files, ${inMegabytes(verified.size)}.`);
  },
};

function listOptions(options: Argv<Global>): Argv<ListArguments> {
  return options
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
    .option('config-overlay', configOverlayOption);
}

async function projectOf({ project, configOverlay }: ListArguments) {
  return {
    projectDirectory: resolve(project),
    overlays: configOverlay ?? [],
    environment: process.env,
    logger: await quietLogger(),
  };
}

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

function line({ id, created_at, created_by, type, size }: BackupByHand): string {
  return `${id}  ${created_at}  ${created_by}  ${type}  ${inMegabytes(size)}`;
}

function inMegabytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
