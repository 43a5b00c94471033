import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { DomainError, isMissing, sha256 } from '@galley/kernel';
import { aiWriterInfo } from './aiwriter/ai-writer-info.ts';
import { manifestFile, parseManifest, type ReadManifest } from './manifest.ts';
import { pluginProblems } from './problems.ts';
import type { PluginCode } from './sandbox/messages.ts';

/** A folder with plugins, each in a folder of its own. It need not exist. */
export interface PluginFolder {
  readonly directory: string;
  /** They come with Galley. */
  readonly builtin: boolean;
}

/** A folder with a plugin.yaml. */
export interface FoundPlugin {
  /** Of the folder. */
  readonly name: string;
  readonly directory: string;
  readonly builtin: boolean;
  /** Another one when any file of it changes. */
  readonly fingerprint: string;
  /** Undefined when the plugin.yaml cannot be used. */
  readonly read: ReadManifest | undefined;
  readonly code: PluginCode | undefined;
  /** Why it cannot be used, with file and line. */
  readonly problem: string | undefined;
}

const mostFiles = 200;
const mostBytes = 2 * 1024 * 1024;

/** Every plugin of the folders, by name, the broken ones among them; of two with one name, the later is broken. */
export async function findPlugins(folders: readonly PluginFolder[]): Promise<FoundPlugin[]> {
  const found: FoundPlugin[] = [];
  for (const { directory, builtin } of folders) {
    for (const name of await pluginNames(directory)) {
      const plugin = await readPlugin(join(directory, name), { name, builtin });
      const isTaken = name === aiWriterInfo.name || found.some((other) => other.name === name);
      const problem = `There is another plugin ${name} that comes with Galley; give this one another name.`;
      // It must not get what was consented to for the other one, so that it is told and left out.
      if (isTaken)
        found.push({
          ...plugin,
          name: `${name} (${basename(directory)})`,
          read: undefined,
          code: undefined,
          problem,
        });
      else found.push(plugin);
    }
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Another text when a file of any plugin in the folders has come, gone or changed; cheaper than reading them. */
export async function stampOf(folders: readonly PluginFolder[]): Promise<string> {
  const stamps: string[] = [];
  for (const { directory } of folders) {
    for (const name of await pluginNames(directory)) {
      for (const file of await listFiles(join(directory, name))) {
        const { size, mtimeMs } = await lstat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
        stamps.push(`${file} ${size} ${mtimeMs}`);
      }
    }
  }
  return stamps.join('\n');
}

async function pluginNames(directory: string): Promise<string[]> {
  const entries = await readFolder(directory);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

async function readFolder(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The manifest and the modules of a plugin. Links are not followed: they could lead out of the folder. */
async function listFiles(directory: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readFolder(folder)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && files.length <= mostFiles) await visit(path);
      const isManifest = folder === directory && entry.name === manifestFile;
      if (entry.isFile() && (isManifest || isModule(entry.name))) files.push(path);
    }
  };
  await visit(directory);
  return files.sort();
}

const isModule = (name: string): boolean => name.endsWith('.js') && !name.endsWith('.test.js');

/** Reads one plugin from its folder. It never throws for what is wrong with the plugin. */
export async function readPlugin(
  directory: string,
  { name, builtin }: Pick<FoundPlugin, 'name' | 'builtin'>,
): Promise<FoundPlugin> {
  const texts: Record<string, string> = {};
  const found = { name, directory, builtin };
  try {
    const files = await listFiles(directory);
    if (files.length > mostFiles) throw tooMuch(name);
    let bytes = 0;
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      bytes += text.length;
      if (bytes > mostBytes) throw tooMuch(name);
      texts[relative(directory, file).replaceAll(sep, '/')] = text;
    }
    const read = parseManifest(manifestIn(texts, name), { folder: name, fileName: manifestFile });
    const { [manifestFile]: _manifest, ...modules } = texts;
    const { main, version } = read.manifest;
    if (!Object.hasOwn(modules, main)) throw withoutMain(name, main);
    const fingerprint = fingerprintOf(texts);
    return {
      ...found,
      fingerprint,
      read,
      code: { name, version, main, files: modules },
      problem: undefined,
    };
  } catch (error) {
    const problem =
      error instanceof DomainError
        ? error.message
        : `Its folder cannot be read (${String(error)}).`;
    return {
      ...found,
      fingerprint: fingerprintOf(texts),
      read: undefined,
      code: undefined,
      problem,
    };
  }
}

const fingerprintOf = (texts: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(Object.entries(texts)));

function manifestIn(texts: Readonly<Record<string, string>>, name: string): string {
  const text = texts[manifestFile];
  if (text !== undefined) return text;
  throw pluginProblems.invalid_plugin(
    `The folder ${name} has no ${manifestFile}, which says what the plugin is.`,
  );
}

const withoutMain = (name: string, main: string) =>
  pluginProblems.invalid_plugin(
    `The folder ${name} has no file ${main}, which main in ${manifestFile} names.`,
  );

const tooMuch = (name: string) =>
  pluginProblems.invalid_plugin(
    `The folder ${name} has more than ${mostFiles} modules, or more than ${mostBytes / 1024 / 1024} MiB of them.`,
  );
