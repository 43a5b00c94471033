import { readPackage, type ArchiveLimits, type PackageFile } from '@galley/archive';
import { sha256 } from '@galley/kernel';
import { manifestFile, parseManifest, type ParsedManifest } from './manifest.ts';
import {
  codeOf,
  fingerprintOf,
  isModule,
  maxModuleBytes,
  maxModules,
  type FoundPlugin,
} from './plugin-folders.ts';
import { pluginProblems } from './problems.ts';

/** Bytes of a ZIP, and of its files together. */
export const maxPackageBytes = 8 * 1024 * 1024;

const limits: ArchiveLimits = {
  maxEntries: 500,
  maxBytes: maxPackageBytes,
  maxRatio: 200,
  harmlessBytes: 1024 * 1024,
};

export type ReadPlugin = FoundPlugin & { readonly read: ParsedManifest };

export interface PluginPackage {
  readonly plugin: ReadPlugin;
  readonly files: readonly PackageFile[];
  readonly hash: string;
}

/** Reads a ZIP without running or storing anything. @throws `invalid_archive`, `invalid_plugin` */
export async function readPluginPackage(archive: Buffer): Promise<PluginPackage> {
  const files = readPackage(archive, limits);
  const texts = await readModules(files);
  const manifest = texts[manifestFile];
  if (manifest === undefined) {
    throw pluginProblems.invalid_plugin(
      `The archive has no ${manifestFile}, neither at its top nor in a single folder. Pack the folder of a plugin.`,
    );
  }
  const read = parseManifest(manifest, { folder: undefined, fileName: manifestFile });
  const { name } = read.manifest;
  const plugin = {
    name,
    directory: '',
    builtin: false,
    fingerprint: fingerprintOf(texts),
    read,
    code: codeOf(read.manifest, texts),
    problem: undefined,
  };
  return { plugin, files, hash: sha256(archive) };
}

/** In the order of `readPlugin`, so that both give the same fingerprint. */
async function readModules(files: readonly PackageFile[]): Promise<Record<string, string>> {
  const modules = files.filter(
    ({ path }) =>
      path === manifestFile ||
      (isModule(path) && !path.split('/').slice(0, -1).includes('node_modules')),
  );
  if (modules.length > maxModules) throw tooLarge();
  const texts: Record<string, string> = {};
  let characters = 0;
  for (const file of modules.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const text = (await file.read()).toString('utf8');
    characters += text.length;
    if (characters > maxModuleBytes) throw tooLarge();
    texts[file.path] = text;
  }
  return texts;
}

const tooLarge = () =>
  pluginProblems.invalid_plugin(
    `The plugin has more than ${maxModules} modules, or more than ${maxModuleBytes / 1024 / 1024} MiB of them.`,
  );
