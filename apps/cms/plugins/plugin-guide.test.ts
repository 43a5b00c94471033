import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { enable, eventually } from './fixtures.ts';

const guide = new URL('../../../docs/guides/plugins.md', import.meta.url);
const api = '/__admin/api';

let server: TestServer;
let admin: Client;

/** The files of the section, in their order. */
async function exampleFiles(): Promise<Record<string, string>> {
  const text = await readFile(guide, 'utf8');
  const [, section = ''] = text.split('\n## A complete example\n');
  const blocks = [...section.split('\n## ')[0]!.matchAll(/^```(?:yaml|js)\n([^]*?)^```$/gm)];
  const [manifest, module, fields] = blocks.map(([, block]) => block!);
  return {
    'plugins/reviews/plugin.yaml': manifest!,
    'plugins/reviews/index.js': module!,
    'content/config/custom-fields.yaml': fields!,
    'content/posts/first.md': '---\ntitle: First\n---\nText.\n',
    'content/posts/ink.md': '---\ntitle: Ink\ndraft: true\n---\nText.\n',
  };
}

beforeAll(async () => {
  server = await TestServer.start({ files: await exampleFiles() });
  admin = await enable(server, 'reviews');
});

afterAll(() => server[Symbol.asyncDispose]());

const save = (content: string, frontmatter: object) =>
  admin.post(`${api}/documents/save`, { path: 'posts/ink.md', content, frontmatter });

const publish = () =>
  admin.post(`${api}/documents/status`, { path: 'posts/ink.md', status: 'published' });

async function errorsOfPublication(fields: object): Promise<unknown> {
  const draft = { title: 'Ink', image: 'media/a.jpg', fields };
  expect((await save('Text.\n', draft)).status).toBe(200);
  return expectProblem(await publish(), 422, 'invalid_fields').errors;
}

test('ADD-PLUG-10, ADD-PLUG-11: the example of the guide refuses, validates and answers', async () => {
  expect(
    expectProblem(await save('Lorem ipsum', { title: 'Ink' }), 422, 'invalid_fields').errors,
  ).toMatchObject([{ path: 'content', message: 'Replace “lorem”. (plugin reviews)' }]);
  expect(expectProblem(await publish(), 422, 'invalid_fields').errors).toMatchObject([
    { path: 'frontmatter.image', message: 'Add a cover. (plugin reviews)' },
  ]);

  const types = (await admin.get(`${api}/documents/types`)).json<{
    types: { name: string; fields: object[] }[];
    field_types: object[];
  }>();
  expect(types.field_types).toEqual([
    { format: 'reviews/score', label: 'Score', type: 'number' },
    { format: 'reviews/place', label: 'Place', type: 'object' },
  ]);
  expect(types.types.find(({ name }) => name === 'post')!.fields).toMatchObject([
    { name: 'score', type: 'number', format: 'reviews/score', input: 'stars', min: 1, max: 5 },
    { name: 'place', type: 'object', fields: [{ name: 'latitude' }, { name: 'longitude' }] },
  ]);

  expect(await errorsOfPublication({ score: 6 })).toMatchObject([
    { path: 'fields.score', code: 'integer_out_of_range' },
  ]);
  expect(await errorsOfPublication({ place: { latitude: 1 } })).toMatchObject([
    { path: 'fields.place.longitude', code: 'required' },
  ]);
  expect(await errorsOfPublication({ place: { latitude: 0, longitude: 0 } })).toMatchObject([
    { path: 'fields.place', message: 'Nobody lives there. (plugin reviews)' },
  ]);

  expect((await server.visitor().get('/_plugins/reviews/count')).text).toBe('1');
  const fields = { score: 4, place: { latitude: 52, longitude: 13 } };
  await save('Text.\n', { title: 'Ink', image: 'media/a.jpg', fields });
  expect((await publish()).status).toBe(200);
  expect((await server.visitor().get('/_plugins/reviews/count')).text).toBe('2');
});

test('ADD-PLUG-11: without the plugin, the values are kept and not checked', async () => {
  await admin.post(`${api}/plugins/disable`, { name: 'reviews' });
  const types = await eventually(
    () => admin.get(`${api}/documents/types`),
    ({ text }) => !text.includes('"stars"'),
  );
  expect(types.text).toContain('"type":"plugin"');
  const fields = { score: 'many', place: { latitude: 0, longitude: 0 } };
  expect((await save('Lorem', { title: 'Ink', fields })).status).toBe(200);
  expect((await publish()).status).toBe(200);
  expect(await server.read('content/posts/ink.md')).toContain('score: many');
});
