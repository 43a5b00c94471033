import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from './config.ts';
import { parseFields } from './fields/fixtures.ts';
import { createDirectory, captureError } from './fixtures.ts';
import type { PluginSettings } from './forms/plugin-section.ts';
import { SettingsService } from './settings-service.ts';
import { loadSiteSettings } from './site-settings.ts';

const alone = <T>(work: () => Promise<T>): Promise<T> => work();

interface Project {
  readonly service: SettingsService;
  readonly changes: () => number;
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, text: string) => Promise<void>;
  readonly directory: string;
}

interface ProjectOptions {
  readonly environment?: Record<string, string>;
  readonly overlays?: readonly string[];
  readonly plugins?: readonly PluginSettings[];
}

async function project(
  files: Record<string, string> = {},
  { environment = {}, overlays = [], plugins = [] }: ProjectOptions = {},
): Promise<Project> {
  const directory = await createDirectory({ 'content/config/.keep': '', ...files });
  const origin = { projectDirectory: directory, overlays, environment };
  let changes = 0;
  const service = new SettingsService({
    origin,
    running: await loadConfig(origin),
    underLock: alone,
    plugins: () => Promise.resolve(plugins),
    themes: () => Promise.resolve([]),
    onChange: () => Promise.resolve(void (changes += 1)),
  });
  return {
    service,
    directory,
    changes: () => changes,
    read: (file) => readFile(path.join(directory, file), 'utf8'),
    write: (file, text) => writeFile(path.join(directory, file), text),
  };
}

const site = 'content/config/site.yaml';
const errorsOf = async (attempt: () => unknown): Promise<Record<string, string>> => {
  const { code, details } = await captureError(attempt);
  expect(code).toBe('invalid_fields');
  const { errors = [] } = details;
  return Object.fromEntries(errors.map(({ path: at, message }) => [at, message]));
};

