import { expect, test } from 'vitest';
import type { Backup } from './backup.ts';
import { outdated, type Retention } from './retention.ts';

const now = new Date('2026-06-30T12:00:00Z');
const day = 86_400_000;

const kept = (...ages: readonly (number | readonly [number, string])[]): Backup[] =>
  ages.map((one) => {
    const [age, name] = typeof one === 'number' ? [one, 'nightly'] : one;
    return {
      id: `${name}-${age}`,
      name,
      createdBy: 'ada',
      type: 'content',
      size: 1,
      includeMedia: true,
      isEncrypted: false,
      createdAt: new Date(now.getTime() - age * day),
    };
  });

interface Case {
  readonly what: string;
  readonly retention: Retention;
  readonly backups: Backup[];
  readonly removed: readonly string[];
}

const cases: Case[] = (
  [
    ['nothing, where nothing is said', {}, kept(0, 400), []],
    ['what is beyond the number', { keep: 2 }, kept(3, 0, 2, 1), ['nightly-2', 'nightly-3']],
    ['what is too old', { age: 30 * day }, kept(1, 29, 30, 31), ['nightly-30', 'nightly-31']],
    [
      'what is either',
      { keep: 3, age: 1.2 * day },
      kept(0, 1, 2, 1.5),
      ['nightly-1.5', 'nightly-2'],
    ],
    ['never the newest, however old', { keep: 1, age: day }, kept(99, 90), ['nightly-99']],
    ['nothing from before a restore for a week', { keep: 1 }, kept(0, [6, 'before-restore']), []],
    [
      'what is from before a restore after that week',
      { keep: 1 },
      kept(0, [7, 'before-restore']),
      ['before-restore-7'],
    ],
  ] as const
).map(([what, retention, backups, removed]) => ({ what, retention, backups, removed }));

test.each(cases)('retention removes $what (CMS-BAK-2)', ({ retention, backups, removed }) => {
  expect(outdated(backups, retention, now).map(({ id }) => id)).toEqual(removed);
});
