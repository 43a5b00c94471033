import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionLimit } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { loadConfig, type Config } from '@galley/settings';
import {
  createTestDatabase,
  temporaryDirectory,
  type TemporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { connectWorker, workerCount } from './worker-count.ts';

let database: TestDatabase;
let folder: TemporaryDirectory;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await temporaryDirectory();
});

afterAll(async () => {
  await database.close();
  await folder[Symbol.asyncDispose]();
});

function configWith(workers: number, poolSize = 10): Promise<Config> {
  return loadConfig({
    projectDirectory: folder.path,
    overlays: [],
    environment: {},
    overrides: { server: { workers }, database: { pool_size: poolSize } },
  });
}

async function poolOf(count: number, poolSize?: number) {
  const said: string[] = [];
  const note = (message: string): void => void said.push(message);
  const ends: (() => Promise<void>)[] = [];
  const config = await configWith(count, poolSize);
  const connected = await connectWorker(
    {
      config: { ...config, database: { ...config.database, url: database.url } },
      logger: { ...silentLogger, info: note, warn: note },
      atEnd: (_name, end) => void ends.push(end),
    },
    count,
  );
  const { max } = connected.pool();
  for (const end of ends) await end();
  return { max, said: said.filter((message) => !message.includes('only triggers protect')) };
}

test('the worker count is the configured one, and for 0 the number of cores', async () => {
  expect(workerCount(await configWith(1))).toBe(1);
  expect(workerCount(await configWith(3))).toBe(3);
  expect(workerCount(await configWith(0))).toBe(availableParallelism());
});

test('workers use the configured pool size while the database allows it', async () => {
  expect(await poolOf(4)).toEqual({ max: 10, said: [] });
});

test('more workers use smaller pools that leave connections for other clients', async () => {
  const { max: size, said } = await poolOf(4, 100);
  expect(said).toEqual([expect.stringMatching(/database pool reduced/)]);
  const limit = await connectionLimit(database.db);
  expect(4 * (size + 4)).toBeGreaterThan(limit - 24);
  expect(4 * (size + 4)).toBeLessThanOrEqual(limit - 16);
});

test('a database with too few connections causes a warning, and each worker gets two', async () => {
  const { max, said } = await poolOf(100);
  expect(max).toBe(2);
  expect(said).toEqual([expect.stringMatching(/too few database connections/)]);
});
