import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashAdminSources } from './admin-sources.ts';
import { heldByOneProcess } from './held-by-one-process.ts';
import { root } from './repository.ts';

export interface AdminBuild {
  /** The repository; another one in tests. */
  readonly folder?: string;
  /** Told before work begins that takes a while. */
  readonly onBuild?: () => void;
}

const stampName = '.sources';
const compressible = /\.(js|css|svg|json|wasm|ttf)$/;
/** Less fits into one packet anyway. */
const worthCompressing = 1_024;

/** Whether `apps/admin/dist` was made from the sources as they are now. */
export function isAdminBuilt(folder = root): boolean {
  const stamp = join(folder, 'apps/admin/dist', stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashAdminSources(folder);
}

/** Builds the admin unless it is built already; of several processes that want it at once, one does. */
export async function ensureAdminBuilt({ folder = root, onBuild }: AdminBuild = {}): Promise<void> {
  if (isAdminBuilt(folder)) return;
  await byOneProcess(folder, async () => {
    if (isAdminBuilt(folder)) return;
    onBuild?.();
    await build(folder);
  });
}

/** Builds the admin, whatever is there. */
export async function buildAdmin(folder = root): Promise<void> {
  await byOneProcess(folder, () => build(folder));
}

async function byOneProcess(folder: string, work: () => Promise<void>): Promise<void> {
  await mkdir(workFolder(folder), { recursive: true });
  await heldByOneProcess(join(workFolder(folder), 'lock'), work);
}

/** Makes it beside what is there, and puts it in place when it is whole. */
async function build(folder: string): Promise<void> {
  const admin = join(folder, 'apps/admin');
  const made = join(workFolder(folder), 'made');
  const replaced = join(workFolder(folder), 'replaced');
  // Of one who was killed over it.
  await rm(replaced, { recursive: true, force: true });
  // Of the sources as they are before: what changes meanwhile may or may not be in it.
  const stamp = hashAdminSources(folder);
  const vite = await import('vite');
  await vite.build({
    root: admin,
    configFile: join(root, 'apps/admin/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made, emptyOutDir: true },
  });
  await compressAssets(join(made, 'assets'));
  await writeFile(join(made, stampName), stamp);
  if (existsSync(join(admin, 'dist'))) await rename(join(admin, 'dist'), replaced);
  await rename(made, join(admin, 'dist'));
  await rm(replaced, { recursive: true, force: true });
}

/** Ignored by every tool, and on the disk of `dist`. */
function workFolder(folder: string): string {
  return join(folder, 'apps/admin/node_modules/.build');
}

/** Puts `x.js.br` and `x.js.gz` beside `x.js`: nobody has to compress when it is asked for. */
async function compressAssets(assets: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const names = (await readdir(assets)).filter((name) => compressible.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name);
      const content = await readFile(path);
      if (content.length < worthCompressing) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, brotli));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
