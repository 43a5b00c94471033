import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256, type AuditEvent } from '@galley/kernel';
import type { Transaction } from '@galley/database';
import { ApprovalService, type ApprovalCommand } from './approval-service.ts';
import { Project } from './fixtures.ts';
import { RunRecords } from './run-records.ts';

let project: Project;
let recorded: AuditEvent[];
let onRecord: (transaction: Transaction) => Promise<void>;

beforeAll(async () => {
  project = await Project.open();
});

afterAll(() => project[Symbol.asyncDispose]());

beforeEach(async () => {
  recorded = [];
  onRecord = () => Promise.resolve();
  await project.sql(`
    truncate approval_requests, proposal_patches, run_events cascade;
    delete from proposals; delete from tasks;
    insert into tasks (id, workspace_id, run_id, title, description, status, created_by, created_at, updated_at)
    values ('t1', 'press', 'run-1', '', '', 'open', 'ada', now(), now());
    insert into proposals (id, workspace_id, run_id, title, body, risk, status, proposed_by, created_at, updated_at) values
      ('p1', 'press', 'run-1', '', '', 'low', 'in_review', 'paul', now(), now()),
      ('bare', 'press', null, '', '', 'low', 'in_review', 'paul', now(), now());
    insert into approval_requests (id, run_id, proposal_id, task_id, status, requested_by, requested_at) values
      ('a1', 'run-1', 'p1', null, 'requested', 'rita', now()),
      ('of-bare', null, 'bare', null, 'requested', 'rita', now()),
      ('of-task', null, null, 't1', 'requested', 'rita', now());
  `);
  await attach('old');
  await attach('new', 'peer');
});

function attach(patch: string, by = 'implementer-1'): Promise<void> {
  return project.sql(`
    insert into proposal_patches (proposal_id, sha256, base_revision, patch, attached_by, attached_at)
    values ('p1', '${sha256(patch)}', 'base', '${patch}', '${by}', now())
  `);
}

function decide(command: Partial<ApprovalCommand> = {}, username = 'ada') {
  const auditIn = (transaction: Transaction) => ({
    record: async (event: AuditEvent) => {
      recorded.push(event);
      await onRecord(transaction);
    },
  });
  const service = new ApprovalService({ db: project.db, clock: project.clock, auditIn });
  return service.decide({
    workspaceId: 'press',
    approvalId: 'a1',
    decision: 'approve',
    patchSha256: sha256('new'),
    note: undefined,
    by: { username, address: '127.0.0.1', requestId: 'request' },
    ...command,
  });
}

async function status(id = 'a1'): Promise<string> {
  const row = project.db.selectFrom('approval_requests').select('status').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).status;
}

async function lockWaiters(): Promise<number> {
  const waiting = await project.db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('datname')
    .where('wait_event_type', '=', 'Lock')
    .where((one) => one('datname', '=', one.fn<string>('current_database', [])))
    .execute();
  return waiting.length;
}

const told = () => project.eventPayloads('human.approval_decided');

test.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)(
  'GAP-RC-API-10: a permitted user can %s exactly the newest patch, recorded in audit log and run',
  async (decision, status) => {
    const note = `Mind ghp_${'a1'.repeat(18)}.`;
    const decided = await decide({ decision, note });
    const hash = sha256('new');
    const now = project.clock.now();
    expect(decided).toMatchObject({
      id: 'a1',
      status,
      decidedBy: 'ada',
      decidedAt: now,
      patchSha256: hash,
      note: 'Mind [redacted].',
    });
    const { items } = await new RunRecords(project).listApprovals({
      workspaceId: 'press',
      status,
      limit: 9,
    });
    expect(items).toEqual([decided]);
    expect(recorded).toEqual([
      {
        action: `run.${decision}`,
        actor: 'ada',
        target: 'a1',
        outcome: 'success',
        address: '127.0.0.1',
        requestId: 'request',
        details: {
          note: 'Mind [redacted].',
          run_id: 'run-1',
          proposal_id: 'p1',
          task_id: null,
          patch_sha256: hash,
          workspace_id: 'press',
        },
      },
    ]);
    const payload = { approval_id: 'a1', proposal_id: 'p1', decision: status, patch_sha256: hash };
    expect(await told()).toEqual([payload]);
  },
);

test.each([
  ['of-task', 'the run of its task gets an event', [{ decision: 'approved', proposal_id: null }]],
  ['of-bare', 'no run gets an event', []],
])('%s is decided without a patch, and %s', async (approvalId, _what, events) => {
  expect(await decide({ approvalId, patchSha256: null })).toMatchObject({ status: 'approved' });
  expect(await told()).toMatchObject(events);
  expect(recorded).toHaveLength(1);
});

