import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';

interface Form {
  readonly section: string;
  readonly fields: readonly { readonly name: string; readonly [key: string]: unknown }[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly revision: string;
  readonly restart_required: readonly string[];
}

const site = 'content/config/site.yaml';
const siteYaml = '# ours\ntitle: The Paper # by hand\ntheme: own\n';
const layout =
  '{{ document.fields.event.start }}|{{ document.fields.size }}|{{ document.fields.phone }}|{{ site.fields.phone }}';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      [site]: siteYaml,
      ...themeFiles('themes/own', 'own', { 'layouts/page.liquid': layout }),
    },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const base = '/__admin/api';
const form = async (section: string, at = ada): Promise<Form> =>
  (await at.get(`${base}/settings/form?section=${section}`)).json<Form>();
const save = (section: string, values: object, more: object = {}): Promise<Answer> =>
  ada.post(`${base}/settings/form/save`, { section, values, ...more });
const saveFields = (body: object): Promise<Answer> => ada.post(`${base}/custom-fields/save`, body);

async function auditOf({ headers }: Answer) {
  return server.database.db
    .selectFrom('audit_entries')
    .select(['action', 'target', 'details', 'outcome'])
    .where('request_id', '=', headers.get('x-request-id')!)
    .execute();
}

describe('GAP-SET-1: settings', () => {
  test('are listed in sections with the data for a form', async () => {
    const answer = await ada.get(`${base}/settings/sections`);
    const sections = answer.json<(Form & { readonly id: string })[]>();
    const own = 'site server build content taxonomies editorial media backup seo feed security';
    expect(sections.map(({ id }) => id)).toEqual(expect.arrayContaining(own.split(' ')));
    for (const { fields } of sections) {
      for (const field of fields) {
        expect(Object.keys(field)).toEqual(
          expect.arrayContaining([
            'name',
            'label',
            'type',
            'required',
            'default',
            'help',
            'options',
          ]),
        );
      }
    }
    expect(answer.text).not.toContain('postgres');
  });

  test('are written to the file with its comments, and apply immediately in every process', async () => {
    await using beside = await TestServer.beside(server);
    const answer = await save('site', { title: 'The Gazette' });
    expect(answer.json()).toEqual({ ok: true, restart_required: [] });
    expect(await server.read(site)).toBe(siteYaml.replace('The Paper', 'The Gazette'));
    const titleAt = async (at: TestServer): Promise<unknown> =>
      (await at.visitor().get('/__platform/api/site')).json<{ title: string }>().title;
    expect(await titleAt(server)).toBe('The Gazette');
    await vi.waitFor(async () => expect(await titleAt(beside)).toBe('The Gazette'), 30_000);
    expect(await auditOf(answer)).toEqual([
      ...[
        {
          action: 'settings.save',
          target: 'site',
          outcome: 'success',
          details: {
            settings: ['title'],
            changes: { title: { old: 'The Paper', new: 'The Gazette' } },
          },
        },
      ],
    ]);
  });

  test('of the server name their source, and apply after a restart', async () => {
    const { fields } = await form('build');
    expect(fields.map(({ name, source, editable }) => ({ name, source, editable }))).toEqual([
      { name: 'build.on_publish', source: 'command line', editable: false },
      { name: 'build.platform_api', source: 'default', editable: true },
    ]);
    const answer = await save('build', { 'build.platform_api': false });
    expect(answer.json()).toEqual({ ok: true, restart_required: ['build.platform_api'] });
    expect(await server.read('galley.yaml')).toBe('build:\n  platform_api: false\n');
    expect((await form('build')).restart_required).toEqual(['build.platform_api']);
    const problem = expectProblem(
      await save('build', { 'build.on_publish': true }),
      422,
      'invalid_fields',
    );
    expect(problem).toMatchObject({
      errors: [{ path: 'build.on_publish', message: 'comes from command line; change it there' }],
    });
  });

  test('are refused as a whole, with all mistakes, and a modified file is not overwritten', async () => {
    const before = await server.read(site);
    const refused = await save('feed', { 'feed.limit': 0, 'feed.content': 'all', 'feed.limt': 1 });
    expect(expectProblem(refused, 422, 'invalid_fields')['errors']).toMatchObject([
      { path: 'feed.limt', message: expect.stringContaining('did you mean feed.limit?') as string },
    ]);
    const { errors } = expectProblem(
      await save('feed', { 'feed.limit': 0, 'feed.content': 'all' }),
      ...([422, 'invalid_fields'] as const),
    ) as unknown as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(['feed.limit', 'feed.content']);
    const stale = await save('feed', { 'feed.limit': 5 }, { expected_revision: 'another' });
    expectProblem(stale, 409, 'stale_revision');
    expectProblem(await save('feeds', {}), 404, 'not_found');
    expect(await server.read(site)).toBe(before);
  });
});

test('GAP-SET-8: disabling and enabling approval are distinct in the audit log', async () => {
  const audited = async (required: boolean) => {
    const answer = await save('editorial', { 'editorial.require_approval': required });
    expect(answer.status).toBe(200);
    return (await auditOf(answer)).map(({ details }) => details);
  };
  const name = 'editorial.require_approval';
  const [before, after] = [await audited(true), await audited(false)];
  expect(before).toMatchObject([{ changes: { [name]: { old: false, new: true } } }]);
  expect(after).toMatchObject([{ changes: { [name]: { old: true, new: false } } }]);
});

