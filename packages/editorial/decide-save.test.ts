import { describe, expect, test } from 'vitest';
import { DomainError, systemActor, type Actor } from '@galley/kernel';
import { documentStatuses, type DocumentStatus } from './document-status.ts';
import { decideMove, decideSave, type SaveQuestion } from './decide-save.ts';
import type { Decision } from './decision.ts';

function actor(role: string, grants: readonly string[]): Actor {
  return { ...systemActor, kind: 'user', username: role, role, grants: new Set(grants) };
}

const people = {
  'the owner, an author': [actor('author', ['documents.read.own', 'documents.write.own']), true],
  'an assignee who may only read': [actor('reviewer', ['documents.read']), true],
  'a reviewer': [actor('reviewer', ['documents.read', 'documents.review']), false],
  'a writer': [actor('writer', ['documents.read', 'documents.write']), false],
  'an editor': [actor('editor', ['documents.write', 'documents.publish']), false],
  'a publisher who may not write': [actor('publisher', ['documents.publish']), false],
  'an administrator': [actor('admin', ['*']), false],
} as const;

type Person = keyof typeof people;

const contributors: readonly Person[] = [
  'the owner, an author',
  'an assignee who may only read',
  'a writer',
  'an editor',
  'an administrator',
];
const publishers: readonly Person[] = [
  'an editor',
  'a publisher who may not write',
  'an administrator',
];

const everybody = Object.keys(people) as Person[];

interface Row {
  readonly to: DocumentStatus;
  readonly who: readonly Person[];
  /** `publication, approval`, or the error code that everyone gets. */
  readonly then: string;
  readonly needsApproval?: true;
}

/** Written by hand from the contract's table and the gaps page, independent of the code. */
const rows: Readonly<Record<DocumentStatus, readonly Row[]>> = {
  draft: [
    { to: 'draft', who: everybody, then: 'keep, keep' },
    { to: 'in_review', who: contributors, then: 'keep, clear' },
    { to: 'scheduled', who: publishers, then: 'keep, keep', needsApproval: true },
    { to: 'published', who: publishers, then: 'publish, keep', needsApproval: true },
    { to: 'archived', who: publishers, then: 'withdraw, clear' },
  ],
  in_review: [
    { to: 'draft', who: contributors, then: 'keep, clear' },
    { to: 'in_review', who: everybody, then: 'keep, keep' },
    { to: 'scheduled', who: publishers, then: 'keep, keep', needsApproval: true },
    { to: 'published', who: publishers, then: 'publish, keep', needsApproval: true },
    { to: 'archived', who: publishers, then: 'withdraw, clear' },
  ],
  scheduled: [
    { to: 'draft', who: contributors, then: 'keep, clear' },
    { to: 'in_review', who: [], then: 'illegal_transition' },
    { to: 'scheduled', who: everybody, then: 'keep, keep' },
    { to: 'published', who: publishers, then: 'publish, keep', needsApproval: true },
    { to: 'archived', who: publishers, then: 'withdraw, clear' },
  ],
  published: [
    { to: 'draft', who: publishers, then: 'withdraw, clear' },
    { to: 'in_review', who: [], then: 'illegal_transition' },
    { to: 'scheduled', who: [], then: 'illegal_transition' },
    { to: 'published', who: everybody, then: 'keep, keep' },
    { to: 'archived', who: publishers, then: 'withdraw, clear' },
  ],
  archived: [
    { to: 'draft', who: publishers, then: 'keep, clear' },
    { to: 'in_review', who: publishers, then: 'keep, clear' },
    { to: 'scheduled', who: publishers, then: 'keep, keep', needsApproval: true },
    { to: 'published', who: publishers, then: 'publish, keep', needsApproval: true },
    { to: 'archived', who: everybody, then: 'keep, keep' },
  ],
};

