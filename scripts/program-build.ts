import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OutputChunk, Plugin } from 'rolldown';
import {
  findCurrentBundle,
  recordName,
  stampOf,
  type BundleRecord,
} from '../apps/cli/bin/current-bundle.mjs';
import { withProcessLock } from './process-lock.ts';
import { root } from './repository.ts';

export interface ProgramBuild {
  readonly folder?: string;
  readonly onBuild?: () => void;
}

const packages = 'node_modules/.package-lock.json';
const builder = stampOf(import.meta.filename)!;
/** A server that runs during a build still loads parts of the previous bundle. */
const keptBundles = 2;

/** Bundles `galley` if its sources have changed; concurrent processes bundle it once. Returns the bundle's path. */
export async function ensureProgramBuilt(options: ProgramBuild = {}): Promise<string> {
  const { folder = root, onBuild } = options;
  const dist = dirname(join(folder, recordName));
  let main = findBuilt(folder);
  if (main !== undefined) return main;
  await mkdir(dist, { recursive: true });
  await withProcessLock(join(dist, 'lock'), async () => {
    main = findBuilt(folder);
    if (main !== undefined) return;
    onBuild?.();
    main = await build(folder, dist);
  });
  return main!;
}

function findBuilt(folder: string): string | undefined {
  const record = findCurrentBundle(folder);
  return record?.builder === builder ? record.main : undefined;
}

async function build(folder: string, dist: string): Promise<string> {
  const started = Date.now();
  const target = join(dist, started.toString(36));
  const { modules } = await bundleProgram(join(folder, 'apps/cli/main.ts'), target);
  const main = join(target, 'main.mjs');
  const sources: Record<string, string | null> = { [packages]: stampOf(join(folder, packages)) };
  for (const path of modules) {
    // An edit during the build makes the bundle outdated.
    const isIncluded = (await stat(path)).mtimeMs < started;
    sources[relative(folder, path)] = isIncluded ? stampOf(path) : null;
  }
  await writeRecord(join(folder, recordName), { root: folder, builder, main, sources });
  const entries = await readdir(dist, { withFileTypes: true });
  const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of bundles.toSorted().slice(0, -keptBundles))
    await rm(join(dist, name), { recursive: true });
  return main;
}

async function writeRecord(file: string, record: BundleRecord): Promise<void> {
  await writeFile(`${file}.unfinished`, JSON.stringify(record));
  await rename(`${file}.unfinished`, file);
}

export interface ProgramBundle {
  readonly chunks: readonly OutputChunk[];
  /** Sources without npm packages, which change only with their lock file. */
  readonly modules: readonly string[];
}

/** A few files load in a third of the time of 2,000 modules, and need half of their memory. */
export async function bundleProgram(entry: string, dir: string): Promise<ProgramBundle> {
  const { rolldown } = await import('rolldown');
  const modules: string[] = [];
  await using bundle = await rolldown({
    input: entry,
    platform: 'node',
    // Optional native parts, which their packages do without.
    external: ['pg-native', /\.node$/],
    logLevel: 'silent',
    // A thread then loads only the modules that it uses, not whole packages.
    treeshake: { moduleSideEffects: [{ test: /\/(apps|packages)\//, sideEffects: false }] },
    plugins: [
      outside,
      fixLocations((id) => {
        if (!id.includes('/node_modules/')) modules.push(id);
      }),
    ],
  });
  const names = { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' };
  const { output } = await bundle.write({ dir, ...names });
  return { chunks: output.filter((file) => file.type === 'chunk'), modules };
}

/** Large packages that few requests need load from where they are. */
const rare = /^(@shikijs\/langs|openai|dockerode|ink|react|@inkjs\/ui)(\/|$)/;

const outside: Plugin = {
  name: 'outside',
  resolveId: {
    filter: { id: rare },
    async handler(id, importer) {
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && { id: pathToFileURL(found.id).href, external: true };
    },
  },
};

/** Bundled modules find their files where their sources are; threads and child processes are bundled too. */
const fixLocations = (onModule: (path: string) => void): Plugin => ({
  name: 'fixed-locations',
  transform(code, id) {
    if (!id.startsWith('/')) return null;
    onModule(id);
    const folder = JSON.stringify(dirname(id));
    const isCommonJs = id.endsWith('.js') && /\brequire\(/.test(code);
    if (isCommonJs) return code.replace(/\b__dirname\b/g, folder);
    return code
      .replace(/new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g, (_, program: string) => {
        const chunk = this.emitFile({ type: 'chunk', id: resolve(dirname(id), program) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
      })
      .replaceAll('import.meta.dirname', folder)
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replace(/import\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href));
  },
});
