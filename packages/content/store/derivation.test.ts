import { fieldNames } from '@galley/kernel';
import { parseSiteSettings } from '@galley/settings';
import { expect, test } from 'vitest';
import { derivationOf, sampleRows } from './derivation.ts';

const settingsFrom = (yaml: string) => parseSiteSettings(yaml, 'site.yaml');

test('equal settings give the same derivation, and settings that affect rows give another', () => {
  const derivation = derivationOf(settingsFrom(''));
  expect(derivationOf(settingsFrom('title: Another'))).toBe(derivation);
  expect(derivationOf(settingsFrom('time_zone: Europe/Madrid'))).not.toBe(derivation);
});

test.each(fieldNames('type'))('a change in reading %s changes the derivation', (name) => {
  const rows = sampleRows('post', settingsFrom('')).map(({ working }) =>
    JSON.stringify(working[name]),
  );
  expect(new Set(rows).size).toBeGreaterThan(1);
});