function outcome(decide: () => Decision): string {
  try {
    const { status, publication, approval } = decide();
    return `${status}: ${publication}, ${approval}`;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const circumstances = [
  { what: 'approval is not required', requireApproval: false, isApproved: false },
  { what: 'approval is not required, and there is one', requireApproval: false, isApproved: true },
  { what: 'approval is required, and there is none', requireApproval: true, isApproved: false },
  { what: 'approval is required, and there is one', requireApproval: true, isApproved: true },
];

test('the table covers every pair of states once', () => {
  expect(Object.keys(rows)).toEqual([...documentStatuses]);
  for (const row of Object.values(rows)) {
    expect(row.map(({ to }) => to)).toEqual([...documentStatuses]);
  }
});

describe.each(circumstances)('where $what', ({ requireApproval, isApproved }) => {
  test.each(documentStatuses.flatMap((from) => rows[from].map((row) => ({ from, ...row }))))(
    'CMS-ST-1, CMS-ST-2, CMS-ST-5, CMS-ST-12, GAP-ED-3, GAP-ED-4: from $from to $to',
    ({ from, to, who, then, needsApproval }) => {
      const got = everybody.map((name) => {
        const [asking, owns] = people[name];
        const question = { actor: asking, owns, from, isApproved, requireApproval };
        return [name, outcome(() => decideMove(question, to))];
      });
      const wanted = everybody.map((name) => {
        if (who.length === 0) return [name, then];
        if (!who.includes(name)) return [name, 'forbidden'];
        if (needsApproval && requireApproval && !isApproved) return [name, 'approval_required'];
        return [name, `${to}: ${then}`];
      });
      expect(got).toEqual(wanted);
    },
  );
});

describe('a save', () => {
  const base: SaveQuestion = {
    actor: people['an editor'][0],
    owns: false,
    from: 'draft',
    isApproved: false,
    requireApproval: false,
    contentChanged: true,
    asked: undefined,
  };

  const save = (change: Partial<SaveQuestion>): string =>
    outcome(() => decideSave({ ...base, ...change }));

  test.each([
    ['draft', false, 'draft: keep, clear'],
    ['in_review', false, 'in_review: keep, clear'],
    ['in_review', true, 'draft: keep, clear'],
    ['scheduled', false, 'draft: keep, clear'],
    ['scheduled', true, 'draft: keep, clear'],
    ['published', false, 'draft: keep, clear'],
    ['published', true, 'draft: keep, clear'],
    ['archived', false, 'archived: keep, clear'],
  ] as const)(
    'CMS-ST-8, GAP-DOC-8: of new text from %s, approved: %s, by any user, leads to %s',
    (from, isApproved, then) => {
      for (const requireApproval of [false, true]) {
        for (const [asking, owns] of Object.values(people)) {
          const who = { actor: asking, owns };
          expect(save({ ...who, from, isApproved, requireApproval })).toBe(then);
        }
      }
    },
  );

  test.each([
    ['draft', 'draft: keep, keep'],
    ['in_review', 'in_review: keep, keep'],
    ['scheduled', 'scheduled: keep, keep'],
    ['published', 'published: publish, keep'],
    ['archived', 'archived: keep, keep'],
  ] as const)('without new text keeps %s and its approval', (from, then) => {
    for (const requireApproval of [false, true]) {
      expect(save({ from, contentChanged: false, isApproved: true, requireApproval })).toBe(then);
    }
  });

  test.each([
    ['draft', false, 'published: publish, keep'],
    ['in_review', true, 'published: publish, keep'],
    ['published', true, 'published: publish, keep'],
    ['archived', false, 'published: publish, keep'],
  ] as const)(
    'GAP-DOC-8, GAP-ED-5: from %s, approved: %s, can edit and publish at once unless approval is required',
    (from, isApproved, then) => {
      expect(save({ from, isApproved, asked: 'published' })).toBe(then);
      const enforced = { from, isApproved, asked: 'published', requireApproval: true } as const;
      expect(save(enforced)).toBe('approval_required');
    },
  );

  test('CMS-ST-2: can edit and request a review at once, also of a published document', () => {
    const [actor_, owns] = people['the owner, an author'];
    for (const from of ['draft', 'published', 'scheduled'] as const) {
      const asked = save({ actor: actor_, owns, from, asked: 'in_review' });
      expect(asked).toBe('in_review: keep, clear');
    }
  });

  test.each([
    ['published', 'draft: keep, clear'],
    ['in_review', 'draft: keep, clear'],
  ] as const)(
    'CMS-ST-8: of new text by an author who sends the approved state %s leads to a draft',
    (from, then) => {
      const [actor_, owns] = people['the owner, an author'];
      expect(save({ actor: actor_, owns, from, asked: from, isApproved: true })).toBe(then);
    },
  );

  test('CMS-ST-6: of new text by a publisher who sends scheduled keeps the schedule unless approval is required', () => {
    expect(save({ from: 'scheduled', asked: 'scheduled' })).toBe('scheduled: keep, keep');
    const enforced = { from: 'scheduled', asked: 'scheduled', isApproved: true } as const;
    expect(save({ ...enforced, requireApproval: true })).toBe('approval_required');
    const [actor_, owns] = people['the owner, an author'];
    expect(save({ ...enforced, actor: actor_, owns })).toBe('draft: keep, clear');
  });

  test('GAP-ED-3: of new text in an archived document by a user who cannot publish keeps it archived', () => {
    const [actor_, owns] = people['the owner, an author'];
    for (const asked of ['draft', 'in_review', 'published'] as const) {
      expect(save({ actor: actor_, owns, from: 'archived', asked })).toBe('forbidden');
    }
  });
});
