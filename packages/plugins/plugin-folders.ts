import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { DomainError, isMissing, sha256 } from '@galley/kernel';
import { aiWriterInfo } from './aiwriter/ai-writer-info.ts';
import type { PluginManifest } from './manifest-schema.ts';
import { manifestFile, parseManifest, type ParsedManifest } from './manifest.ts';
import { pluginProblems } from './problems.ts';
import type { PluginCode } from './sandbox/messages.ts';

/** It may be missing. */
export interface PluginFolder {
  readonly directory: string;
  readonly builtin: boolean;
}

export interface FoundPlugin {
  readonly name: string;
  readonly directory: string;
  readonly builtin: boolean;
  /** Changes with any file of the plugin. */
  readonly fingerprint: string;
  /** Undefined when plugin.yaml is invalid. */
  readonly read: ParsedManifest | undefined;
  readonly code: PluginCode | undefined;
  /** With file and line; undefined for a usable plugin. */
  readonly problem: string | undefined;
}

export const maxModules = 200;
export const maxModuleBytes = 2 * 1024 * 1024;

/** Sorted by name. Of two with the same name, the later is invalid. */
export async function findPlugins(folders: readonly PluginFolder[]): Promise<FoundPlugin[]> {
  const found: FoundPlugin[] = [];
  for (const { directory, builtin } of folders) {
    for (const name of await pluginNames(directory)) {
      const plugin = await readPlugin(join(directory, name), { name, builtin });
      const isTaken = name === aiWriterInfo.name || found.some((other) => other.name === name);
      const problem = `There is another plugin ${name} that comes with Galley; give this one another name.`;
      // It must not inherit the consent for the plugin of the same name.
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

/** From sizes and times; cheaper than reading. */
export async function stampFolders(folders: readonly PluginFolder[]): Promise<string> {
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

/** Links could leave the folder, so they are not followed. */
async function listFiles(directory: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readFolder(folder)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && files.length <= maxModules) await visit(path);
      const isManifest = folder === directory && entry.name === manifestFile;
      if (entry.isFile() && (isManifest || isModule(entry.name))) files.push(path);
    }
  };
  await visit(directory);
  return files.sort();
}

export const isModule = (name: string): boolean =>
  name.endsWith('.js') && !name.endsWith('.test.js');

/** Faults of the plugin become `problem` instead of an exception. */
export async function readPlugin(
  directory: string,
  { name, builtin }: Pick<FoundPlugin, 'name' | 'builtin'>,
): Promise<FoundPlugin> {
  const texts: Record<string, string> = {};
  const found = { name, directory, builtin };
  try {
    const files = await listFiles(directory);
    if (files.length > maxModules) throw tooLarge(name);
    let bytes = 0;
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      bytes += text.length;
      if (bytes > maxModuleBytes) throw tooLarge(name);
      texts[relative(directory, file).replaceAll(sep, '/')] = text;
    }
    const read = parseManifest(requireManifest(texts, name), {
      folder: name,
      fileName: manifestFile,
    });
    const code = codeOf(read.manifest, texts);
    return { ...found, fingerprint: fingerprintOf(texts), read, code, problem: undefined };
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

/** @throws `invalid_plugin` without the module that `main` names */
export function codeOf(
  { name, version, main }: PluginManifest,
  { [manifestFile]: _manifest, ...files }: Readonly<Record<string, string>>,
): PluginCode {
  if (Object.hasOwn(files, main)) return { name, version, main, files };
  throw pluginProblems.invalid_plugin(
    `The plugin ${name} has no file ${main}, which main in ${manifestFile} names.`,
  );
}

export const fingerprintOf = (texts: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(Object.entries(texts)));

function requireManifest(texts: Readonly<Record<string, string>>, name: string): string {
  const text = texts[manifestFile];
  if (text !== undefined) return text;
  throw pluginProblems.invalid_plugin(
    `The folder ${name} has no ${manifestFile}, which says what the plugin is.`,
  );
}

const tooLarge = (name: string) =>
  pluginProblems.invalid_plugin(
    `The folder ${name} has more than ${maxModules} modules, or more than ${maxModuleBytes / 1024 / 1024} MiB of them.`,
  );
