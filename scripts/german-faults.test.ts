import { afterAll, beforeAll, expect, test } from 'vitest';
import { germanFieldError } from '../apps/admin/lib/german-faults.ts';
import { TestServer, type Answer, type Client } from '../apps/cms/fixtures.ts';

const customFields = `types:
  page:
    - { name: text, type: text, required: true, max: 5 }
    - { name: area, type: textarea, min: 2 }
    - { name: count, type: number, whole: true, min: 1, max: 3 }
    - { name: share, type: number, max: 1 }
    - { name: is, type: boolean }
    - { name: one, type: select, options: [a, b] }
    - { name: day, type: date }
    - { name: at, type: datetime }
    - { name: tone, type: color }
    - { name: where, type: url }
    - { name: file, type: media }
    - { name: other, type: reference }
    - { name: rows, type: repeater, min: 1, max: 2, fields: [{ name: inner, type: text, required: true }] }
    - { name: part, type: object, fields: [{ name: inner, type: number }] }
`;

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'galley.yaml': '', 'content/config/custom-fields.yaml': customFields },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const faultsIn = (answer: Answer): readonly string[] =>
  (answer.json<{ errors?: { message: string }[] }>().errors ?? []).map(({ message }) => message);

/** Expects German without English words, apart from parts quoted from the message. */
function expectGerman(messages: readonly string[], atLeast: number): void {
  expect(new Set(messages).size).toBeGreaterThanOrEqual(atLeast);
  const english = /\b(?:must|such|the|with|is|are|has|there|expected|letters|needs|or)\b/;
  const left = messages
    .map((message) => [message, germanFieldError(message)] as const)
    .filter(
      ([message, german]) => german === message || english.test(german.replaceAll(/"[^"]*"/g, '')),
    );
  expect(left).toEqual([]);
}

test('validation errors of settings have German translations', async () => {
  const sections = (await ada.get('/__admin/api/settings/sections')).json<{ id: string }[]>();
  const faults: string[] = [];
  for (const { id } of sections) {
    const form = (
      await ada.get(`/__admin/api/settings/form?section=${encodeURIComponent(id)}`)
    ).json<{ fields: { name: string }[] }>();
    for (const wrong of [{ no: { such: 'thing' } }, ' \u0007nonsense ', -7.5, [[]]]) {
      const values = Object.fromEntries(form.fields.map(({ name }) => [name, wrong]));
      const answer = await ada.post('/__admin/api/settings/form/save', { section: id, values });
      expect(answer.status, id).toBeGreaterThanOrEqual(400);
      faults.push(...faultsIn(answer));
    }
  }
  expectGerman(faults, 100);
});

test('validation errors of document fields have German translations', async () => {
  const wrong = (value: unknown) => ({
    text: value,
    area: value,
    count: value,
    share: value,
    is: value,
    one: value,
    day: value,
    at: value,
    tone: value,
    where: value,
    file: value,
    other: value,
    rows: value,
    part: value,
  });
  const several = {
    text: '',
    count: 7,
    one: 'c',
    file: 'media/none.png',
    other: 'pages/none.md',
    none: 1,
    rows: [{}, { inner: 2 }, {}],
    part: { inner: 'x', outer: 1 },
  };
  const faults: string[] = [];
  for (const [index, fields] of [
    wrong({ a: 1 }),
    wrong('\u00a0no\n'),
    wrong([1]),
    several,
  ].entries()) {
    const title = `Page ${index}`;
    const page = { title, type: 'page', lang: 'en', content: '', frontmatter: { fields } };
    const created = await ada.post('/__admin/api/documents/create', page);
    const { path } = created.json<{ path: string }>();
    const refused = await ada.post('/__admin/api/documents/status', { path, status: 'published' });
    faults.push(...faultsIn(created), ...faultsIn(refused));
  }
  expectGerman(faults, 30);
});

test('validation errors of forms have German translations', async () => {
  const user = { username: 'rosa', name: 'Rosa', email: 'r@example.org', role: 'editor' };
  const users = [
    { ...user, username: '#', name: 'x'.repeat(201), email: 'no', role: 'none', password: 'a' },
    { ...user, username: 'galley', password: 'a'.repeat(300) },
    { ...user, username: 'rosarosarosa', password: 'rosarosarosa1' },
    { ...user, password: 'password1234' },
    { ...user, password: 'abcabcabcabcabc' },
  ];
  const many = (count: number) => Array.from({ length: count }, () => 'x');
  const field = { name: 'a', type: 'text' };
  const fields = [
    { ...field, name: 'A b' },
    field,
    field,
    { ...field, name: 'max', min: 9, max: 3 },
    { ...field, name: 'options', options: ['a'] },
    { name: 'choice', type: 'select', options: [] },
    { name: 'twice', type: 'select', options: ['a', 'a'] },
    { name: 'holds', type: 'object', fields: [] },
    { name: 'rows', type: 'repeater', fields: [] },
    { name: 'usual', type: 'number', default: 'x' },
    { name: 'leads', type: 'reference', to: ['none'] },
    { name: 'odd', type: 'odd', unknown: 1 },
  ];
  const { path } = (
    await ada.post('/__admin/api/documents/create', {
      title: 'Plain',
      type: 'post',
      lang: 'en',
      content: '',
    })
  ).json<{ path: string }>();
  const asked: [string, object][] = [
    ...users.map((body): [string, object] => ['users/save', body]),
    ['roles/save', { name: '9 lives', capabilities: ['*', 'documents.reed', 'zebra'] }],
    ['roles/save', { name: '', capabilities: many(101) }],
    ['tokens/create', { name: 'x'.repeat(300), scopes: [], expires_in_days: 400 }],
    ['tokens/create', { name: 'x', scopes: ['documents.reed', 'zebra'], expires_in_days: 0 }],
    ['custom-fields/save', { types: { page: fields, none: [] } }],
    ['custom-fields/save', { types: { page: 'x' }, shared: { fields: [field], values: { b: 1 } } }],
    ['documents/create', { title: '', type: 'none', lang: 'xx', slug: 'a/b', content: 5 }],
    ['documents/create', { title: 'A', type: 'none', lang: 'en', content: '' }],
    [
      'documents/save',
      { path, content: 'x', frontmatter: { date: 'soon', slug: 'a/b', fields: 1 } },
    ],
    ['documents/save', { path, content: 'x', frontmatter: { title: 5, workflow: 'lost' } }],
    ['documents/editorial', { source_path: path, action: 'assign', reviewer: 'nobody' }],
    ['documents/status', { path, status: 'draft', ask: { reviewer: 'ada' } }],
  ];
  const faults: string[] = [];
  for (const [operation, body] of asked) {
    const answer = await ada.post(`/__admin/api/${operation}`, body);
    expect(answer.status, `${operation}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    faults.push(...faultsIn(answer));
  }
  expectGerman(faults, 30);
});
