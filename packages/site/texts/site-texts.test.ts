import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLogger, type LogAttributes } from '@galley/kernel';
import { parseSiteSettings } from '@galley/settings';
import { expect, onTestFinished, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';
import { themesDirectoryWith } from '../theme/fixtures.ts';
import { LiveTheme } from '../theme/live-theme.ts';
import { loadTheme } from '../theme/load-theme.ts';
import { builtInTexts } from './interface-texts.ts';
import { SiteTexts } from './site-texts.ts';

const languages = ['en', 'de', 'es', 'fr'];

test.each(languages)('ADD-THM-3: %s has every text with the same placeholders', (language) => {
  const placeholders = (texts: object) =>
    Object.entries(texts).map(([key, text]) => [key, String(text).match(/\{\w+\}/g) ?? []]);
  expect(placeholders(builtInTexts(language)!)).toEqual(placeholders(builtInTexts('en')!));
});

test('ADD-THM-3: texts of the site come before those of the theme, and of the nearest language', () => {
  const texts = new SiteTexts([
    { en: { motto: 'Ink', home: 'Start' }, de: { home: 'Theme' } },
    { de: { home: 'Site', names: { post: 'Aufsätze' } }, 'de-at': { search: 'Suchn' } },
  ]);
  expect(texts.for('de-AT')).toMatchObject({
    motto: 'Ink',
    home: 'Site',
    search: 'Suchn',
    newer: 'Neuere',
    names: { post: 'Aufsätze', tags: 'Schlagwörter' },
  });
  expect(texts.for('it')).toMatchObject({ home: 'Start', motto: 'Ink' });
  expect([texts.has('it'), texts.has('fr-CA'), texts.has('de-AT')]).toEqual([false, true, true]);
});

async function siteWith(files: Readonly<Record<string, string>>, theme = {}) {
  const themesDirectory = await themesDirectoryWith('mine', {
    'layouts/page.liquid': '{{ t.home }}|{{ t.motto }}|{{ document.html | raw }}',
    ...theme,
  });
  const contentDirectory = join(themesDirectory, '.content');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(contentDirectory, path)), { recursive: true });
    await writeFile(join(contentDirectory, path), text);
  }
  return {
    themesDirectory,
    site: { projectDirectory: join(themesDirectory, '.none'), contentDirectory },
  };
}

test('ADD-THM-3: pages show texts of theme and site, in bodies too', async () => {
  const place = await siteWith(
    { 'config/texts.de.yaml': 'home: Daheim\nnote: Merke' },
    { 'texts/en.yaml': 'motto: Ink', 'texts/de.yaml': 'motto: Tinte' },
  );
  const harness = await SiteHarness.open('title: A\nlanguage: de');
  onTestFinished(() => harness[Symbol.asyncDispose]());
  const theme = await loadTheme({ ...place, name: 'mine' });
  harness.theme = () => Promise.resolve(theme);
  await harness.print({ 'pages/a.md': documentFile({ title: 'A' }, '> [!NOTE]\n> x') });
  const page = await harness.read('/a/');
  expect(page).toContain('Daheim|Tinte|');
  expect(page).toContain('<p class="callout-title">Merke</p>');
});

test('ADD-THM-3: texts of the site with a fault are ignored and logged with their place', async () => {
  const place = await siteWith({
    'config/texts.en.yaml': 'home: Start\nhomme: x\nby: "By {autor}"\npages: 3\nnames: [a]\n',
    'config/texts.de.yaml': 'home: [',
  });
  const warnings: LogAttributes[] = [];
  const live = await LiveTheme.open({
    ...place,
    settings: () => parseSiteSettings('theme: mine', 'site.yaml'),
    logger: {
      ...silentLogger,
      warn: (_message, attributes = {}) => void warnings.push(attributes),
    },
  });
  expect(live.current().texts.for('en')).toMatchObject({ home: 'Start', by: 'By {author}' });
  expect(
    warnings.map(({ file, line, reason }) => [file, line, reason].join(' ')).toSorted(),
  ).toEqual([
    expect.stringContaining('config/texts.de.yaml 1 '),
    'config/texts.en.yaml 2 homme is neither a text of Galley nor of the theme',
    'config/texts.en.yaml 3 by cannot use {autor}, only {author}',
    'config/texts.en.yaml 4 pages must be text, in quotes if it looks like a number',
    'config/texts.en.yaml 5 names must be a mapping of texts',
  ]);
  await live.reload();
  expect(warnings).toHaveLength(5);
});

test('ADD-THM-3: a fault in the texts of a theme makes the theme invalid', async () => {
  const place = await siteWith({}, { 'texts/en.yaml': '\nmotto: 3' });
  await expect(loadTheme({ ...place, name: 'mine' })).rejects.toMatchObject({
    code: 'invalid_theme',
    details: { file: 'texts/en.yaml', line: 2 },
  });
});
