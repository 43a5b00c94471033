import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { ImportReport } from '@galley/cms';
import { openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An old site and a project. `run` takes the path of the source below the old site. */
export async function setUpImport(source: Readonly<Record<string, string>>, settings = '') {
  const database = await openTestDatabase();
  const old = await Site.create(source);
  const site = await Site.create({ 'galley.yaml': '', 'content/config/site.yaml': settings });
  const run = (format: string, args: readonly string[] = [], file = '') =>
    galleyHere(
      ['import', format, join(old.directory, file), '--json', '--project', site.directory, ...args],
      { variables: { DATABASE_URL: database.url } },
    );
  return {
    database,
    old,
    site,
    run,
    write: async (path: string, bytes: Uint8Array | string) => {
      const file = join(old.directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    read: (path: string) => readFile(join(site.directory, 'content', path), 'utf8'),
    report: async (format: string, args: readonly string[] = [], file = '') => {
      const { ending, stdout, stderr } = await run(format, args, file);
      expect([ending, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as ImportReport;
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await old[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

export const brief = ({ documents }: ImportReport) =>
  documents.map(({ path, status, change }) => `${path} ${status} ${change}`);
