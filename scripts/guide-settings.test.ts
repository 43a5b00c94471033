import { loadConfig, parseCustomFields, parseSiteSettings } from '@galley/settings';
import { expect, test } from 'vitest';
import { codeBlocks } from './markdown-code.ts';
import { listFiles, readText } from './repository.ts';

const kinds: Readonly<Record<string, 'galley' | 'site' | 'fields' | 'other'>> = {
  agents: 'galley',
  'ai-writer': 'galley',
  backups: 'galley',
  'first-site': 'site',
  mail: 'galley',
  media: 'other',
  people: 'galley',
  plugins: 'other',
  recipes: 'other',
  runs: 'galley',
  scaling: 'galley',
  scim: 'galley',
  security: 'galley',
  settings: 'fields',
  'sign-in': 'galley',
  site: 'site',
  themes: 'other',
  tokens: 'galley',
  webhooks: 'galley',
  writing: 'site',
};

const guide = /^docs\/guides\/(.+)\.md$/;
const samples = listFiles().flatMap((path) => {
  const name = guide.exec(path)?.[1];
  if (name === undefined) return [];
  return codeBlocks(readText(path))
    .filter(({ language, text }) => language === 'yaml' && !text.startsWith('---'))
    .map(({ text, line }) => ({ name, place: `${path}:${line}`, text }));
});

const site = parseSiteSettings('', 'site.yaml');

test.each(samples)('$place: the settings are valid', async ({ name, text }) => {
  const kind = kinds[name];
  expect(kind, `what the YAML of ${name}.md is`).toBeDefined();
  if (kind === 'site') parseSiteSettings(text, 'site.yaml');
  if (kind === 'fields') parseCustomFields(text, site);
  const origin = { projectDirectory: '/', overlays: [], environment: {}, projectText: text };
  if (kind === 'galley') await loadConfig(origin);
});
