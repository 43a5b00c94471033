import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editSiteSettings, type SettingChange } from './edit-site-settings.ts';
import { createDirectory, listMistakes, captureError } from './fixtures.ts';
import { loadSiteSettings } from './site-settings.ts';

const alone = <T>(work: () => Promise<T>): Promise<T> => work();

function edit(contentDirectory: string, ...changes: SettingChange[]): Promise<boolean> {
  return editSiteSettings({ contentDirectory, changes, underLock: alone });
}

async function edited(text: string, ...changes: SettingChange[]): Promise<string> {
  const directory = await createDirectory({ 'config/site.yaml': text });
  await edit(directory, ...changes);
  return readFile(path.join(directory, 'config/site.yaml'), 'utf8');
}

const toInk: SettingChange = { path: ['theme'], value: 'ink' };

describe('a change preserves every other character', () => {
  test.each([
    [
      'to a value',
      '# ours\ntheme:   old   # for now\nurl: http://a',
      '# ours\ntheme:   ink   # for now\nurl: http://a',
    ],
    ['to a quoted value', "theme: 'old' # x\n", "theme: 'ink' # x\n"],
    [
      'in a file with Windows line ends',
      'title: A\r\ntheme: old\r\n\r\n# end\r\n',
      'title: A\r\ntheme: ink\r\n\r\n# end\r\n',
    ],
    ['in brackets', '{ title: A, theme: old }\n', '{ title: A, theme: ink }\n'],
    ['after a byte order mark', '\ufefftheme: old\n', '\ufefftheme: ink\n'],
    ['to a missing key', 'title: A # x\n', 'title: A # x\ntheme: ink\n'],
    [
      'to a missing key, after a last line without a line end',
      'title: A',
      'title: A\ntheme: ink\n',
    ],
    [
      'to a missing key, in a file with Windows line ends',
      'title: A\r\n',
      'title: A\r\ntheme: ink\r\n',
    ],
    ['in a file with only comments', '# ours\n', '# ours\ntheme: ink\n'],
    ['in an empty file', '', 'theme: ink\n'],
  ])('%s', async (_what, before, after) => {
    expect(await edited(before, toInk)).toBe(after);
  });
});

test.each([
  ['a key without a value', 'theme:\ntitle: A # x\n', 'theme: ink\ntitle: A # x\n'],
  ['brackets without the key', '{ title: A }\n', '{ title: A, theme: ink }\n'],
])('%s receives the value, with all comments preserved', async (_what, before, after) => {
  expect(await edited(before, toInk)).toBe(after);
});

test.each([
  ['theme_settings:\n', 'theme_settings:\n  ink:\n    accent: teal\n'],
  [
    'theme_settings:\n  # ours\n  ink: { accent: red } # x\n',
    'theme_settings:\n  # ours\n  ink: { accent: teal } # x\n',
  ],
  ['title: A\n', 'title: A\ntheme_settings:\n  ink:\n    accent: teal\n'],
])('a nested key is changed or created: %j', async (before, after) => {
  const change = { path: ['theme_settings', 'ink', 'accent'], value: 'teal' };
  expect(await edited(before, change)).toBe(after);
});

test('a removed key leaves the comments of its neighbours', async () => {
  const before = '# a\ntitle: A # b\ntheme: old\n# c\nurl: http://a.example\n';
  const after = await edited(before, { path: ['theme'], value: undefined });
  expect(after).toBe('# a\ntitle: A # b\n# c\nurl: http://a.example\n');
});

test('a missing file is created', async () => {
  const directory = await createDirectory({});
  expect(await edit(directory, toInk)).toBe(true);
  expect((await loadSiteSettings(directory)).theme).toBe('ink');
});

test('an unchanged value is not written', async () => {
  const directory = await createDirectory({ 'config/site.yaml': 'theme: "ink"\n' });
  const file = path.join(directory, 'config/site.yaml');
  const { mtimeMs, ino } = await stat(file);
  expect(await edit(directory, toInk)).toBe(false);
  expect(await stat(file)).toMatchObject({ mtimeMs, ino });
});

test('any text survives a round trip', async () => {
  const directory = await createDirectory({});
  const file = path.join(directory, 'config/site.yaml');
  const title = fc.string({ unit: 'grapheme' }).filter((text) => /\S/.test(text));
  const start = fc.constantFrom('', 'title: A # x\n', '{ title: A }\n', 'title: >-\n  A\n  b\n');
  await fc.assert(
    fc.asyncProperty(start, title, async (before, value) => {
      await writeFile(file, before).catch(() => undefined);
      await edit(directory, { path: ['title'], value });
      expect((await loadSiteSettings(directory)).title).toBe(value);
    }),
    { numRuns: 50 },
  );
});

describe('nothing is written if', () => {
  test.each([
    {
      when: 'the file is already invalid',
      before: 'titel: A\n',
      value: 'ink',
      mistake: 'titel:',
    },
    {
      when: 'the change makes the file invalid',
      before: 'title: A\n',
      value: '../x',
      mistake: 'theme: must be',
    },
  ])('where $when', async ({ before, value, mistake }) => {
    const change = { path: ['theme'], value };
    const directory = await createDirectory({ 'config/site.yaml': before });
    const error = await captureError(() => edit(directory, change));
    expect(error.code).toBe('invalid_site_settings');
    expect(listMistakes(error)).toEqual([expect.stringContaining(mistake)]);
    expect(await readFile(path.join(directory, 'config/site.yaml'), 'utf8')).toBe(before);
  });

  test('rejects impossible changes', async () => {
    const directory = await createDirectory({});
    await symlink(path.join(directory, 'nowhere'), path.join(directory, 'config'));
    const error = await edit(directory, toInk).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'settings_not_written', kind: 'unavailable' });
  });
});

test('symbolic links and permissions are preserved, and no temporary file remains', async () => {
  const directory = await createDirectory({
    'elsewhere/real.yaml': 'theme: old\n',
    'config/x': '',
  });
  const real = path.join(directory, 'elsewhere/real.yaml');
  await chmod(real, 0o600);
  await symlink(real, path.join(directory, 'config/site.yaml'));
  await edit(directory, toInk);
  expect(await readFile(real, 'utf8')).toBe('theme: ink\n');
  expect((await stat(real)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.join(directory, 'elsewhere'))).toEqual(['real.yaml']);
});

test('the lock covers reading and writing', async () => {
  const directory = await createDirectory({ 'config/site.yaml': 'title: A\n' });
  let last: Promise<unknown> = Promise.resolve();
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next;
    return next;
  };
  const changes = ['title', 'description', 'theme'].map((key, index) => ({
    path: [key],
    value: `v${index}`,
  }));
  await Promise.all(
    changes.map((change) =>
      editSiteSettings({ contentDirectory: directory, changes: [change], underLock: oneByOne }),
    ),
  );
  expect(await loadSiteSettings(directory)).toMatchObject({
    title: 'v0',
    description: 'v1',
    theme: 'v2',
  });
});
