import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exampleProject } from '@galley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from './fixtures.ts';
import { author, draftOf } from './operation-examples.ts';
import { addToken, startExampleServer } from './operations/fixtures.ts';

const sdk = join(import.meta.dirname, '../../packages/sdk');
const run = promisify(execFile);

let server: TestServer;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await startExampleServer();
  await server.addUser({ username: 'rosa', role: 'admin' });
  const tokenOf = async (username: string): Promise<string> => {
    const { headers } = await addToken(server, username, { scopes: ['*'] });
    return headers.authorization.replace('Bearer ', '');
  };
  environment = {
    GALLEY_URL: server.url,
    GALLEY_TOKEN: await tokenOf(author),
    GALLEY_REVIEWER_TOKEN: await tokenOf('rosa'),
  };
});

afterAll(() => server[Symbol.asyncDispose]());

async function output(...given: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, given, { cwd: sdk, env: environment });
  return stdout;
}

const example = (name: string, ...given: string[]): Promise<string> =>
  output(join(sdk, 'examples', `${name}.ts`), ...given);

test('listing documents', async () => {
  expect(await example('list-documents')).toContain(`draft      ${draftOf(author)}  Ink\n`);
  expect(await example('list-documents', 'no-such-word')).toBe('');
});

test('publishing a document after a review', async () => {
  const printed = await example('publish-document', 'Of two people');
  expect(printed).toContain('is in review by rosa');
  const [, url] = /Published at (\S+)\./.exec(printed)!;
  expect((await server.visitor().get(url!)).text).toContain('Of two people');
});

test('uploading a file with progress', async () => {
  const file = join(server.project, 'picture.svg');
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
  const printed = await example('upload-picture', file, 'media/examples');
  expect(printed).toMatch(
    /^Sent 59 of 59 bytes\nUploaded media\/examples\/picture\.svg: \/media\//,
  );
});

test('following a run to its end', async () => {
  const { workspace: id } = exampleProject;
  const row = { run_id: exampleProject.run, type: 'run.ended', payload: '{}', at: new Date() };
  const { db } = server.database;
  await db.insertInto('run_events').values(row).execute();
  await db.updateTable('runs').set({ status: 'completed' }).where('id', '=', row.run_id).execute();
  const printed = await example('follow-run', id);
  expect(printed).toContain('The run is completed');
});

test('generating a text', async () => {
  expect(await example('write-text', 'Why is ink black?')).toContain('No token limit today.');
});

test('the README of the package is one runnable program', async () => {
  const page = await readFile(join(sdk, 'README.md'), 'utf8');
  const program = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n');
  const printed = await output('--input-type=module-typescript', '--eval', program);
  expect(printed).toContain('Ink draft\n');
  expect(printed).toContain('not_found ');
  expect(printed).toContain('13 of 13\n');
  expect(printed).toContain('Show a form here');
});
