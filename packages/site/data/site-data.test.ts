import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLogger, systemClock, type LogAttributes } from '@galley/kernel';
import { parseSiteSettings } from '@galley/settings';
import { describe, expect, onTestFinished, test } from 'vitest';
import { themesDirectoryWith } from '../theme/fixtures.ts';
import { LiveTheme } from '../theme/live-theme.ts';
import { loadTheme } from '../theme/load-theme.ts';
import { readSiteData } from './read-site-data.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

async function writeData(contentDirectory: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(contentDirectory, 'config/data', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function projectWith(files: Files, page = '{{ data.team[0].name }}') {
  const themesDirectory = await themesDirectoryWith('mine', {
    'layouts/page.liquid': page,
    'partials/part.liquid': '{{ data.team[0].name }}',
  });
  const contentDirectory = join(themesDirectory, '.content');
  await writeData(contentDirectory, files);
  const site = { projectDirectory: join(themesDirectory, '.none'), contentDirectory };
  return { themesDirectory, contentDirectory, site };
}

async function read(files: Files, previous = {}) {
  const { contentDirectory } = await projectWith(files);
  return readSiteData(contentDirectory, previous);
}

async function faultsOf(files: Files): Promise<readonly string[]> {
  const { faults } = await read(files);
  return faults.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('ADD-THM-4: data files', () => {
  test('are YAML, JSON and CSV', async () => {
    const { values, faults } = await read({
      'team.yaml': '- name: Ada\n  year: 1815\n',
      'site-facts.json': '\uFEFF{ "open": true }',
      'prices.csv': 'item,price\r\n"a ""b"", c",1\r\n\r\n"two\nlines",\r\n',
      'plz.csv': 'Ort;PLZ\nBremen;28195',
      'empty.csv': 'a,b\n',
      'rates.toml': 'paper = 2\nsince = 2024-01-02\n',
    });
    expect(faults).toEqual([]);
    expect(values).toEqual({
      team: [{ name: 'Ada', year: 1815 }],
      'site-facts': { open: true },
      prices: [
        { item: 'a "b", c', price: '1' },
        { item: 'two\nlines', price: '' },
      ],
      plz: [{ Ort: 'Bremen', PLZ: '28195' }],
      empty: [],
      rates: { paper: 2, since: '2024-01-02' },
    });
  });

  test('do not have to exist', async () => {
    expect(await read({})).toEqual({ values: {}, faults: [], missing: [] });
  });

  test.each([
    ['a.yaml', 'b: 1\nc: [', 2, 'cannot be read'],
    ['a.yaml', `a: ${'['.repeat(40)}${']'.repeat(40)}`, 1, 'at most 32 levels'],
    ['a.yaml', '- '.repeat(40), 1, 'at most 32 levels'],
    ['a.yaml', `# ${'x'.repeat(256 * 1024)}`, 1, 'at most 262144 bytes'],
    ['a.json', '{\n  "a": 1,\n}', 3, 'JSON is not valid'],
    ['a.json', '[\n1,\n]', 3, 'JSON is not valid'],
    ['a.json', '[[],\n{"a": no}]', 2, 'JSON is not valid'],
    ['a.json', '{"a":\n{"b": "\\""}', 2, 'JSON is not valid'],
    ['a.json', '', 1, 'JSON is not valid'],
    ['a.json', '['.repeat(100_000) + ']'.repeat(100_000), 1, 'at most 32 levels'],
    ['a.json', `"${'x'.repeat(1024 * 1024)}"`, 1, 'at most 1048576 are allowed'],
    ['a.csv', 'a,b\n"x\ny",1\n1', 4, 'has 1 fields; the first line names 2'],
    ['a.csv', 'a,b\n1,"x\n', 2, 'a quote is missing'],
    ['a.csv', 'a,b\n1,"x"y\n', 2, 'follows a closing quote'],
    ['a.csv', `a\n"${'""'.repeat(100_000)}`, 2, 'a quote is missing'],
    ['a.csv', 'a,a\n', 1, 'two columns are named a'],
    ['a.csv', 'a,\n1,2', 1, 'every column needs a name'],
    ['a.csv', Buffer.from('name\nMüller', 'latin1'), 1, 'not UTF-8'],
    ['a.toml', 'a = 1\nb = ', 2, 'TOML is not valid'],
    ['a.ini', 'a = 1', 1, 'end with .yaml, .json, .toml or .csv'],
    ['Team.yaml', 'a: 1', 1, 'names consist of a-z'],
    ['sub/a.yaml', 'a: 1', 1, 'folders and links are not read'],
  ])('%s with %.20s is reported in line %i: %s', async (...[name, text, line, message]) => {
    const faults = await faultsOf({ [name]: text });
    expect(faults).toEqual([expect.stringContaining(message) as string]);
    expect(faults[0]).toContain(`config/data/${name.split('/')[0]!}:${line} `);
  });

  test('with the same name are reported, and the first is used', async () => {
    const { values, faults } = await read({ 'a.json': '1', 'a.yaml': '2' });
    expect([values, faults.map(({ file }) => file)]).toEqual([{ a: 1 }, ['config/data/a.yaml']]);
  });

  test('together have limits', async () => {
    const big = `"${'x'.repeat(1_000_000)}"`;
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.json`, big] as const);
    expect(await faultsOf(Object.fromEntries(names))).toEqual([
      'config/data/e.json:1 with this file, the data files have more than 4194304 bytes',
    ]);
    const many = Array.from({ length: 101 }, (_, at) => [`a${1000 + at}.json`, '1'] as const);
    expect(await faultsOf(Object.fromEntries(many))).toEqual([
      'config/data/a1100.json:1 at most 100 data files are allowed',
    ]);
  });

  test('cannot be links to files elsewhere', async () => {
    const { contentDirectory } = await projectWith({ 'a.json': '1' });
    await writeFile(join(contentDirectory, 'secret.json'), '2');
    await symlink('../../secret.json', join(contentDirectory, 'config/data/b.json'));
    expect((await readSiteData(contentDirectory, {})).values).toEqual({ a: 1 });
  });

  test('are available to layouts and partials, escaped', async () => {
    const place = await projectWith(
      { 'team.json': '[{ "name": "<b>" }]' },
      '{{ data.team[0].name }} {% render "part" %} {{ data.constructor }}{{ data.none.x }}',
    );
    const theme = await loadTheme({ ...place, name: 'mine' });
    expect(theme.render('page', {})).toBe('&lt;b&gt; &lt;b&gt; ');
  });

  test('change pages while the server runs; a broken one is logged once and keeps its value', async () => {
    const { contentDirectory, ...place } = await projectWith({ 'team.csv': 'name\nAda\n' });
    const warnings: LogAttributes[] = [];
    const live = await LiveTheme.open({
      ...place,
      settings: () => parseSiteSettings('theme: mine', 'site.yaml'),
      logger: {
        ...silentLogger,
        warn: (message, attributes = {}) => void warnings.push({ message, ...attributes }),
      },
    });
    const options = { mode: 'events', pollMilliseconds: 10, clock: systemClock } as const;
    const watcher = live.watchSite(place.site, options)[1]!;
    const stop = new AbortController();
    watcher.loop.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await watcher.loop.stopped;
    });
    await watcher.ready;
    const shown = () => live.current().render('page', {});
    expect(shown()).toBe('Ada');
    const changed = new Promise<void>((resolve) => live.onChange(resolve));
    await writeData(contentDirectory, { 'team.csv': 'name\nBo\n' });
    await changed;
    expect(shown()).toBe('Bo');
    await writeData(contentDirectory, { 'team.csv': 'name\n"Cy\n' });
    expect([await live.reload(), await live.reload()]).toEqual([false, false]);
    expect(shown()).toBe('Bo');
    expect(warnings).toEqual([
      {
        message: 'data file ignored',
        file: 'config/data/team.csv',
        line: 2,
        reason: 'a quote is missing',
      },
    ]);
    expect(() => live.current().requireData()).not.toThrow();
    await rm(join(contentDirectory, 'config'), { recursive: true });
    await live.reload();
    expect(shown()).toBe('');
  });

  test('are part of the fingerprint, with the order of their keys', async () => {
    const fingerprints = ['{"a":1,"b":2}', '{ "a": 1, "b": 2 }', '{"b":2,"a":1}'].map(
      async (text) => {
        const place = await projectWith({ 'a.json': text });
        return (await loadTheme({ ...place, name: 'mine' })).fingerprint;
      },
    );
    const [first, spaced, reordered] = await Promise.all(fingerprints);
    expect(spaced).toBe(first);
    expect(reordered).not.toBe(first);
  });

  test('that are broken and have no previous value are named by builds', async () => {
    const place = await projectWith({ 'team.json': '[\n' });
    const theme = await loadTheme({ ...place, name: 'mine' });
    expect(theme.render('page', {})).toBe('');
    expect(() => theme.requireData()).toThrow(
      expect.objectContaining({
        code: 'invalid_theme',
        details: { file: 'config/data/team.json', line: 2 },
      }) as Error,
    );
  });
});
