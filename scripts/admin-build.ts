import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashAdminSources } from './admin-sources.ts';
import { withProcessLock } from './process-lock.ts';
import { root } from './repository.ts';

export interface AdminBuild {
  readonly folder?: string;
  readonly onBuild?: () => void;
}

const stampName = '.sources';
const bestQuality = constants.BROTLI_MAX_QUALITY;
/** Takes a twentieth of the time for files that are 8% larger. */
const quickQuality = 7;
const compressible = /\.(js|css|svg|json|wasm|ttf)$/;
/** Smaller files fit into one packet uncompressed. */
const worthCompressing = 1_024;

export function isAdminBuilt(folder = root): boolean {
  const stamp = join(folder, 'apps/admin/dist', stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashAdminSources(folder);
}

/** Builds the admin if it is stale, quickly; concurrent processes build it once. */
export async function ensureAdminBuilt({ folder = root, onBuild }: AdminBuild = {}): Promise<void> {
  if (isAdminBuilt(folder)) return;
  await withBuildLock(folder, async () => {
    if (isAdminBuilt(folder)) return;
    onBuild?.();
    await build(folder, quickQuality);
  });
}

export async function buildAdmin(folder = root): Promise<void> {
  await withBuildLock(folder, () => build(folder, bestQuality));
}

async function withBuildLock(folder: string, work: () => Promise<void>): Promise<void> {
  await mkdir(workFolder(folder), { recursive: true });
  await withProcessLock(join(workFolder(folder), 'lock'), work);
}

async function build(folder: string, quality: number): Promise<void> {
  const admin = join(folder, 'apps/admin');
  const made = join(workFolder(folder), 'made');
  const replaced = join(workFolder(folder), 'replaced');
  // Left over from a killed build.
  await rm(replaced, { recursive: true, force: true });
  // Hash before building: changes made meanwhile may or may not be included.
  const stamp = hashAdminSources(folder);
  await bundle(admin, made);
  await compressAssets(join(made, 'assets'), quality);
  await writeFile(join(made, stampName), stamp);
  if (existsSync(join(admin, 'dist'))) await rename(join(admin, 'dist'), replaced);
  await rename(made, join(admin, 'dist'));
  await rm(replaced, { recursive: true, force: true });
}

async function bundle(admin: string, outDir: string): Promise<void> {
  const vite = await import('vite');
  const { NODE_ENV } = process.env;
  // With another value, such as that of a test run, Vite bundles the slow development build of React.
  process.env['NODE_ENV'] = 'production';
  try {
    await vite.build({
      root: admin,
      configFile: join(root, 'apps/admin/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** Ignored by every tool, and on the same disk as `dist`. */
function workFolder(folder: string): string {
  return join(folder, 'apps/admin/node_modules/.build');
}

async function compressAssets(assets: string, quality: number): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
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
