import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCatalogueFaults } from './catalogues.ts';

let admin: string;

const english = `export const doors = defineMessages('door', {
  open: 'Open {it}',
  count: withValues<{ count: number }>('{count, plural, one {# door} other {# doors}}'),
});
`;

beforeEach(() => {
  admin = mkdtempSync(join(tmpdir(), 'catalogues-'));
  mkdirSync(join(admin, 'languages'));
  mkdirSync(join(admin, 'features'));
  writeFileSync(join(admin, 'features/messages.ts'), english);
});

afterEach(() => {
  rmSync(admin, { recursive: true });
});

function write(language: string, catalogue: object): void {
  writeFileSync(join(admin, `languages/${language}.json`), JSON.stringify(catalogue));
}

const german = {
  door: { open: 'Öffnen', count: '{count, plural, one {# Tür} other {# Türen}}' },
  problems: { locked: 'Verschlossen' },
  help: { key: 'Der Schlüssel' },
};

test('complete catalogues have no faults; plain texts may hold braces', () => {
  write('de', german);
  expect(findCatalogueFaults(admin, { problems: ['locked'] })).toEqual([]);
});

test('missing and unknown texts are reported, also those that the server or another language has', () => {
  write('de', { ...german, door: { ...german.door, close: 'Schließen' } });
  write('es', { door: { open: 'Abrir' }, problems: {} });
  expect(findCatalogueFaults(admin, { problems: ['locked'] })).toEqual([
    'languages/de.json: door.close has no English text',
    'languages/es.json: door.count is missing',
    'languages/es.json: problems.locked is missing',
    'languages/es.json: help.key is missing',
  ]);
});

test.each([
  ['{count, plural, one {# Tür}', 'is not ICU MessageFormat'],
  ['Türen', 'lacks {count}'],
  ['{count} von {total} Türen', 'has {total}, unlike the English text'],
])('the translation %j of a message with values is reported', (count, fault) => {
  write('de', { ...german, door: { ...german.door, count } });
  expect(findCatalogueFaults(admin, { problems: ['locked'] })).toEqual([
    expect.stringContaining(`languages/de.json: door.count ${fault}`),
  ]);
});

test('texts of the server with values need the same values', () => {
  const fieldErrors = { too_long: 'darf höchstens {most} Zeichen haben' };
  write('de', { ...german, fieldErrors });
  const ofServer = {
    problems: ['locked'],
    fieldErrors: { too_long: 'must have at most {max} characters', empty: 'must not be empty' },
  };
  expect(findCatalogueFaults(admin, ofServer)).toEqual([
    'languages/de.json: fieldErrors.too_long lacks {max}',
    'languages/de.json: fieldErrors.too_long has {most}, unlike the English text',
    'languages/de.json: fieldErrors.empty is missing',
  ]);
});
