import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { findCurrentBundle } from '../apps/cli/bin/current-bundle.mjs';
import { bundleProgram, ensureProgramBuilt } from './program-build.ts';
import { root } from './repository.ts';

let folder: TemporaryDirectory;

const mainProgram = `
  import { readFileSync } from 'node:fs';
  import { Worker } from 'node:worker_threads';
  import { greeting } from './greeting.ts';
  const file = readFileSync(new URL('name.txt', import.meta.url), 'utf8');
  new Worker(new URL('./thread.ts', import.meta.url), { workerData: greeting + file });`;
const thread = `
  import { workerData } from 'node:worker_threads';
  console.log(workerData, import.meta.filename.endsWith('thread.ts'));`;

beforeEach(async () => {
  folder = await temporaryDirectory();
  await write('apps/cli/main.ts', mainProgram);
  await write('apps/cli/greeting.ts', `export const greeting: string = 'Hello, ';`);
  await write('apps/cli/thread.ts', thread);
  await write('apps/cli/name.txt', 'Ada');
  await write('node_modules/.package-lock.json', '{}');
});

afterEach(() => folder[Symbol.asyncDispose]());

async function write(path: string, text: string): Promise<void> {
  const file = join(folder.path, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  // As after an earlier edit: files that change during a build are built again.
  await utimes(file, 1_700_000_000, 1_700_000_000);
}

const build = (): Promise<string> => ensureProgramBuilt({ folder: folder.path });

async function outputOf(program: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, [program])).stdout;
}

test('a bundle runs its threads from the bundle, and finds files beside its sources', async () => {
  const main = await build();
  expect(await outputOf(main)).toBe('Hello, Ada true\n');
  const names = await readdir(dirname(main));
  expect(names.filter((name) => name.startsWith('thread-'))).toHaveLength(1);
});

test('a bundle is used until a source of any thread or a package changes', async () => {
  const built = await build();
  expect(findCurrentBundle(folder.path)?.main).toBe(built);
  expect(await build()).toBe(built);
  for (const path of ['apps/cli/greeting.ts', 'apps/cli/thread.ts']) {
    const text = await readFile(join(folder.path, path), 'utf8');
    await write(path, `${text}// A comment.`);
    expect(findCurrentBundle(folder.path)).toBeUndefined();
    await build();
    expect(findCurrentBundle(folder.path)).toBeDefined();
  }
  await write('node_modules/.package-lock.json', '{ "packages": {} }');
  expect(findCurrentBundle(folder.path)).toBeUndefined();
});

test('a build keeps the bundle before it, which may be running', async () => {
  const mains: string[] = [];
  for (const name of ['Grace', 'Jean', 'Margaret']) {
    await write('apps/cli/greeting.ts', `export const greeting = '${name} greets ';`);
    mains.push(await build());
  }
  await expect(outputOf(mains[0]!)).rejects.toThrow();
  expect(await outputOf(mains[1]!)).toBe('Jean greets Ada true\n');
  expect(await outputOf(mains[2]!)).toBe('Margaret greets Ada true\n');
});

test('a failed build keeps the previous bundle', async () => {
  const before = await build();
  await write('apps/cli/greeting.ts', 'const = 1;');
  await expect(build()).rejects.toThrow();
  expect(await outputOf(before)).toBe('Hello, Ada true\n');
  expect(findCurrentBundle(folder.path)).toBeUndefined();
});

/** Packages that few requests need: they load on demand. */
const rare = ['sharp', '@shikijs/langs', 'openai', 'dockerode', '@grpc/grpc-js', 'ink', 'react'];

test('the server starts without packages that it rarely needs', async () => {
  const { chunks } = await bundleProgram(join(root, 'apps/cli/main.ts'), join(folder.path, 'all'));
  const serve = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/apps/cms/serve.ts'));
  const loaded = new Set([serve!.fileName]);
  for (const name of loaded)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      loaded.add(next);
  const modules = chunks
    .filter(({ fileName }) => loaded.has(fileName))
    .flatMap((one) => one.moduleIds);
  const has = (name: string) =>
    [...modules, ...loaded].some((id) => id.includes(`/node_modules/${name}/`));
  expect(has('express')).toBe(true);
  expect(rare.filter(has)).toEqual([]);
});
