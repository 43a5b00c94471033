import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderWatcherOptions } from '@galley/content';
import { silentLogger, systemClock, type LogAttributes } from '@galley/kernel';
import { parseSiteSettings } from '@galley/settings';
import { ManualClock } from '@galley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { themesDirectoryWith } from './fixtures.ts';
import { LiveTheme, type LiveThemeOptions } from './live-theme.ts';

class LiveThemeHarness {
  readonly errors: LogAttributes[] = [];
  readonly warnings: LogAttributes[] = [];
  readonly folder: string;
  settings = parseSiteSettings('theme: mine', 'site.yaml');

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async with(
    files: Readonly<Record<string, string | undefined>> = {},
  ): Promise<LiveThemeHarness> {
    return new LiveThemeHarness(await themesDirectoryWith('mine', files));
  }

  open(more: Partial<LiveThemeOptions> = {}): Promise<LiveTheme> {
    return LiveTheme.open({
      themesDirectory: this.folder,
      settings: () => this.settings,
      logger: {
        ...silentLogger,
        error: (message, attributes) => void this.errors.push({ message, ...attributes }),
        warn: (message, attributes) => void this.warnings.push({ message, ...attributes }),
      },
      ...more,
    });
  }

  choose(siteYaml: string): void {
    this.settings = parseSiteSettings(siteYaml, 'site.yaml');
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.folder, 'mine', path), text);
  }
}

async function watched(
  live: LiveTheme,
  more: Partial<Pick<FolderWatcherOptions, 'mode' | 'clock'>> = {},
): Promise<void> {
  const watcher = live.watch({
    mode: 'events',
    pollMilliseconds: 10,
    clock: systemClock,
    ...more,
  });
  const stop = new AbortController();
  watcher.loop.start(stop.signal);
  onTestFinished(() => {
    stop.abort();
    return watcher.loop.stopped;
  });
  await watcher.ready;
}

function nextChange(live: LiveTheme): Promise<void> {
  return new Promise((resolve) => live.onChange(resolve));
}

const shown = (live: LiveTheme): string =>
  live.current().render('page', { page: { full_title: 'Ink' } });

test.each(['events', 'poll', 'auto'] as const)(
  'by %s, a template that is edited is served a moment later',
  async (mode) => {
    const studio = await LiveThemeHarness.with();
    const live = await studio.open();
    await watched(live, { mode });
    expect(shown(live)).toBe('Ink');
    const changed = nextChange(live);
    await studio.write('layouts/page.liquid', 'new {{ page.full_title }}');
    await changed;
    expect(shown(live)).toBe('new Ink');
  },
);

test('an asset that is edited gets another address', async () => {
  const studio = await LiveThemeHarness.with({ 'assets/a.css': 'a{}' });
  const live = await studio.open();
  await watched(live);
  const before = live.current().assetAddresses();
  const changed = nextChange(live);
  await studio.write('assets/a.css', 'b{}');
  await changed;
  expect(live.current().assetAddresses()).not.toEqual(before);
});

test('a theme that breaks keeps its last version, is logged once with the position, and returns when fixed', async () => {
  const studio = await LiveThemeHarness.with();
  const live = await studio.open();
  await studio.write('layouts/page.liquid', 'a\n{% if %}');
  expect([await live.reload(), await live.reload()]).toEqual([false, false]);
  expect(shown(live)).toBe('Ink');
  expect(studio.errors).toMatchObject([
    { theme: 'mine', file: 'layouts/page.liquid', line: 2, in_use: 'mine' },
  ]);
  await studio.write('layouts/page.liquid', 'mended');
  expect(await live.reload()).toBe(true);
  expect(shown(live)).toBe('mended');
});

test('a theme that is away for a moment, as while it is being replaced, stays in use', async () => {
  const studio = await LiveThemeHarness.with();
  const live = await studio.open();
  await rename(join(studio.folder, 'mine'), join(studio.folder, 'aside'));
  expect(await live.reload()).toBe(false);
  expect(shown(live)).toBe('Ink');
});

test.each([
  [
    'broken',
    { 'layouts/page.liquid': 'x\n\n{% nope %}' },
    { file: 'layouts/page.liquid', line: 3 },
  ],
  ['not there', { 'theme.yaml': undefined, 'layouts/page.liquid': undefined }, {}],
])(
  'a server starts with the built-in theme where the chosen one is %s',
  async (_how, files, place) => {
    const studio = await LiveThemeHarness.with(files);
    const live = await studio.open();
    expect(live.current().manifest).toMatchObject({ name: 'default', author: 'Galley' });
    expect(studio.errors).toMatchObject([{ theme: 'mine', in_use: 'default', ...place }]);
  },
);

test("a server starts with the theme that comes with Galley where the project's own default is broken", async () => {
  const folder = await themesDirectoryWith('default', { 'layouts/page.liquid': '{% nope %}' });
  const studio = await LiveThemeHarness.with();
  studio.choose('theme: default');
  const live = await studio.open({ themesDirectory: folder });
  expect(live.current().manifest.author).toBe('Galley');
  expect(studio.errors).toMatchObject([{ file: 'layouts/page.liquid', line: 1 }]);
});

test('another theme comes into use when the settings name it, and reading again what is the same changes nothing', async () => {
  const studio = await LiveThemeHarness.with();
  const live = await studio.open();
  let changes = 0;
  live.onChange(() => (changes += 1));
  studio.choose('theme: default');
  expect([await live.reload(), await live.reload()]).toEqual([true, false]);
  expect([live.current().manifest.name, changes]).toEqual(['default', 1]);
});

test('an invalid setting is logged once, and its default is used', async () => {
  const yaml =
    'name: mine\nversion: 1\nsettings:\n  - { name: accent, type: color, default: teal }\n';
  const studio = await LiveThemeHarness.with({
    'theme.yaml': yaml,
    'layouts/page.liquid': '{{ theme.accent }}',
  });
  studio.choose('theme: mine\ntheme_settings: { mine: { accent: "red;}" } }');
  const live = await studio.open();
  await live.reload();
  expect(shown(live)).toBe('teal');
  expect(studio.warnings).toMatchObject([
    {
      setting: 'theme_settings.mine.accent',
      reason: expect.stringContaining('must be a colour') as string,
    },
  ]);
  studio.choose('theme: mine\ntheme_settings: { mine: { accent: "#f00" } }');
  expect(await live.reload()).toBe(true);
  expect(shown(live)).toBe('#f00');
});

test('where events tell nothing, the files are looked at every minute', async () => {
  const studio = await LiveThemeHarness.with();
  const clock = new ManualClock();
  const live = await studio.open();
  await watched(live, { clock });
  await clock.sleeping();
  studio.choose('theme: default');
  const changed = nextChange(live);
  clock.advance(60_000);
  await changed;
  expect(live.current().manifest.name).toBe('default');
});

test('a themes folder that comes and goes does not end the watching', async () => {
  const studio = await LiveThemeHarness.with();
  const live = await studio.open();
  await watched(live);
  await rm(join(studio.folder, 'mine'), { recursive: true });
  const back = await themesDirectoryWith('mine', { 'layouts/page.liquid': 'back' });
  const changed = nextChange(live);
  await rename(join(back, 'mine'), join(studio.folder, 'mine'));
  await changed;
  expect(shown(live)).toBe('back');
});