describe('GAP-SET-1: a form of the site', () => {
  test('shows each setting with its value or default', async () => {
    const { service } = await project({ [site]: 'title: Gazette\nlanguages: { es: {} }\n' });
    const { values, fields, restartRequired } = await service.form('site');
    expect(values).toMatchObject({
      title: 'Gazette',
      time_zone: 'UTC',
      languages: [
        { key: 'en', name: 'English', title: null, menu: [], menus: [] },
        { key: 'es', name: 'Español' },
      ],
    });
    expect(fields.filter(({ source }) => source !== 'default').map(({ name }) => name)).toEqual([
      'title',
      'languages',
    ]);
    expect(restartRequired).toEqual([]);
  });

  test('changes only the edited values, and no other byte of the file', async () => {
    const before =
      '# ours\ntitle:   "A"   # for now\nfeed: # of news\n  limit: 5 # few\n\nurl: http://a.example\n';
    const { service, read, changes } = await project({ [site]: before });
    const { values } = await service.form('site');
    await service.save({ section: 'site', values: { ...values, title: 'B' } });
    expect(await read(site)).toBe(before.replace('"A"', '"B"'));
    const saved = await service.save({ section: 'feed', values: { 'feed.limit': 7 } });
    expect(await read(site)).toBe(before.replace('"A"', '"B"').replace('5', '7'));
    expect(saved).toEqual({
      changed: ['feed.limit'],
      changes: { 'feed.limit': { old: 5, new: 7 } },
      restartRequired: [],
    });
    expect(changes()).toBe(2);
  });

  test('writes nothing if nothing changed', async () => {
    const { service, read, changes } = await project({ [site]: 'title: A\n' });
    for (const { id } of await service.sections()) {
      const { values } = await service.form(id);
      expect(await service.save({ section: id, values })).toEqual({
        changed: [],
        changes: {},
        restartRequired: [],
      });
    }
    expect(await read(site)).toBe('title: A\n');
    expect(changes()).toBe(0);
  });

  test('restores the default of a null setting, and keeps the comments', async () => {
    const { service, read, directory } = await project({ [site]: 'feed:\n  # few\n  limit: 5\n' });
    await service.save({ section: 'feed', values: { 'feed.limit': null } });
    expect(await read(site)).toContain('# few');
    expect((await loadSiteSettings(path.join(directory, 'content'))).feed.limit).toBe(20);
    expect((await service.form('feed')).values['feed.limit']).toBe(20);
  });

  test('adds a language, a menu and a type, and preserves existing text', async () => {
    const before = `languages:
  es:
    title: Gaceta # a
menu:
  # the first
  - title: Home
    url: / # root
content:
  types:
    page: {}
    # our own
    note:
      folder: notes
`;
    const { service, read } = await project({ [site]: before });
    const { languages, menu } = (await service.form('site')).values as Record<string, object[]>;
    await service.save({
      section: 'site',
      values: {
        languages: [...languages!, { key: 'de', title: 'Anzeiger' }],
        menu: [
          { ...menu![0], title: 'Start' },
          { title: 'About', url: '/about/' },
        ],
      },
    });
    const types = (await service.form('content')).values['content.types'] as object[];
    await service.save({
      section: 'content',
      values: { 'content.types': [...types, { key: 'event', folder: 'events' }] },
    });
    const after = await read(site);
    const comments = before.match(/#.*/g)!;
    expect(after.match(/#.*/g)).toEqual(comments);
    expect(parse(after)).toEqual({
      languages: { es: { title: 'Gaceta' }, de: { title: 'Anzeiger' } },
      menu: [
        { title: 'Start', url: '/' },
        { title: 'About', url: '/about/' },
      ],
      content: { types: { page: {}, note: { folder: 'notes' }, event: { folder: 'events' } } },
    });
  });

  test('refuses the whole section, with every mistake at its field', async () => {
    const { service, read } = await project({ [site]: 'title: A\n' });
    const errors = await errorsOf(() =>
      service.save({
        section: 'site',
        values: {
          title: ' ',
          time_zone: 'Mars',
          languages: [{ key: 'en' }, { key: 'de', menu: [{ title: 'x', url: 'javascript:1' }] }],
          redirects: [{ from: '/a/' }],
        },
      }),
    );
    expect(Object.keys(errors).toSorted()).toEqual([
      'languages[1].menu[0].url',
      'redirects[0].to',
      'time_zone',
      'title',
    ]);
    expect(await read(site)).toBe('title: A\n');
  });

  test.each([
    ['a duplicate name', { languages: [{ key: 'de' }, { key: 'de' }] }, 'languages[1].key'],
    ['a row without a name', { languages: [{ title: 'x' }] }, 'languages[0].key'],
    ['an invalid name', { languages: [{ key: 'german' }] }, 'languages[0].key'],
    ['no list', { menu: 'x' }, 'menu'],
    ['a setting of another section', { 'feed.limit': 5 }, 'feed.limit'],
    ['a name of the prototype', { constructor: 5 }, 'constructor'],
  ])('refuses %s', async (_what, values, place) => {
    const { service } = await project();
    expect(Object.keys(await errorsOf(() => service.save({ section: 'site', values })))).toEqual([
      place,
    ]);
  });

  test('keeps a content type with custom fields', async () => {
    const { service } = await project({
      [site]: 'content: { types: { page: {}, note: { folder: notes } } }\n',
      'content/config/custom-fields.yaml': 'types: { note: [{ name: a, type: text }] }\n',
    });
    const errors = await errorsOf(() =>
      service.save({ section: 'content', values: { 'content.types': [{ key: 'page' }] } }),
    );
    expect(errors['content.types']).toContain('types.note');
  });

  test('409 stale_revision: refuses to overwrite a concurrent change', async () => {
    const { service, read, write } = await project({ [site]: 'title: A\n' });
    const { revision } = await service.form('site');
    await write(site, 'title: B\n');
    const values = { title: 'C' };
    const error = await captureError(() =>
      service.save({ section: 'site', values, expectedRevision: revision }),
    );
    expect(error.code).toBe('stale_revision');
    expect(await read(site)).toBe('title: B\n');
  });

  test('refuses a file with anchors and explains the reason', async () => {
    const { service } = await project({ [site]: 'seo: &a { twitter: a }\nparams: { <<: *a }\n' });
    const { values } = await service.form('seo');
    expect(values['seo.twitter']).toBe('@a');
    await service.save({ section: 'seo', values: { 'seo.twitter': 'b' } });
  });

  test('404: unknown section', async () => {
    const { service } = await project();
    expect((await captureError(() => service.form('sites'))).code).toBe('not_found');
  });
});

describe('GAP-SET-1: a form of the server', () => {
  test('shows the source of each value, and refuses changes to values from the environment or an overlay', async () => {
    const { service } = await project(
      {
        'galley.yaml': 'server: { workers: 2 }\nlimits: { json_body: "${BODY}" }\n',
        'over.yaml': 'server: { cache: 1GiB }\n',
      },
      {
        overlays: ['over.yaml'],
        environment: { GALLEY_CONTENT__WATCH: 'poll', BODY: '1MiB' },
      },
    );
    const { fields, values } = await service.form('server');
    const said = fields.map(({ name, source, editable }) => [name, source, editable]);
    expect(said).toEqual([
      ['server.workers', 'galley.yaml', true],
      ['server.cache', 'over.yaml', false],
      ['server.shutdown_delay', 'default', true],
      ['server.shutdown_timeout', 'default', true],
      ['content.watch', 'environment variable GALLEY_CONTENT__WATCH', false],
      ['content.poll_interval', 'default', true],
      ['limits.json_body', 'an environment variable, in galley.yaml', false],
      ['limits.document_body', 'default', true],
      ['limits.public_requests_per_minute', 'default', true],
      ['limits.form_entries_per_minute', 'default', true],
      ['site.stale_if_error', 'default', true],
      ['limits.connections_per_address', 'default', true],
    ]);
    expect(values).toMatchObject({
      'server.workers': 2,
      'server.cache': '1GiB',
      'limits.json_body': '1MiB',
    });
    const changed = {
      ...values,
      'content.watch': 'off',
      'limits.json_body': '2MiB',
      'server.cache': '2GiB',
    };
    const errors = await errorsOf(() => service.save({ section: 'server', values: changed }));
    expect(Object.keys(errors)).toEqual(['server.cache', 'content.watch', 'limits.json_body']);
  });

  test('writes to galley.yaml, which takes effect after a restart', async () => {
    const before = '# the project\nbackup: # of the content\n  on_change: false # for now\n';
    const { service, read, directory, changes } = await project({ 'galley.yaml': before });
    const saved = await service.save({
      section: 'backup',
      values: { 'backup.on_change': true, 'backup.retention.keep': 30 },
    });
    const names = ['backup.on_change', 'backup.retention.keep'];
    expect(saved).toMatchObject({ changed: names, restartRequired: names });
    expect(changes()).toBe(0);
    const after = await read('galley.yaml');
    expect(after).toBe(`${before.replace('false', 'true')}  retention:\n    keep: 30\n`);
    expect((await service.form('backup')).restartRequired).toEqual(names);
    const config = await loadConfig({ projectDirectory: directory, overlays: [], environment: {} });
    expect(config.backup).toMatchObject({ onChange: true, retention: { keep: 30 } });
  });

  test('refuses values out of range, and ignores environment references', async () => {
    const { service, read } = await project({}, { environment: { SECRET: '5' } });
    const values = { 'server.workers': -1, 'server.cache': '${SECRET}MiB' };
    const errors = await errorsOf(() => service.save({ section: 'server', values }));
    expect(errors['server.workers']).toContain('must be a whole number from 0 to 128');
    expect(errors['server.cache']).toContain('${SECRET}MiB');
    await expect(read('galley.yaml')).rejects.toThrow('ENOENT');
  });
});

describe('GAP-SET-1: a section of a plugin', () => {
  const plugin: PluginSettings = {
    name: 'cards',
    title: 'Social cards',
    description: 'Pictures for shared links.',
    fields: parseFields(
      { name: 'color', type: 'color', default: '#ffffff' },
      { name: 'size', type: 'select', options: ['s', 'm'], required: true, default: 's' },
    ),
  };

  test('uses config/plugins.yaml with defaults and validation', async () => {
    const before = '# ours\nother: { a: 1 } # x\n';
    const file = 'content/config/plugins.yaml';
    const { service, read, changes } = await project({ [file]: before }, { plugins: [plugin] });
    const sections = await service.sections();
    expect(sections.at(-1)).toMatchObject({
      id: 'plugin:cards',
      name: 'Social cards',
      description: plugin.description,
    });
    expect((await service.form('plugin:cards')).values).toEqual({ color: '#ffffff', size: 's' });
    const errors = await errorsOf(() =>
      service.save({ section: 'plugin:cards', values: { color: 'red', sise: 'm' } }),
    );
    expect(Object.keys(errors)).toEqual(['sise']);
    await service.save({ section: 'plugin:cards', values: { size: 'm' } });
    expect(await read(file)).toBe(`${before}cards:\n  size: m\n`);
    expect(changes()).toBe(1);
  });
});

const comment = fc.stringMatching(/^[a-z ]{0,12}$/).map((text) => `# ${text}`);
const title = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => /\S/.test(text) && text.isWellFormed());
const changes = fc.record(
  {
    title,
    description: fc.string({ maxLength: 30 }),
    url: fc.stringMatching(/^[a-z]{1,8}$/).map((host) => `https://${host}.example`),
    menu: fc.array(fc.record({ title, url: fc.constantFrom('/', '/a/', 'https://b.example/') }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
);

test('GAP-SET-1: every change preserves all comments and reads back the saved values', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(comment, { minLength: 6, maxLength: 6 }),
      changes,
      async (said, values) => {
        const [a, b, c, d, e, f] = said;
        const before = `${a}\ntitle: 'A' ${b}\n${c}\nfeed: ${d}\n  limit: 5 ${e}\nmenu: [] ${f}\nurl:   http://a.example\n`;
        const { service, read } = await project({ [site]: before });
        const given = Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, structuredClone(value)]),
        );
        await service.save({ section: 'site', values: given });
        const after = await read(site);
        const form = await service.form('site');
        for (const [key, value] of Object.entries(given))
          expect(withoutNothing(form.values[key])).toEqual(value);
        for (const line of said)
          expect(after.split(line).length).toBeGreaterThanOrEqual(before.split(line).length);
        expect(after).toContain(`\nfeed: ${d}\n  limit: 5 ${e}\n`);
        if (values.url === undefined) expect(after).toContain('url:   http://a.example\n');
      },
    ),
    { numRuns: 40 },
  );
});

function withoutNothing(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row: object) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([, inner]) => inner !== null && !(Array.isArray(inner) && inner.length === 0),
      ),
    ),
  );
}
