import { expect, test } from 'vitest';
import { readFrontmatter } from '../session/frontmatter-text.ts';
import { fieldConflicts, readVersions, withMine } from './field-conflicts.ts';

const base = 'title: Ink\nsummary: Old\nfields:\n  price: 3\n  city: Porto\n';
const mine = 'title: Inks\nsummary: Mine\nfields:\n  price: 3\n  city: Lisbon\n';
const theirs =
  '# Agreed.\ntitle: Ink\nsummary: Theirs\ndate: 2026-11-22\nfields:\n  price: 4\n  city: Porto\n';

const conflictsOf = (versions: { base: string | null; mine: string; theirs: string }) =>
  fieldConflicts(readVersions(versions)!);

test('each field that differs has the side that changed it, or clashes', () => {
  expect(conflictsOf({ base, mine, theirs })).toEqual([
    { path: ['title'], mine: 'Inks', theirs: 'Ink', suggested: 'mine', isClash: false },
    { path: ['summary'], mine: 'Mine', theirs: 'Theirs', suggested: 'mine', isClash: true },
    { path: ['fields', 'price'], mine: 3, theirs: 4, suggested: 'theirs', isClash: false },
    {
      path: ['fields', 'city'],
      mine: 'Lisbon',
      theirs: 'Porto',
      suggested: 'mine',
      isClash: false,
    },
    {
      path: ['date'],
      mine: undefined,
      theirs: '2026-11-22',
      suggested: 'theirs',
      isClash: false,
    },
  ]);
});

test('without a common base, the fields of the user are suggested', () => {
  const found = conflictsOf({ base: null, mine: 'title: A\n', theirs: 'title: B\n' });
  expect(found).toMatchObject([{ suggested: 'mine', isClash: false }]);
});

test('chosen fields replace those of the other version, whose comments stay', () => {
  const chosen = conflictsOf({ base, mine, theirs }).filter(
    ({ suggested }) => suggested === 'mine',
  );
  const yaml = withMine(theirs, chosen);
  expect(yaml).toMatch(/^# Agreed\.\ntitle: Inks\n/);
  expect(readFrontmatter(yaml).values).toEqual({
    title: 'Inks',
    summary: 'Mine',
    date: '2026-11-22',
    fields: { price: 4, city: 'Lisbon' },
  });
});

test('a field that the user removed is removed', () => {
  const removed = conflictsOf({
    base,
    mine: 'title: Ink\nfields:\n  price: 3\n  city: Porto\n',
    theirs: base,
  });
  expect(withMine(base, removed)).not.toContain('summary');
});

test('frontmatter that cannot be read has no fields', () => {
  expect(readVersions({ base, mine: 'title: [', theirs })).toBeUndefined();
});
