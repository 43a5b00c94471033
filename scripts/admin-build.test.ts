import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { buildAdmin, ensureAdminBuilt, isAdminBuilt } from './admin-build.ts';
import { root } from './repository.ts';

let folder: TemporaryDirectory;

beforeEach(async () => {
  folder = await temporaryDirectory();
  await write('apps/admin/index.html', '<script type="module" src="./main.tsx"></script>');
  await write('apps/admin/main.tsx', `document.title = ${JSON.stringify('ink '.repeat(500))};`);
  await write('package-lock.json', '{}');
});

afterEach(() => folder[Symbol.asyncDispose]());

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder.path, path)), { recursive: true });
  await writeFile(join(folder.path, path), text);
}

const dist = (...names: string[]): string => join(folder.path, 'apps/admin/dist', ...names);

test('a build contains a page with hashed scripts, also in compressed form', async () => {
  await buildAdmin(folder.path);
  const [, name] = /src="\.\/assets\/([\w-]+\.js)"/.exec(
    await readFile(dist('index.html'), 'utf8'),
  )!;
  const script = await readFile(dist('assets', name!));
  expect(script.toString()).toContain('ink ink');
  const packed = await Promise.all(
    ['br', 'gz'].map((ending) => readFile(dist('assets', `${name!}.${ending}`))),
  );
  expect([brotliDecompressSync(packed[0]!), gunzipSync(packed[1]!)]).toEqual([script, script]);
});

test('a build is for production, also in a test run', async () => {
  await write('apps/admin/main.tsx', 'document.title = process.env.NODE_ENV;');
  const { NODE_ENV } = process.env;
  await buildAdmin(folder.path);
  const [name] = (await readdir(dist('assets'))).filter((one) => one.endsWith('.js'));
  expect(await readFile(dist('assets', name!), 'utf8')).toContain('production');
  expect(process.env['NODE_ENV']).toBe(NODE_ENV);
});

test('a build becomes outdated when a source or the lock file changes, or a source is renamed', async () => {
  expect(isAdminBuilt(folder.path)).toBe(false);
  await buildAdmin(folder.path);
  expect(isAdminBuilt(folder.path)).toBe(true);

  await write('apps/admin/main.test.ts', 'a test');
  await write('apps/admin/README.md', 'words');
  expect(isAdminBuilt(folder.path)).toBe(true);

  await write('apps/admin/deeper/page.css', 'a{}');
  expect(isAdminBuilt(folder.path)).toBe(false);
  await buildAdmin(folder.path);
  await rename(
    join(folder.path, 'apps/admin/deeper/page.css'),
    join(folder.path, 'apps/admin/deeper/other.css'),
  );
  expect(isAdminBuilt(folder.path)).toBe(false);
  await buildAdmin(folder.path);
  await write('package-lock.json', '{ "packages": {} }');
  expect(isAdminBuilt(folder.path)).toBe(false);
});

test('an up-to-date build is kept', async () => {
  await buildAdmin(folder.path);
  const before = await stat(dist());
  const told: string[] = [];
  await ensureAdminBuilt({ folder: folder.path, onBuild: () => told.push('builds') });
  expect(told).toEqual([]);
  expect((await stat(dist())).ino).toBe(before.ino);
});

test('concurrent processes build the admin once', async () => {
  const program = `
    import { ensureAdminBuilt, isAdminBuilt } from ${JSON.stringify(join(root, 'scripts/admin-build.ts'))};
    const folder = ${JSON.stringify(folder.path)};
    await ensureAdminBuilt({ folder, onBuild: () => console.log('builds') });
    console.log(isAdminBuilt(folder));`;
  const outputs = await Promise.all(
    [1, 2, 3].map(async () => {
      const args = ['--input-type=module', '--eval', program];
      return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout;
    }),
  );
  expect(outputs.toSorted()).toEqual(['builds\ntrue\n', 'true\n', 'true\n']);
});

test('a failed build keeps the previous one, and the lock of a killed build is ignored', async () => {
  await buildAdmin(folder.path);
  const before = await readdir(dist('assets'));
  await write('apps/admin/main.tsx', 'const = 1;');
  await expect(ensureAdminBuilt({ folder: folder.path })).rejects.toThrow();
  expect(await readdir(dist('assets'))).toEqual(before);

  const gone = promisify(execFile)(process.execPath, ['--version']);
  await gone;
  await write('apps/admin/node_modules/.build/lock', String(gone.child.pid));
  await write('apps/admin/main.tsx', 'document.title = "mended";');
  await ensureAdminBuilt({ folder: folder.path });
  expect(isAdminBuilt(folder.path)).toBe(true);
  expect(existsSync(join(folder.path, 'apps/admin/node_modules/.build/lock'))).toBe(false);
});

test('the first script stays below 250 KB compressed: the editor and other pages load on demand', async () => {
  await ensureAdminBuilt();
  const built = join(root, 'apps/admin/dist');
  const page = await readFile(join(built, 'index.html'), 'utf8');
  const first = [...page.matchAll(/<(?:script|link)\b[^>]*"\.\/(assets\/[\w.-]+\.js)"[^>]*>/g)]
    .filter(([tag]) => !tag.includes('data-page'))
    .map(([, path]) => join(built, path!));
  const sizes = await Promise.all(
    first.map(async (path) => (await stat(existsSync(`${path}.br`) ? `${path}.br` : path)).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // Far less means that the page is read wrongly.
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThan(250_000);
});
