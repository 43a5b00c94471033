import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLogger } from '@galley/kernel';
import { loadSiteSettings, type SiteSettings } from '@galley/settings';
import { temporaryDirectory, zipOf, zipOfFiles } from '@galley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate, httpsHost } from './archive-host.fixtures.ts';
import { wholeTheme } from './fixtures.ts';
import { LiveTheme } from './live-theme.ts';
import { ThemeService } from './theme-service.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

class ThemeServiceHarness {
  readonly folder: string;
  readonly service: ThemeService;
  readonly live: LiveTheme;

  private constructor(folder: string, parts: { service: ThemeService; live: LiveTheme }) {
    this.folder = folder;
    this.service = parts.service;
    this.live = parts.live;
  }

  static async with(files: Files = {}): Promise<ThemeServiceHarness> {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory[Symbol.asyncDispose]());
    const folder = directory.path;
    await writeAll(folder, { 'content/config/site.yaml': '# ours\ntitle: A\n', ...files });
    const [themesDirectory, contentDirectory] = [join(folder, 'themes'), join(folder, 'content')];
    let settings: SiteSettings = await loadSiteSettings(contentDirectory);
    const shared = { themesDirectory, settings: () => settings };
    const live = await LiveTheme.open({ ...shared, logger: silentLogger });
    let isBusy = false;
    const service = new ThemeService({
      ...shared,
      live,
      contentDirectory,
      projectDirectory: folder,
      reach: { ca: certificate, allows: () => true },
      settingsLock: (work) => work(),
      installLock: async (work) => {
        if (isBusy) return undefined;
        isBusy = true;
        return work().finally(() => (isBusy = false));
      },
      onSettingsChange: async () => {
        settings = await loadSiteSettings(contentDirectory);
        await live.reload();
      },
    });
    return new ThemeServiceHarness(folder, { service, live });
  }

  write(files: Files): Promise<void> {
    return writeAll(this.folder, files);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8');
  }

  themes(): Promise<string[]> {
    return readdir(join(this.folder, 'themes')).catch(() => []);
  }
}

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

