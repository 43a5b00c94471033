import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DomainError, type Logger, newId, syncFolder } from '@galley/kernel';
import { locateBinaries, type Binaries } from './binaries.ts';
import {
  applicationPasswordFile,
  findOrCreatePassword,
  findPassword,
  passwordFile,
} from './password.ts';
import { embeddedProblems, explainError, startFailure } from './problems.ts';
import { runProgram, shellWord, type SystemUser } from './program.ts';
import { chooseServerUser, giveFolder } from './server-user.ts';
import { isAlive } from './system-process.ts';

export interface ClusterOptions {
  /** Its siblings `<folder>.new-*` are used during creation. */
  readonly dataDirectory: string;
  readonly secretsDirectory: string;
  /** PostgreSQL settings for the next start; they override postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

interface ClusterLocation {
  readonly dataDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logger: Logger;
  readonly binaries: Binaries;
  readonly passwordFile: string;
  /** `undefined` for the account of this process. */
  readonly user: SystemUser | undefined;
}

interface ClusterPasswords {
  readonly password: string;
  readonly applicationPassword: string;
}

export type Cluster = ClusterLocation & ClusterPasswords;

/** Superuser of the cluster, who owns what the migrations create. */
export const ownerRole = 'galley';
export const applicationRole = 'galley_app';

/**
 * Relative to the folder as working directory: a path would enter a shell command unescaped, and when Galley runs as
 * root, the server's user may lack access to parent folders.
 */
export function folderArgument(user: SystemUser | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : '.';
}

/** Safe for several processes at once. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDirectory, secretsDirectory, settings = {}, logger } = options;
  const user = await chooseServerUser(dataDirectory);
  const binaries = await locateBinaries(user);
  const file = passwordFile(secretsDirectory);
  const place = { dataDirectory, settings, logger, user, binaries, passwordFile: file };
  const version = await findClusterVersion(dataDirectory);
  if (version !== undefined) checkVersion(place, version);
  const isNew = version === undefined;
  const passwords = await explainError(secretsDirectory, () => readPasswords(place, { isNew }));
  const cluster = { ...place, ...passwords };
  if (isNew) await createCluster(cluster);
  else await giveFolder(dataDirectory, user);
  return cluster;
}

async function readPasswords(
  place: ClusterLocation,
  { isNew }: { readonly isNew: boolean },
): Promise<ClusterPasswords> {
  const file = place.passwordFile;
  const password = await (isNew ? findOrCreatePassword(file) : findPassword(file));
  if (!password) throw missingPasswordError(place);
  // This password is independent of the cluster: each attachment sets it for the role.
  const applicationFile = applicationPasswordFile(dirname(file));
  return { password, applicationPassword: await findOrCreatePassword(applicationFile) };
}

async function findClusterVersion(dataDirectory: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDirectory, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function checkVersion({ dataDirectory, binaries }: ClusterLocation, version: string): void {
  if (version === binaries.majorVersion) return;
  throw embeddedProblems.database_start_failed(
    `The cluster in ${dataDirectory} was created by PostgreSQL ${version}; this Galley includes PostgreSQL ${binaries.majorVersion}, which cannot read it. Dump the database with the Galley (or PostgreSQL ${version}) that created it, move the folder away, start this Galley and restore the dump.`,
  );
}

function missingPasswordError(cluster: ClusterLocation): DomainError {
  const { dataDirectory, binaries, user } = cluster;
  const asUser = user ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups ` : '';
  const postgres = `${asUser}${shellWord(binaries.postgres)} --single -D ${folderArgument(user)} postgres`;
  return embeddedProblems.database_start_failed(
    `The cluster in ${dataDirectory} exists, but its password file, ${cluster.passwordFile}, is missing or empty. Restore the file from a copy. Without a copy, write a new password of letters and digits into it, give it mode 0600, and run:\ncd ${shellWord(dataDirectory)} && echo "ALTER ROLE ${ownerRole} PASSWORD '<the new password>'" | ${postgres}`,
  );
}

/** Written at creation only, so that operators may tune them in postgresql.conf. */
const firstSettings = [
  'max_connections=100',
  'shared_buffers=128MB',
  'max_wal_size=256MB',
  'logging_collector=on',
  'log_directory=log',
  // A file per weekday, overwritten a week later, bounds the log.
  'log_filename=postgresql-%a.log',
  'log_truncate_on_rotation=on',
  'log_rotation_age=1d',
  'log_rotation_size=0',
  'log_min_messages=warning',
  'log_checkpoints=off',
];

/** Build folders in use by this process; those of other processes carry their process id in the name. */
const activeBuildFolders = new Set<string>();

/** Creates a sibling folder and renames it when complete: a crash leaves no partial cluster, the first rename wins. */
async function createCluster(cluster: Cluster): Promise<void> {
  const { dataDirectory, user, password } = cluster;
  await mkdir(dirname(dataDirectory), { recursive: true });
  await removeLeftovers(dataDirectory);
  const building = `${dataDirectory}.new-${process.pid}-${newId()}`;
  const folder = join(building, 'cluster');
  activeBuildFolders.add(building);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(building, 'password'), password, { mode: 0o600 });
    await giveFolder(building, user);
    await initialize(cluster, folder);
    await moveIntoPlace(folder, dataDirectory);
  } finally {
    await rm(building, { recursive: true, force: true, maxRetries: 5 });
    activeBuildFolders.delete(building);
  }
}

async function initialize(cluster: Cluster, folder: string): Promise<void> {
  const { binaries, user, dataDirectory, settings } = cluster;
  const args = [
    ...['-D', folderArgument(user), `--username=${ownerRole}`],
    ...['--pwfile=../password', '--auth=scram-sha-256', '--data-checksums'],
    // Many machines have no locale installed.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...firstSettings.flatMap((setting) => ['--set', setting]),
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ];
  const { succeeded, output } = await runProgram(binaries.initdb, args, { cwd: folder, user });
  if (!succeeded) throw await startFailure(dataDirectory, output);
}

async function moveIntoPlace(folder: string, dataDirectory: string): Promise<void> {
  try {
    await rename(folder, dataDirectory);
  } catch (error) {
    if ((await findClusterVersion(dataDirectory)) !== undefined) return;
    throw embeddedProblems.database_start_failed(
      `The cluster could not be moved to ${dataDirectory} (${(error as Error).message}). That folder must be empty or missing and must not be a mount point: mount a volume at ${dirname(dataDirectory)} instead.`,
    );
  }
  await syncFolder(dirname(dataDirectory));
}

async function removeLeftovers(dataDirectory: string): Promise<void> {
  const prefix = `${basename(dataDirectory)}.new-`;
  for (const name of await readdir(dirname(dataDirectory))) {
    if (!name.startsWith(prefix)) continue;
    const path = join(dirname(dataDirectory), name);
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    const isInUse = pid === process.pid ? activeBuildFolders.has(path) : isAlive(pid);
    if (!isInUse) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}
