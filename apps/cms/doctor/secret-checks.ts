import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { redactSecrets } from '@galley/kernel';
import { isOpenToOthers, projectFile, secretsDirectory } from '@galley/service';
import type { Config } from '@galley/settings';
import { failed, listed, ok, warning, type Check } from './check.ts';

const othersEnterMask = 0o001;
const othersAccessMask = 0o007;
const othersReadWriteMask = 0o006;

const isWindows = process.platform === 'win32';
const whyKeys =
  'The keys and passwords in this folder give access to second factors, sessions and the database.';

export async function dataFolderCheck(folder: string): Promise<Check> {
  const name = 'data_folder';
  if (!existsSync(folder) || !(await isOpenToOthers(folder)))
    return ok(name, `Other accounts of this machine have no access to ${folder}.`);
  return warning(name, {
    message: `Other accounts of this machine have access to ${folder}.`,
    where: folder,
    why: 'The folder holds the keys of the project and the embedded database. The server restricts access at startup if its account owns the folder.',
    advice: `chmod 700 ${folder}, as the account that owns it.`,
  });
}

export async function secretsCheck(dataDirectory: string): Promise<Check> {
  const name = 'secrets';
  const folder = secretsDirectory(dataDirectory);
  if (!existsSync(folder)) return ok(name, `No secrets yet. Galley will store them in ${folder}.`);
  const { mode } = await stat(folder);
  if (isWindows || (mode & othersAccessMask) === 0) {
    return ok(name, `Other accounts of this machine cannot read ${folder}.`);
  }
  const about = { where: folder, why: whyKeys };
  const close = `chmod -R go-rwx ${folder}`;
  if ((mode & othersEnterMask) !== 0) {
    const open: string[] = [];
    for (const file of await readdir(folder)) {
      if (((await stat(join(folder, file))).mode & othersReadWriteMask) !== 0) open.push(file);
    }
    if (open.length > 0) {
      const message = `Every account of this machine can read or change ${listed(open)} in ${folder}.`;
      const advice = `${close}, and replace the exposed secrets.`;
      return failed(name, { ...about, message, advice });
    }
  }
  const message = `Every account of this machine can list ${folder}.`;
  return warning(name, { ...about, message, advice: close });
}

interface Sources {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly config: Config;
}

export async function openFilesCheck({
  projectDirectory,
  overlays,
  config,
}: Sources): Promise<Check> {
  const name = 'secret_files';
  const open: string[] = [];
  for (const file of [projectFile, ...overlays].map((one) => resolve(projectDirectory, one))) {
    if ((await isReadByAll(file)) && (await holdsSecret(file))) open.push(file);
  }
  const { keyFile } = config.coordinator.tls ?? {};
  if (keyFile !== undefined && (await isReadByAll(keyFile))) open.push(keyFile);
  if (open.length === 0)
    return ok(name, 'No file with a key or password is readable by other accounts.');
  return failed(name, {
    message: `Every account of this machine can read ${listed(open)}, which contains a key or a password.`,
    where: listed(open),
    why: 'Every user of this machine, and every compromised program, can read it.',
    advice: `chmod go-rwx ${open.join(' ')}; or move secrets to environment variables and write \${NAME} in the file.`,
  });
}

async function isReadByAll(file: string): Promise<boolean> {
  if (isWindows || !existsSync(file)) return false;
  return ((await stat(file)).mode & othersReadWriteMask) !== 0;
}

async function holdsSecret(file: string): Promise<boolean> {
  const text = (await readFile(file, 'utf8')).replace(/^\s*#.*$/gm, '');
  const withoutNames = text.replace(/(?<!\$)\$\{[^}]*\}/g, '');
  return (
    /encryption_key:\s*["']?[^\s"']/.test(withoutNames) ||
    redactSecrets(withoutNames) !== withoutNames
  );
}

/** Backups contain drafts. */
export async function openBackupsCheck(directory: string): Promise<Check> {
  const name = 'backup_folder';
  const open = await openBackups(directory);
  if (open.length === 0) return ok(name, 'Other accounts of this machine cannot read the backups.');
  return warning(name, {
    message: `Every account of this machine can read ${listed(open, 3)}.`,
    where: directory,
    why: 'A backup contains drafts, and with --database the history and the audit log.',
    advice: `chmod -R go-rwx ${directory}`,
  });
}

async function openBackups(directory: string): Promise<string[]> {
  if (isWindows || !existsSync(directory)) return [];
  if (((await stat(directory)).mode & othersEnterMask) === 0) return [];
  const archives = (await readdir(directory)).filter((file) => /\.zip(?:\.age)?$/.test(file));
  const open: string[] = [];
  for (const file of archives) if (await isReadByAll(join(directory, file))) open.push(file);
  return open;
}
