import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  approved,
  draft,
  draftBy,
  inReview,
  startEditorialSetup,
  type EditorialSetup,
  type Staff,
} from '../editorial/fixtures.ts';
import { expectProblem, type Answer } from '../fixtures.ts';

let free: EditorialSetup;
let strict: EditorialSetup;

beforeAll(async () => {
  free = await startEditorialSetup({ requireApproval: false });
  strict = await startEditorialSetup({ requireApproval: true });
});

afterAll(async () => {
  await free.server[Symbol.asyncDispose]();
  await strict.server[Symbol.asyncDispose]();
});

async function expectRefusal(
  path: string,
  on: EditorialSetup,
  refused: { by: () => Promise<Answer>; status: number; code: string },
) {
  const state = async () => [
    await on.staff.ada.detail(path),
    await on.staff.ada.history(path),
    await on.server.read(`content/${path}`),
  ];
  const before = await state();
  const problem = expectProblem(await refused.by(), refused.status, refused.code);
  expect(await state()).toEqual(before);
  return problem;
}

const refusals: readonly {
  readonly what: string;
  readonly strictly?: true;
  readonly prepare: (staff: Staff) => Promise<string>;
  readonly attempt: (staff: Staff, path: string) => Promise<Answer>;
  readonly status: number;
  readonly code: string;
}[] = [
  ...['approve', 'request_changes'].flatMap((action) => [
    {
      what: `${action} of a revision that is no longer the present one (CMS-ST-13)`,
      prepare: inReview,
      attempt: ({ rosa }: Staff, source_path: string) =>
        rosa.act({ source_path, action, expected_revision: 'a'.repeat(64) }),
      status: 409,
      code: 'stale_revision',
    },
    {
      what: `${action} by the owner, an administrator (CMS-AUTH-17, CMS-AUTH-19)`,
      prepare: async ({ ada }: Staff) => {
        const path = await draftBy(ada);
        await ada.moved(path, 'in_review');
        return path;
      },
      attempt: ({ ada }: Staff, path: string) => ada.decide(path, action),
      status: 403,
      code: 'not_independent',
    },
    {
      what: `${action} by the assignee (CMS-AUTH-19)`,
      prepare: async (staff: Staff) => {
        const path = await inReview(staff);
        await staff.edith.acted({ source_path: path, action: 'assign', assignee: 'remi' });
        return path;
      },
      attempt: ({ remi }: Staff, path: string) => remi.decide(path, action),
      status: 403,
      code: 'not_independent',
    },
    {
      what: `${action} by the last editor (CMS-AUTH-19)`,
      prepare: async (staff: Staff) => {
        const path = await inReview(staff);
        await staff.edith.saved({ path, content: 'By Edith.\n' });
        return path;
      },
      attempt: ({ edith }: Staff, path: string) => edith.decide(path, action),
      status: 403,
      code: 'not_independent',
    },
    {
      what: `${action} by a reviewer other than the assigned one (CMS-AUTH-19)`,
      prepare: async (staff: Staff) => {
        const path = await inReview(staff);
        await staff.edith.acted({ source_path: path, action: 'assign', reviewer: 'rosa' });
        return path;
      },
      attempt: ({ remi }: Staff, path: string) => remi.decide(path, action),
      status: 403,
      code: 'not_assigned_reviewer',
    },
    {
      what: `${action} by who may review own documents only (GAP-ED-4)`,
      prepare: inReview,
      attempt: ({ own }: Staff, path: string) => own.decide(path, action),
      status: 403,
      code: 'forbidden',
    },
    {
      what: `${action} of what is a draft (CMS-ST-3)`,
      prepare: draft,
      attempt: ({ rosa }: Staff, path: string) => rosa.decide(path, action),
      status: 409,
      code: 'illegal_transition',
    },
    {
      what: `${action} without the revision (CMS-ED-3)`,
      prepare: inReview,
      attempt: ({ rosa }: Staff, source_path: string) => rosa.act({ source_path, action }),
      status: 400,
      code: 'invalid_request',
    },
    {
      what: `${action} with an assignment (CMS-ED-5)`,
      prepare: inReview,
      attempt: ({ rosa }: Staff, path: string) => rosa.decide(path, action, { reviewer: 'remi' }),
      status: 400,
      code: 'invalid_request',
    },
  ]),
  ...['approve', 'assign'].map((action) => ({
    what: `${action} by an author who has nothing to do with the document (CMS-AUTH-14)`,
    prepare: inReview,
    attempt: ({ jan }: Staff, source_path: string) =>
      jan.act({ source_path, action, expected_revision: 'a' }),
    status: 404,
    code: 'not_found',
  })),
  {
    what: 'an action that there is not (CMS-ED-2)',
    prepare: draft,
    attempt: ({ ada }, source_path) => ada.act({ source_path, action: 'publish' }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a field that there is not (CMS-ED-1)',
    prepare: draft,
    attempt: ({ ada }, path) => ada.act({ source_path: path, path, action: 'assign' }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a note of more than 4,000 characters (CMS-ED-4, GAP-ED-1)',
    prepare: inReview,
    attempt: ({ rosa }, path) => rosa.decide(path, 'approve', { note: 'x'.repeat(4_001) }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'an assignment by the owner (GAP-ED-4)',
    prepare: draft,
    attempt: ({ maria }, source_path) =>
      maria.act({ source_path, action: 'assign', assignee: 'jan' }),
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'an assignment to an unknown user (GAP-ED-7)',
    prepare: draft,
    attempt: ({ edith }, source_path) =>
      edith.act({ source_path, action: 'assign', owner: 'nobody' }),
    status: 422,
    code: 'invalid_assignee',
  },
  {
    what: 'an assignment to a disabled user (CMS-ED-5)',
    prepare: draft,
    attempt: ({ edith }, source_path) =>
      edith.act({ source_path, action: 'assign', assignee: 'fred' }),
    status: 422,
    code: 'invalid_assignee',
  },
  {
    what: 'a reviewer who may not review, or own documents only (GAP-ED-4)',
    prepare: draft,
    attempt: ({ edith }, source_path) =>
      edith.act({ source_path, action: 'assign', reviewer: 'ona' }),
    status: 422,
    code: 'invalid_assignee',
  },
  {
    what: 'an assignment of an old revision (GAP-ED-1)',
    prepare: draft,
    attempt: ({ edith }, source_path) =>
      edith.act({ source_path, action: 'assign', assignee: 'jan', expected_revision: 'old' }),
    status: 409,
    code: 'stale_revision',
  },
  {
    what: 'publishing by a reviewer (CMS-AUTH-15)',
    prepare: approved,
    attempt: ({ rosa }, path) => rosa.move(path, 'published'),
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'a review that a reviewer asks for (CMS-ST-2)',
    prepare: draft,
    attempt: ({ rosa }, path) => rosa.move(path, 'in_review'),
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'new text by a reviewer (CMS-AUTH-15)',
    prepare: inReview,
    attempt: ({ rosa }, path) => rosa.save({ path, content: 'By Rosa.\n' }),
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'a state of an old revision (GAP-DOC-9)',
    prepare: draft,
    attempt: ({ edith }, path) => edith.move(path, 'published', { expected_revision: 'old' }),
    status: 409,
    code: 'stale_revision',
  },
  ...[
    { what: 'without a time', times: {} },
    { what: 'for a time that is past', times: { scheduled_publish_at: '2020-01-01' } },
    { what: 'for no time at all', times: { scheduled_publish_at: 'tomorrow' } },
    {
      what: 'to be taken off before it is published',
      times: {
        scheduled_publish_at: '2999-01-02 10:00',
        scheduled_unpublish_at: '2999-01-02T10:00Z',
      },
    },
  ].map(({ what, times }) => ({
    what: `scheduling ${what} (CMS-ERR-3)`,
    prepare: approved,
    attempt: ({ edith }: Staff, path: string) => edith.move(path, 'scheduled', times),
    status: 422,
    code: 'invalid_schedule',
  })),
  {
    what: 'scheduling in a save without a time (CMS-ERR-3)',
    prepare: approved,
    attempt: ({ edith }, path) =>
      edith.save({ path, content: 'Black.\n', frontmatter: { workflow: 'scheduled' } }),
    status: 422,
    code: 'invalid_schedule',
  },
  {
    what: 'scheduling by an author (GAP-ED-4)',
    prepare: draft,
    attempt: ({ maria }, path) =>
      maria.move(path, 'scheduled', { scheduled_publish_at: '2999-01-01' }),
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'a time to publish by, in a raw save by an author (GAP-ED-4)',
    prepare: draft,
    attempt: ({ maria }, path) =>
      maria.save({ path, content: '---\nscheduled_publish_at: 2999-01-01\n---\nBlack.\n' }),
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'scheduling an unapproved document (CMS-ERR-3)',
    strictly: true,
    prepare: inReview,
    attempt: ({ edith }, path) =>
      edith.move(path, 'scheduled', { scheduled_publish_at: '2999-01-01' }),
    status: 409,
    code: 'approval_required',
  },
  {
    what: 'scheduling what is published (CMS-ERR-3)',
    prepare: async ({ edith }) => {
      const path = await draftBy(edith);
      await edith.moved(path, 'published');
      return path;
    },
    attempt: ({ edith }, path) =>
      edith.move(path, 'scheduled', { scheduled_publish_at: '2999-01-01' }),
    status: 409,
    code: 'illegal_transition',
  },
  {
    what: 'publishing a draft (CMS-ST-5, CMS-ST-12)',
    strictly: true,
    prepare: draft,
    attempt: ({ ada }, path) => ada.move(path, 'published'),
    status: 409,
    code: 'approval_required',
  },
  {
    what: 'publishing what is in review without an approval (CMS-ST-5)',
    strictly: true,
    prepare: inReview,
    attempt: ({ edith }, path) => edith.move(path, 'published'),
    status: 409,
    code: 'approval_required',
  },
  {
    what: 'editing and publishing what is approved in one save (GAP-DOC-8, GAP-ED-5)',
    strictly: true,
    prepare: approved,
    attempt: ({ edith }, path) =>
      edith.save({ path, content: 'Other.\n', frontmatter: { workflow: 'published' } }),
    status: 409,
    code: 'approval_required',
  },
  {
    what: 'publishing by a raw save (CMS-ED-9)',
    strictly: true,
    prepare: inReview,
    attempt: async ({ ada }, path) => {
      const { raw } = await ada.detail(path);
      const forged = 'workflow: published\neditorial: { approved_by: rosa }\n';
      const content = raw
        .replace(/editorial:\n( .*\n)+/, '')
        .replace('workflow: in_review\n', forged);
      return ada.save({ path, content });
    },
    status: 409,
    code: 'approval_required',
  },
  {
    what: 'a raw save with another author (CMS-ED-9)',
    prepare: draft,
    attempt: async ({ ada }, path) => {
      const { raw } = await ada.detail(path);
      return ada.save({ path, content: raw.replace('author: maria', 'author: ada') });
    },
    status: 403,
    code: 'forbidden',
  },
];

describe('refused without changing the document (CMS-ED-1, CMS-ED-2, CMS-ED-4, CMS-ERR-3, GAP-ERR-2)', () => {
  test.each(refusals)('$what: $status $code', async (row) => {
    const on = row.strictly ? strict : free;
    const path = await row.prepare(on.staff);
    const { status, code } = row;
    const by = () => row.attempt(on.staff, path);
    const problem = await expectRefusal(path, on, { by, status, code });
    if (code === 'stale_revision') {
      expect(problem['current_revision']).toBe((await on.staff.ada.detail(path)).revision);
    }
  });

  test('an assignment of several invalid users reports each field', async () => {
    const path = await draft(free.staff);
    const body = { source_path: path, action: 'assign', owner: 'fred', reviewer: 'jan' };
    const answer = await free.staff.edith.act(body);
    const { errors } = expectProblem(answer, 422, 'invalid_assignee');
    expect(errors?.map((error) => error.path)).toEqual(['owner', 'reviewer']);
  });
});
