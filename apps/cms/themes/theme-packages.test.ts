import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf, zipOfFiles } from '@galley/testing';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function packed(name: string, version: string, more = ''): Buffer {
  const manifest = `name: ${name}\nversion: ${version}\n${more}`;
  const layouts = { 'layouts/list.liquid': `${name} ${version}` };
  return zipOfFiles(themeFiles(name, name, { 'theme.yaml': manifest, ...layouts }));
}

function upload(zip: Buffer, replace?: 'true'): Promise<Answer> {
  const file = { name: 'theme.zip', content: Uint8Array.from(zip) };
  return ada.upload('/__admin/api/themes/upload', { file, fields: replace ? { replace } : {} });
}

const post = (path: string, name: string) => ada.post(`/__admin/api/themes/${path}`, { name });

async function read<T>(asked: Promise<Answer>): Promise<T> {
  const answer = await asked;
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}

const folders = async () => (await readdir(join(server.project, 'themes'))).toSorted();
const home = async () => (await server.visitor().get('/posts/')).text;

test('ADD-PLUG-5: a theme is uploaded, updated, rolled back while in use, and deleted after a switch', async () => {
  expect(await read(upload(packed('ink', '1.0.0')))).toMatchObject({
    name: 'ink',
    version: '1.0.0',
    enabled: false,
    previous_version: null,
  });
  expectProblem(await post('rollback', 'ink'), 404, 'no_previous_version');
  await read(post('switch', 'ink'));
  expect(await home()).toBe('ink 1.0.0');
  const second = packed('ink', '2.0.0');
  expectProblem(await upload(second), 409, 'already_exists');
  expect(await home()).toBe('ink 1.0.0');
  expect(await read(upload(second, 'true'))).toMatchObject({
    version: '2.0.0',
    previous_version: '1.0.0',
  });
  expect(await home()).toBe('ink 2.0.0');
  expect(await read(post('rollback', 'ink'))).toMatchObject({
    version: '1.0.0',
    previous_version: '2.0.0',
  });
  expect(await home()).toBe('ink 1.0.0');
  expectProblem(await post('delete', 'ink'), 409, 'theme_in_use');
  await read(post('switch', 'default'));
  await read(upload(packed('child', '1.0.0', 'extends: ink\n')));
  const used = expectProblem(await post('delete', 'ink'), 409, 'theme_in_use');
  expect(used.detail).toContain('The theme child extends ink.');
  await read(post('delete', 'child'));
  await read(post('delete', 'ink'));
  expect(await folders()).toEqual([]);
  expectProblem(await post('delete', 'ink'), 404, 'theme_not_found');
});

test('ADD-PLUG-5: hostile archives and themes that come with Galley are refused, and nothing remains', async () => {
  const before = await folders();
  const link = zipOf({ name: 'ink/theme.yaml', text: '/etc/passwd', mode: 0o120777 });
  expectProblem(await upload(link), 422, 'invalid_archive');
  const broken = zipOfFiles({
    'theme.yaml': 'name: ink\nversion: 1\n',
    'layouts/page.liquid': '{% nope %}',
  });
  expectProblem(await upload(broken), 422, 'invalid_theme');
  expectProblem(await upload(packed('default', '1.0.0')), 409, 'already_exists');
  for (const path of ['rollback', 'delete'])
    expectProblem(await post(path, 'default'), 409, 'theme_built_in');
  expect(await folders()).toEqual(before);
});