function below(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

const changed = { ...wholeTheme, 'layouts/page.liquid': 'changed' };

describe('GAP-SET-4: a theme is installed', () => {
  test('from a ZIP in the project, under the name that its theme.yaml says', async () => {
    const zip = zipOfFiles(below('mine-main', wholeTheme));
    const workshop = await ThemeServiceHarness.with({ 'downloads/mine.zip': zip });
    expect(await workshop.service.install({ source: 'downloads/mine.zip' })).toMatchObject({
      name: 'mine',
      version: '1.2.0',
      builtin: false,
      enabled: false,
      problem: undefined,
    });
    expect(await workshop.themes()).toEqual(['mine']);
    expect(await workshop.read('themes/mine/theme.yaml')).toContain('author: Me');
  });

  test('from a folder in the project, under another name, without what is hidden in it', async () => {
    const files = { ...below('work/mine', wholeTheme), 'work/mine/.git/config': 'x' };
    const workshop = await ThemeServiceHarness.with(files);
    const theme = await workshop.service.install({ source: 'work/mine', name: 'other' });
    expect(theme.name).toBe('other');
    expect(await readdir(join(workshop.folder, 'themes/other'))).toEqual(['layouts', 'theme.yaml']);
  });

  test('from an https address', async () => {
    const host = await httpsHost((_request, response) => response.end(zipOfFiles(wholeTheme)));
    const workshop = await ThemeServiceHarness.with();
    await workshop.service.install({ source: `${host}/mine.zip` });
    expect(await workshop.themes()).toEqual(['mine']);
  });

  test('in the place of an earlier version, and pages have it at once', async () => {
    const zip = zipOfFiles(changed);
    const files = {
      ...below('themes/mine', wholeTheme),
      'themes/mine/old.txt': 'x',
      'new.zip': zip,
    };
    const workshop = await ThemeServiceHarness.with(files);
    await workshop.service.switchTo('mine');
    await workshop.service.install({ source: 'new.zip' });
    expect(workshop.live.current().render('page', {})).toBe('changed');
    expect(await readdir(join(workshop.folder, 'themes/mine'))).toEqual(['layouts', 'theme.yaml']);
    expect(await workshop.themes()).toEqual(['.previous-mine', 'mine']);
  });
});

describe('a theme that cannot be used is refused with file and line, and nothing of it is left (GAP-SET-4)', () => {
  test.each([
    [
      'a broken template',
      { 'layouts/page.liquid': 'a\n{% if %}' },
      { file: 'layouts/page.liquid', line: 2 },
    ],
    [
      'a broken theme.yaml',
      { 'theme.yaml': 'name: a\nversion: [' },
      { file: 'theme.yaml', line: 2 },
    ],
    ['a name that is no folder', { 'theme.yaml': 'name: ../a\nversion: 1' }, {}],
    ['the name of a device', { 'theme.yaml': 'name: con\nversion: 1' }, {}],
  ])('%s', async (_what, files, details) => {
    const installed = below('themes/mine', wholeTheme);
    const zip = zipOfFiles({ ...wholeTheme, ...files });
    const workshop = await ThemeServiceHarness.with({ ...installed, 'a.zip': zip });
    const failure = workshop.service.install({ source: 'a.zip' });
    await expect(failure).rejects.toMatchObject({ code: 'invalid_theme', details });
    expect(await workshop.themes()).toEqual(['mine']);
    expect(await workshop.read('themes/mine/layouts/page.liquid')).toContain('full_title');
  });

  test('an archive that is none', async () => {
    const zip = zipOf({ name: '../../out' });
    const workshop = await ThemeServiceHarness.with({ 'a.zip': zip });
    const failure = workshop.service.install({ source: 'a.zip' });
    await expect(failure).rejects.toMatchObject({ code: 'invalid_archive' });
    expect(await workshop.themes()).toEqual([]);
  });
});

describe('nothing outside the project is read', () => {
  test.each([
    '../a.zip',
    '/etc',
    'a/../../b',
    'a\\b',
    'none.zip',
    'C:\\a.zip',
    'C:/a.zip',
    'file:///etc',
  ])('%j', async (source) => {
    const workshop = await ThemeServiceHarness.with();
    await expect(workshop.service.install({ source })).rejects.toMatchObject({
      code: 'invalid_theme_source',
    });
  });

  test('by a link to a folder', async () => {
    const outside = await ThemeServiceHarness.with(below('secret', wholeTheme));
    const workshop = await ThemeServiceHarness.with();
    await symlink(join(outside.folder, 'secret'), join(workshop.folder, 'link'));
    await expect(workshop.service.install({ source: 'link' })).rejects.toMatchObject({
      code: 'invalid_theme_source',
      message: expect.stringContaining('is outside the project') as string,
    });
  });

  test('by a link in a folder', async () => {
    const workshop = await ThemeServiceHarness.with(below('work', wholeTheme));
    await symlink('/etc/hostname', join(workshop.folder, 'work/layouts/x.liquid'));
    await expect(workshop.service.install({ source: 'work' })).rejects.toMatchObject({
      code: 'invalid_archive',
      message: expect.stringContaining('"layouts/x.liquid" is a link') as string,
    });
    expect(await workshop.themes()).toEqual([]);
  });

  test('nor is a folder taken that is no theme', async () => {
    const workshop = await ThemeServiceHarness.with({ 'data/secret': 'x' });
    await expect(workshop.service.install({ source: 'data' })).rejects.toMatchObject({
      code: 'invalid_theme_source',
    });
  });
});

describe('a theme that comes with Galley', () => {
  const named = { ...wholeTheme, 'theme.yaml': 'name: default\nversion: 9\n' };

  test('is not replaced because an archive says its name', async () => {
    const workshop = await ThemeServiceHarness.with({ 'a.zip': zipOfFiles(named) });
    await expect(workshop.service.install({ source: 'a.zip' })).rejects.toMatchObject({
      code: 'already_exists',
      kind: 'conflict',
    });
  });

  test('is, when the name is given; and then it can be brought up to date', async () => {
    const workshop = await ThemeServiceHarness.with({ 'a.zip': zipOfFiles(named) });
    const theme = await workshop.service.install({ source: 'a.zip', name: 'default' });
    expect(theme).toMatchObject({ version: '9', builtin: false, enabled: true });
    expect(await workshop.service.install({ source: 'a.zip' })).toMatchObject({ version: '9' });
  });
});

describe('an installation that was killed', () => {
  const id = '0199a0de-0000-7000-8000-000000000000';

  test('leaves what the next one clears away, and gives back the theme that it had moved', async () => {
    const workshop = await ThemeServiceHarness.with({
      ...below(`themes/.replaced-${id}-mine`, wholeTheme),
      ...below(`themes/.replaced-${id}-other`, wholeTheme),
      ...below('themes/other', changed),
      [`themes/.incoming-${id}/theme/half`]: 'x',
      'a.zip': zipOfFiles(wholeTheme),
    });
    await workshop.service.install({ source: 'a.zip', name: 'third' });
    expect(await workshop.themes()).toEqual(['.previous-other', 'mine', 'other', 'third']);
    expect(await workshop.read('themes/other/layouts/page.liquid')).toBe('changed');
  });
});

test('one theme is installed at a time', async () => {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const host = await httpsHost((_request, response) => {
    asked.resolve();
    void release.promise.then(() => response.end(zipOfFiles(wholeTheme)));
  });
  const workshop = await ThemeServiceHarness.with({ 'a.zip': zipOfFiles(wholeTheme) });
  const first = workshop.service.install({ source: host });
  await asked.promise;
  await expect(workshop.service.install({ source: 'a.zip', name: 'b' })).rejects.toMatchObject({
    code: 'theme_install_running',
    kind: 'conflict',
  });
  release.resolve();
  expect((await first).name).toBe('mine');
  expect(await workshop.themes()).toEqual(['mine']);
});

describe('switching (GAP-SET-4)', () => {
  test('writes the name into the site settings, and pages have the theme at once', async () => {
    const workshop = await ThemeServiceHarness.with(below('themes/mine', wholeTheme));
    await workshop.service.switchTo('mine');
    expect(await workshop.read('content/config/site.yaml')).toBe('# ours\ntitle: A\ntheme: mine\n');
    expect(workshop.live.current().manifest.name).toBe('mine');
    const themes = await workshop.service.list();
    expect(themes.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual(['mine']);
  });

  test.each([
    ['nowhere', {}, { code: 'theme_not_found' }],
    [
      'mine',
      { 'layouts/page.liquid': '\n{% nope %}' },
      { code: 'invalid_theme', details: { file: 'layouts/page.liquid', line: 2, column: 1 } },
    ],
  ])('to %s is refused, and nothing is changed', async (name, files, error) => {
    const workshop = await ThemeServiceHarness.with(
      below('themes/mine', { ...wholeTheme, ...files }),
    );
    await expect(workshop.service.switchTo(name)).rejects.toMatchObject(error);
    expect(await workshop.read('content/config/site.yaml')).not.toContain('theme');
    expect(workshop.live.current().manifest.name).toBe('default');
  });

  test('to a theme that the settings have wrong values for is refused, and each is named', async () => {
    const settings = 'settings:\n  - { name: wide, type: boolean, default: true }\n';
    const files = { ...wholeTheme, 'theme.yaml': `name: mine\nversion: 1\n${settings}` };
    const yaml = 'theme_settings: { mine: { wide: "no", narrow: true } }\n';
    const workshop = await ThemeServiceHarness.with({
      ...below('themes/mine', files),
      'content/config/site.yaml': yaml,
    });
    await expect(workshop.service.switchTo('mine')).rejects.toMatchObject({
      code: 'invalid_theme_settings',
      kind: 'unprocessable',
      details: {
        errors: [
          { path: 'theme_settings.mine.narrow', message: 'unknown key; there are wide' },
          { path: 'theme_settings.mine.wide', message: 'must be true or false' },
        ],
      },
    });
    expect(await workshop.read('content/config/site.yaml')).toBe(yaml);
  });
});

test('the list says of every theme whether it can be used, and what its settings are', async () => {
  const settings = 'settings:\n  - { name: accent, type: color, default: teal, help: Of links }\n';
  const files = { ...wholeTheme, 'theme.yaml': `name: mine\nversion: 1\n${settings}` };
  const workshop = await ThemeServiceHarness.with({
    ...below('themes/mine', files),
    ...below('themes/broken', { ...wholeTheme, 'layouts/404.liquid': '{% nope %}' }),
    'content/config/site.yaml': 'theme_settings: { mine: { accent: navy } }\n',
  });
  const themes = await workshop.service.list();
  expect(themes.find(({ name }) => name === 'mine')).toMatchObject({
    settings: [{ name: 'accent', type: 'color', default: 'teal', help: 'Of links' }],
    values: { accent: 'navy' },
    problem: undefined,
  });
  expect(themes.find(({ name }) => name === 'broken')?.problem).toContain(
    'layouts/404.liquid, line 1, column 1: ',
  );
  expect(themes.find(({ name }) => name === 'default')).toMatchObject({
    builtin: true,
    enabled: true,
  });
});
