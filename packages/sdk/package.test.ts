import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { build } from 'vite';
import { publishedManifest, type Manifest } from '../../scripts/published-manifest.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const modules = join(here, '../../node_modules');
const tsc = join(modules, 'typescript/bin/tsc');

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let installed: string;

/** Installs the package as `npm install` does. */
beforeAll(async () => {
  folder = await temporaryDirectory();
  installed = join(folder.path, 'node_modules/@galley/sdk');
  const outDir = join(installed, 'dist');
  await run(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json'), '--outDir', outDir]);
  const manifest = JSON.parse(await readFile(join(here, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(installed, 'package.json'), JSON.stringify(publishedManifest(manifest)));
  for (const name of ['@types', 'undici-types']) {
    await symlink(join(modules, name), join(folder.path, 'node_modules', name));
  }
  for (const name of ['README.md', 'LICENSE']) await cp(join(here, name), join(installed, name));
});

afterAll(() => folder[Symbol.asyncDispose]());

async function write(path: string, text: string): Promise<string> {
  const target = join(folder.path, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  return target;
}

test('the published package passes publint', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('Node runs the package without a build step', async () => {
  const program = await write(
    'program.mjs',
    `import { createGalley, version } from '@galley/sdk';
     import { fileAt } from '@galley/sdk/node';
     console.log(version, typeof createGalley({ baseUrl: '' }).documents.list.all, typeof fileAt);`,
  );
  const { stdout } = await run(process.execPath, [program]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+ function function\n$/);
});

test.each([
  ['a page', { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] }],
  ['Node', { lib: ['es2022'], types: ['node'] }],
])('the types compile in %s', async (_what, options) => {
  const page = `import { createGalley, isProblem, type DocumentDetail } from '@galley/sdk';
    const galley = createGalley({ baseUrl: 'http://localhost:1111' });
    export const read = (path: string): Promise<DocumentDetail> => galley.documents.get({ path });
    export const code = (error: unknown) => isProblem(error, 'not_found') && error.code;
    // @ts-expect-error -- a path is needed
    export const wrong = galley.documents.get({});`;
  const name = options.types.length > 0 ? 'node' : 'page';
  await write(`${name}/page.ts`, page);
  const compilerOptions = {
    ...options,
    strict: true,
    noEmit: true,
    target: 'es2022',
    skipLibCheck: false,
    module: 'nodenext',
    exactOptionalPropertyTypes: true,
  };
  const config = { compilerOptions, files: ['page.ts'] };
  const project = await write(`${name}/tsconfig.json`, JSON.stringify(config));
  await write('package.json', '{"type":"module"}');
  const compiled = run(process.execPath, [tsc, '-p', project]).catch(
    (error: { stdout: string }) => error,
  );
  expect((await compiled).stdout).toBe('');
});

test('the browser bundle stays below 9 KB compressed', async () => {
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      write: false,
      // Library builds keep their white space, so this builds an app.
      rolldownOptions: {
        input: join(installed, 'dist/index.js'),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const { output } = built as unknown as { output: { code: string }[] };
  const size = gzipSync(output[0]!.code, { level: 9 }).length;
  expect(size).toBeGreaterThan(2_000);
  expect(size).toBeLessThan(9_216);
});
