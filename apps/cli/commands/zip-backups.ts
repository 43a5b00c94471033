import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { CreatedBackup, ListedBackup, PresentedStored } from '@galley/cms';
import { identityFrom, identityOption } from '../identity-option.ts';
import { progressOn, type Progress } from '../progress-line.ts';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';
import { jsonOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface CreateArguments extends ProjectArguments {
  readonly name: string;
  readonly media: boolean;
  readonly database: boolean;
}

interface ListArguments extends ProjectArguments {
  readonly s3: boolean;
}

interface VerifyArguments extends Global {
  readonly file: string;
  readonly identity?: string | undefined;
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
        'Prints the file name and size after the file is written and verified; --json: {id, name, type, size, include_media, encrypted, created_at, created_by}, with backup.s3 also uploaded and upload_problem. backup.directory sets the folder. With backup.encryption.recipients the file is encrypted, and with backup.s3 it is uploaded; exit code 1 if the upload fails.',
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
    else console.log(`Backup ${backup.id}: ${inMegabytes(backup.size)}, ${stateOf(backup)}.`);
    if (!backup.upload_problem) return;
    console.error(
      `galley: The backup is in the backup folder, but was not uploaded. A running server and the next galley backup create try again. ${backup.upload_problem}`,
    );
    process.exitCode = 1;
  },
};

export const listBackupsCommand: CommandModule<Global, ListArguments> = {
  command: 'list',
  describe: 'List the backups, newest first',
  builder: (options: Argv<Global>): Argv<ListArguments> =>
    projectOptions(options)
      .option('s3', {
        type: 'boolean',
        default: false,
        describe: 'List the backups in the S3 bucket (backup.s3)',
      })
      .example('$0 backup list', 'Print one line per backup')
      .example('$0 backup list --json', 'Print JSON')
      .example('$0 backup list --s3', 'List the uploaded backups')
      .epilogue(
        'Prints a line per backup: name, creation time, creator, contents, size; --json: an array of the same. With --s3: name, creation time, size; --json: an array of {id, name, created_at, size, encrypted}.',
      ),
  handler: async (given) => {
    const { listBackups, listStoredBackups } = await import('@galley/cms');
    const project = await projectOf(given);
    const backups = given.s3 ? await listStoredBackups(project) : await listBackups(project);
    if (given.json) console.log(JSON.stringify(backups));
    else for (const backup of backups) console.log(line(backup));
  },
};

export const verifyBackupCommand: CommandModule<Global, VerifyArguments> = {
  command: 'verify <file>',
  describe: 'Verify all files of a backup against their checksums',
  builder: (options: Argv<Global>): Argv<VerifyArguments> =>
    options
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'Path of the backup',
      })
      .option('identity', identityOption)
      .option('json', jsonOption)
      .example('$0 backup verify /mnt/nightly.zip', 'Verify a backup')
      .epilogue(
        'Prints the number of files; --json: one object with the same data. Prints the errors and exits with 1 if the backup is damaged. Needs no project.',
      ),
  handler: async ({ file, identity, json }) => {
    const { verifyBackup } = await import('@galley/cms');
    // A decrypted copy is removed before the program ends.
    const stop = stopSignal();
    const options = { signal: stop.signal, readIdentity: identityFrom(identity) };
    const verified = await withProgress((progress) =>
      verifyBackup(resolve(file), { ...options, onProgress: progress.verifying.show }),
    ).finally(stop.release);
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

function line(backup: ListedBackup | PresentedStored): string {
  const { id, created_at, size } = backup;
  const origin = 'type' in backup ? [backup.created_by, backup.type] : [];
  return [id, created_at, ...origin, inMegabytes(size)].join('  ');
}

function stateOf({ encrypted, uploaded }: CreatedBackup): string {
  const done = [
    'written',
    ...(encrypted ? ['encrypted'] : []),
    'verified',
    ...(uploaded ? ['uploaded'] : []),
  ];
  return `${done.slice(0, -1).join(', ')} and ${done.at(-1)!}`;
}

export function inMegabytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