describe('GAP-SET-2: custom fields', () => {
  const event = {
    name: 'event',
    type: 'object',
    fields: [{ name: 'start', type: 'date', required: true }],
  };
  const size = { name: 'size', type: 'select', options: ['s', 'm'], default: 'm' };
  const phone = { name: 'phone', type: 'text' };

  test('are saved as a whole and returned unchanged', async () => {
    const empty = (await ada.get(`${base}/custom-fields`)).json<Record<string, unknown>>();
    expect(empty).toMatchObject({ types: {}, shared: { fields: [], values: {} } });
    const body = {
      types: { page: [{ ...event, required: true }, size] },
      shared: { fields: [phone], values: { phone: '+49 30 1' } },
    };
    const answer = await saveFields({ ...body, revision: empty['revision'] });
    expect(answer.json()).toEqual({ ok: true });
    const saved = (await ada.get(`${base}/custom-fields`)).json<Record<string, unknown>>();
    expect(saved).toMatchObject(body);
    expect((await saveFields(saved)).json()).toEqual({ ok: true });
    expectProblem(
      await saveFields({ types: {}, revision: empty['revision'] }),
      409,
      'stale_revision',
    );
    expect(await auditOf(answer)).toMatchObject([
      {
        action: 'custom_fields.save',
        details: {
          changed: ['types.page', 'shared.fields', 'shared.values'],
          changes: {
            'types.page': { old: null, new: [{ name: 'event' }, { name: 'size' }] },
            'shared.fields': { old: null, new: [{ name: 'phone' }] },
            'shared.values.phone': { old: null, new: '+49 30 1' },
          },
        },
      },
    ]);
  });

  test('block publishing until valid, and reach readers with defaults and shared values', async () => {
    const page = { type: 'page', lang: 'en', title: 'Fair', content: 'Come.\n' };
    const { path } = (await ada.post(`${base}/documents/create`, page)).json<{ path: string }>();
    const publish = { path, status: 'published' };
    const refused = await ada.post(`${base}/documents/status`, publish);
    expect(expectProblem(refused, 422, 'invalid_fields')['errors']).toMatchObject([
      { path: 'fields.event', message: 'Event is required' },
    ]);
    const frontmatter = {
      title: 'Fair',
      workflow: 'published',
      fields: { event: { start: '2026-09-01' } },
    };
    const saved = await ada.post(`${base}/documents/save`, {
      path,
      content: 'Come.\n',
      frontmatter,
    });
    expect(saved.status).toBe(200);
    expect(saved.json<{ fields: unknown }>().fields).toEqual(frontmatter.fields);
    const visitor = server.visitor();
    expect((await visitor.get('/fair/')).text).toBe('2026-09-01|m|+49 30 1|+49 30 1');
    const item = (await visitor.get(`/__platform/api/content?path=${path}`)).json<{
      fields: unknown;
    }>();
    expect(item.fields).toEqual({ event: { start: '2026-09-01' }, size: 'm', phone: '+49 30 1' });
    const known = (await visitor.get('/__platform/api/site')).json<{ fields: unknown }>();
    expect(known.fields).toEqual({ phone: '+49 30 1' });
    await saveFields({ shared: { fields: [phone], values: { phone: '110' } } });
    expect((await visitor.get('/fair/')).text).toBe('2026-09-01|m|110|110');
  });

  test('are returned to readers of documents without shared values, and so are languages and time zones', async () => {
    const anna = await server.signedInAs({ username: 'anna', role: 'author' });
    const answer = await anna.get(`${base}/documents/types`);
    const told = answer.json<{ types: { name: string; fields: { name: string }[] }[] }>();
    expect(told).toMatchObject({ languages: ['en'], time_zone: 'UTC' });
    expect(told.types.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual(
      [
        ['page', ['event', 'size']],
        ['post', []],
      ],
    );
    expect(told.types[0]!.fields).toMatchObject([
      { type: 'object', required: true, fields: [{ name: 'start', required: true }] },
      { default: 'm', options: [{ value: 's', label: 's' }, {}] },
    ]);
    expect(answer.text).not.toMatch(/phone|110/);
    expectProblem(await anna.get(`${base}/custom-fields`), 403, 'forbidden');
  });

  test('that conflict with each other or the site are refused with locations', async () => {
    const before = await server.read('content/config/custom-fields.yaml');
    const body = {
      types: {
        page: [
          phone,
          { name: 'title', type: 'text' },
          { name: 'a', type: 'reference', to: ['nope'] },
        ],
        nothing: [],
      },
      shared: { fields: [phone], values: { fax: '1' } },
    };
    const { errors } = expectProblem(await saveFields(body), 422, 'invalid_fields') as unknown as {
      errors: { path: string }[];
    };
    expect(errors.map(({ path }) => path).toSorted()).toEqual([
      'shared.values.fax',
      'types.nothing',
      'types.page[0].name',
      'types.page[1].name',
      'types.page[2].to[0]',
    ]);
    expectProblem(await saveFields({ fields: [] }), 400, 'invalid_request');
    expect(await server.read('content/config/custom-fields.yaml')).toBe(before);
  });
});
