import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf, zipOfFiles, type ZipEntry } from '@galley/testing';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await TestServer.start({ files: { 'plugins/own/plugin.yaml': '' } });
  admin = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function send(path: string, zip: Buffer): Promise<Answer> {
  const file = { name: 'plugin.zip', content: Uint8Array.from(zip) };
  return admin.upload(`/__admin/api/plugins/${path}`, { file });
}

const folders = async () => (await readdir(join(server.project, 'plugins'))).toSorted();

const link: ZipEntry = { name: 'x/link.js', text: '/etc/passwd', mode: 0o120777 };
const good: ZipEntry[] = [
  { name: 'x/plugin.yaml', text: 'name: x\nversion: 1.0.0\n' },
  { name: 'x/index.js' },
];
/** The reason in the message. */
type Refusal = readonly [code: string, message: RegExp];

test.each<readonly [string, Buffer, Refusal]>([
  ['no ZIP', Buffer.from('PK nothing'), ['invalid_archive', /cannot be read as a ZIP/]],
  ['a link', zipOf(...good, link), ['invalid_archive', /is a link/]],
  [
    'a path outside',
    zipOf(...good, { name: '../../index.js', text: 'x' }),
    ['invalid_archive', /index\.js/],
  ],
  [
    'an absolute path',
    zipOf(...good, { name: '/etc/x.js', text: 'x' }),
    ['invalid_archive', /etc/],
  ],
  [
    'names that differ in case',
    zipOf(...good, { name: 'x/INDEX.js', text: 'x' }),
    ['invalid_archive', /INDEX\.js/i],
  ],
  [
    'a bomb',
    zipOf(...good, { name: 'x/zeros.bin', text: '0'.repeat(8 * 2 ** 20) }),
    ['invalid_archive', /at most|times/],
  ],
  [
    'a false size',
    zipOf(...good, { name: 'x/a.js', text: 'x', size: 5 }),
    ['invalid_archive', /bytes/],
  ],
  ['too many files', zipOf(...manyFiles(501)), ['invalid_archive', /500/]],
  ['no plugin.yaml', zipOfFiles({ 'x/index.js': '' }), ['invalid_plugin', /has no plugin\.yaml/]],
  [
    'a name with a path',
    zipOfFiles({ 'plugin.yaml': 'name: ../../x\nversion: 1.0.0\n', 'index.js': '' }),
    ['invalid_plugin', /plugin\.yaml:1/],
  ],
  [
    'no module',
    zipOfFiles({ 'plugin.yaml': 'name: x\nversion: 1.0.0\n' }),
    ['invalid_plugin', /index\.js/],
  ],
  [
    'code that does not load',
    zipOfFiles({ 'plugin.yaml': 'name: x\nversion: 1.0.0\n', 'index.js': '\nprocess.exit();' }),
    ['invalid_plugin', /index\.js:2: process is not defined/],
  ],
  [
    'code that never ends',
    zipOfFiles({ 'plugin.yaml': 'name: x\nversion: 1.0.0\n', 'index.js': 'for (;;);' }),
    ['invalid_plugin', /x/],
  ],
])(
  'ADD-PLUG-1: %s is refused without leftovers',
  async (_what, zip, [code, message]) => {
    const before = await folders();
    for (const path of ['review', 'install']) {
      const problem = expectProblem(await send(path, zip), 422, code);
      expect(problem.detail).toMatch(message);
    }
    expect(await folders()).toEqual(before);
  },
  60_000,
);

test('ADD-PLUG-1: a ZIP of more than 8 MiB is refused while it arrives', async () => {
  const answer = await send('install', Buffer.alloc(8 * 2 ** 20 + 1));
  expectProblem(answer, 413, 'payload_too_large');
});

test('ADD-PLUG-1: code of an unapproved plugin gets no data while it is reviewed', async () => {
  const spy = zipOfFiles({
    'plugin.yaml': 'name: spy\nversion: 1.0.0\npermissions: [documents.read]\n',
    'index.js': `import { documents } from 'galley';
const found = await documents.list({});
throw new Error('found ' + JSON.stringify(found));
`,
  });
  const problem = expectProblem(await send('review', spy), 422, 'invalid_plugin');
  expect(problem.detail).toContain('found null');
});

function manyFiles(count: number): ZipEntry[] {
  return Array.from({ length: count }, (_none, index) => ({ name: `x/${index}.txt` }));
}