interface Refused {
  readonly code: string;
  readonly kind: string;
  readonly details?: object;
}

async function expectRefused(
  ask: () => Promise<unknown>,
  refusal: Refused,
  id = 'a1',
): Promise<void> {
  const before = await status(id);
  await expect(ask()).rejects.toMatchObject(refusal);
  expect(await status(id)).toBe(before);
  expect([recorded, await told()]).toEqual([[], []]);
}

describe('rejects a decision', () => {
  test.each([
    { what: 'that of the patch before', sent: sha256('old'), present: sha256('new') },
    { what: 'none', sent: null, present: sha256('new') },
    { what: 'one for no patch', id: 'of-bare', sent: sha256('new'), present: null },
    { what: 'one for no proposal', id: 'of-task', sent: sha256('new'), present: null },
  ])('GAP-RC-API-10: when the hash is $what', async ({ id = 'a1', sent, present }) => {
    const details = { patch_sha256: present };
    const refusal = { code: 'patch_changed', kind: 'conflict', details };
    await expectRefused(() => decide({ approvalId: id, patchSha256: sent }), refusal, id);
  });

  test.each(['rita', 'paul', 'peer'])(
    'GAP-RC-API-10: by %s, who requested it, proposed it, or attached the patch',
    async (username) => {
      const refusal = { code: 'own_request', kind: 'forbidden' };
      for (const decision of ['approve', 'reject'] as const) {
        await expectRefused(() => decide({ decision }, username), refusal);
      }
    },
  );

  test.each([
    [{ workspaceId: 'none', approvalId: 'none' }, 'workspace_not_found'],
    [{ approvalId: 'none' }, 'approval_not_found'],
    [{ approvalId: 'a1\0' }, 'approval_not_found'],
    [{ workspaceId: 'paper' }, 'approval_not_found'],
  ])('GAP-RC-API-3: for an unknown request: %j', async (command, code) => {
    await expectRefused(() => decide(command), { code, kind: 'not_found' });
  });

  test('when it was already decided, with any body', async () => {
    await decide();
    recorded = [];
    await project.sql('truncate run_events cascade');
    const refusal = {
      code: 'already_decided',
      kind: 'conflict',
      details: { approval_status: 'approved' },
    };
    await expectRefused(() => decide({ decision: 'reject', patchSha256: null }), refusal);
  });

  test('when the audit log cannot be written', async () => {
    onRecord = () => Promise.reject(new Error('the disk is full'));
    await expect(decide()).rejects.toThrow('the disk is full');
    expect([await status(), await told()]).toEqual(['requested', []]);
  });
});

test('GAP-RC-API-6: of concurrent decisions one wins, the others are rejected, and the log has one entry', async () => {
  const decisions = (['approve', 'reject'] as const).flatMap((decision) =>
    Array.from({ length: 10 }, () => decide({ decision })),
  );
  const results = await Promise.allSettled(decisions);
  const done = results.filter((result) => result.status === 'fulfilled');
  expect(done).toHaveLength(1);
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: unknown }).code] : [],
  );
  expect(new Set(codes)).toEqual(new Set(['already_decided']));
  expect(recorded).toHaveLength(1);
  expect(await told()).toHaveLength(1);
  expect(await status()).toBe(done[0]!.value.status);
});

test('GAP-RC-API-10: no patch is attached between the hash check and the decision', async () => {
  const inTransaction = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  onRecord = async () => {
    inTransaction.resolve();
    await goOn.promise;
  };
  const deciding = decide();
  await inTransaction.promise;
  let isAttached = false;
  const attaching = attach('newer').then(() => (isAttached = true));
  await vi.waitFor(async () => expect(await lockWaiters()).toBe(1), 30_000);
  expect(isAttached).toBe(false);
  goOn.resolve();
  expect(await deciding).toMatchObject({ status: 'approved', patchSha256: sha256('new') });
  await attaching;
});

test('GAP-RC-API-10: a decision waits for a concurrent patch and then rejects the old hash', async () => {
  const attached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const attaching = project.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('proposal_patches')
      .values({
        proposal_id: 'p1',
        sha256: sha256('newer'),
        base_revision: 'base',
        patch: 'newer',
        attached_by: 'implementer-1',
        attached_at: project.clock.now(),
      })
      .execute();
    attached.resolve();
    await goOn.promise;
  });
  await attached.promise;
  const deciding = decide().catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await lockWaiters()).toBe(1), 30_000);
  goOn.resolve();
  await attaching;
  const details = { patch_sha256: sha256('newer') };
  expect(await deciding).toMatchObject({ code: 'patch_changed', details });
});
