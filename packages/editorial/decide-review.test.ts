import { describe, expect, test } from 'vitest';
import { DomainError, systemActor, type Actor } from '@galley/kernel';
import { documentStatuses } from './document-status.ts';
import { isIndependent } from './independence.ts';
import { decideReview, type ReviewQuestion } from './decide-review.ts';

function actor(role: string, ...grants: string[]): Actor {
  return { ...systemActor, kind: 'user', username: role, role, grants: new Set(grants) };
}

const roles = {
  admin: actor('admin', '*'),
  editor: actor('editor', 'documents.read', 'documents.write', 'documents.review'),
  reviewer: actor('reviewer', 'documents.read', 'documents.review'),
  'reviewer of own documents': actor('own', 'documents.read', 'documents.review.own'),
  author: actor('author', 'documents.read.own', 'documents.write.own'),
  publisher: actor('publisher', 'documents.read', 'documents.publish', 'documents.assign'),
};

type Role = keyof typeof roles;

const mayReview: readonly Role[] = ['admin', 'editor', 'reviewer'];
const actions = ['approve', 'request_changes'] as const;

const relations = {
  nobody: undefined,
  owner: 'not_independent',
  assignee: 'not_independent',
  'last editor': 'not_independent',
  'owner and last editor': 'not_independent',
  'owner, and assigned as the reviewer': 'not_independent',
  'last editor, and assigned as the reviewer': 'not_independent',
  'assigned as the reviewer': undefined,
  'not the one who is assigned as the reviewer': 'not_assigned_reviewer',
  'assignee, and not the assigned reviewer': 'not_independent',
} as const;

type RelationName = keyof typeof relations;

function related(name: RelationName, { username }: Actor): Partial<ReviewQuestion> {
  const isNot = name.includes('not the');
  const reviewer = !name.includes('reviewer') ? null : isNot ? 'rosa' : username;
  return {
    isOwner: name.startsWith('owner'),
    isAssignee: name.startsWith('assignee'),
    isLastEditor: name.includes('last editor'),
    reviewer,
  };
}

const base: ReviewQuestion = {
  actor: roles.reviewer,
  action: 'approve',
  isOwner: false,
  isAssignee: false,
  isLastEditor: false,
  isContributor: false,
  isJointApprover: false,
  approvals: [],
  reviewer: null,
  from: 'in_review',
  revision: 'r1',
  expectedRevision: 'r1',
};

function outcome(change: Partial<ReviewQuestion>): string {
  try {
    const { status, publication, approval } = decideReview({ ...base, ...change });
    return `${status}: ${publication}, ${approval}`;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const decided = { approve: 'in_review: keep, grant', request_changes: 'draft: keep, clear' };

describe.each(actions)('%s', (action) => {
  test.each(Object.keys(relations) as RelationName[])(
    'CMS-ST-3, CMS-ST-4, CMS-AUTH-15, CMS-AUTH-17, CMS-AUTH-19, GAP-ED-4: by a user who is %s',
    (name) => {
      const got = (Object.keys(roles) as Role[]).map((role) => [
        role,
        outcome({ action, actor: roles[role], ...related(name, roles[role]) }),
      ]);
      const wanted = (Object.keys(roles) as Role[]).map((role) => [
        role,
        mayReview.includes(role) ? (relations[name] ?? decided[action]) : 'forbidden',
      ]);
      expect(got).toEqual(wanted);
    },
  );

  test.each([
    ['draft', 'illegal_transition'],
    ['in_review', decided[action]],
    ['scheduled', 'illegal_transition'],
    ['published', 'illegal_transition'],
    ['archived', 'illegal_transition'],
  ] as const)('CMS-ST-3, CMS-ST-4: of a %s document leads to %s', (from, wanted) => {
    expect(documentStatuses).toContain(from);
    for (const role of mayReview) {
      expect(outcome({ action, actor: roles[role], from })).toBe(wanted);
    }
  });

  test.each(documentStatuses)(
    'CMS-ST-13, CMS-ERR-3: of another revision is rejected, also for a %s document',
    (from) => {
      expect(outcome({ action, from, expectedRevision: 'r0' })).toBe('stale_revision');
    },
  );

  test.each([undefined, ''])(
    'CMS-ED-3: without the revision that was read (%j) is rejected',
    (expectedRevision) => {
      expect(outcome({ action, expectedRevision })).toBe('invalid_request');
    },
  );

  test('checks the reviewer before the revision', () => {
    const late = { action, expectedRevision: 'r0', from: 'draft' } as const;
    expect(outcome({ ...late, isOwner: true })).toBe('not_independent');
    expect(outcome({ ...late, reviewer: 'rosa' })).toBe('not_assigned_reviewer');
    expect(outcome({ ...late, actor: roles.author })).toBe('forbidden');
  });
});

test('a user whose name stands for no person in histories is never independent (ADD-IND-2)', () => {
  const parties = {
    owner: 'ada',
    assignee: null,
    editors: ['ada'],
    contributors: ['ada'],
    independence: 'contributors' as const,
    jointApprovers: [],
  };
  const names = ['external', 'galley', 'otto'];
  expect(names.map((name) => isIndependent(name, parties))).toEqual([false, false, true]);
});
