import { describe, expect, test } from 'vitest';
import { documentStatuses, type DocumentStatus } from './document-status.ts';
import { noAssignment, type Approval } from './editorial-facts.ts';
import { decideExternal } from './decide-external.ts';

interface Edit {
  readonly before?: DocumentStatus;
  readonly approved?: boolean;
  readonly file: DocumentStatus;
  readonly edited: boolean;
  readonly requireApproval?: boolean;
  readonly baseline?: boolean;
  readonly broken?: boolean;
}

function outcome({ before, approved, file, edited, broken, ...rest }: Edit): string {
  const approval: Approval | null = approved
    ? { by: 'rosa', at: new Date(0), revision: 'r1' }
    : null;
  const {
    status,
    publication,
    approval: after,
  } = decideExternal({
    before: before && {
      status: before,
      revision: 'r1',
      editorial: { ...noAssignment, approval },
    },
    file: {
      status: file,
      revision: edited ? 'r2' : 'r1',
      problem: broken ? { message: 'broken' } : null,
    },
    requireApproval: false,
    baseline: false,
    ...rest,
  });
  return `${status}: ${publication}, ${after}`;
}

describe('with approval required, an edit on disk', () => {
  test.each([
    ['draft', false, 'draft: keep, clear'],
    ['in_review', false, 'in_review: keep, clear'],
    ['in_review', true, 'draft: keep, clear'],
    ['scheduled', true, 'draft: keep, clear'],
    ['published', false, 'draft: keep, clear'],
    ['published', true, 'draft: keep, clear'],
    ['archived', false, 'archived: keep, clear'],
  ] as const)(
    'CMS-ST-8, GAP-DOC-12, GAP-ED-5: of a %s document, approved: %s, leads to %s, whatever the file says',
    (before, approved, wanted) => {
      for (const file of documentStatuses) {
        const edit = { before, approved, file, edited: true, requireApproval: true };
        expect(outcome(edit)).toBe(wanted);
      }
    },
  );

  test.each([
    ['draft', 'draft: keep, clear'],
    ['in_review', 'in_review: keep, keep'],
    ['scheduled', 'scheduled: keep, keep'],
    ['published', 'published: keep, keep'],
    ['archived', 'archived: keep, clear'],
  ] as const)(
    'GAP-ED-6: that only forges the state of a %s document changes nothing',
    (before, wanted) => {
      for (const file of documentStatuses) {
        expect(outcome({ before, file, edited: false, requireApproval: true })).toBe(wanted);
      }
    },
  );

  test('GAP-ED-6: that adds a file adds a draft, except in the first index', () => {
    const added = { file: 'published', edited: true, requireApproval: true } as const;
    expect(outcome(added)).toBe('draft: keep, clear');
    expect(outcome({ ...added, baseline: true })).toBe('published: publish, clear');
    expect(outcome({ ...added, before: 'published', baseline: true })).toBe(
      'published: publish, clear',
    );
  });
});

describe('without approval required, an edit on disk', () => {
  test.each([
    ['draft', 'published', 'published: publish, clear'],
    ['published', 'published', 'published: publish, clear'],
    ['published', 'draft', 'draft: withdraw, clear'],
    ['published', 'archived', 'archived: withdraw, clear'],
    ['draft', 'draft', 'draft: keep, clear'],
    ['draft', 'in_review', 'in_review: keep, clear'],
    ['in_review', 'in_review', 'in_review: keep, clear'],
  ] as const)('GAP-DOC-8: of a %s document to the state %s leads to %s', (before, file, wanted) => {
    expect(outcome({ before, file, edited: true })).toBe(wanted);
  });

  test('CMS-ST-8: of an approved document in review leads to a draft', () => {
    const edit = { before: 'in_review', file: 'in_review', approved: true } as const;
    expect(outcome({ ...edit, edited: true })).toBe('draft: keep, clear');
    expect(outcome({ ...edit, edited: false })).toBe('in_review: keep, keep');
  });
});

test('a broken file keeps its state and public version, and loses its approval', () => {
  for (const requireApproval of [false, true]) {
    const edit = { file: 'draft', edited: true, broken: true, requireApproval } as const;
    expect(outcome({ ...edit, before: 'published', approved: true })).toBe(
      'published: keep, clear',
    );
    expect(outcome(edit)).toBe('draft: keep, clear');
  }
});
