import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256, type AuditEvent } from '@galley/kernel';
import type { Transaction } from '@galley/database';
import { ApprovalService, type ApprovalCommand } from './approval-service.ts';
import { Project } from './fixtures.ts';

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
    truncate approval_requests, proposal_patches, run_events, shared_accounts cascade;
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

  test('ADD-SSO-10: by another account of a contributor, or a holder of a contributing service account', async () => {
    await project.sql(`
      insert into shared_accounts (username, person) values ('paul', 'p'), ('puppet', 'p');
      insert into service_token_holders (service, username, since) values ('service:robot', 'holly', now())
        on conflict do nothing;
    `);
    await attach('robotic', 'service:robot');
    const by = { patchSha256: sha256('robotic') };
    for (const username of ['puppet', 'holly'])
      await expectRefused(() => decide(by, username), { code: 'own_request', kind: 'forbidden' });
    expect(await decide(by)).toMatchObject({ status: 'approved' });
  });

  test('when the audit log cannot be written', async () => {
    onRecord = () => Promise.reject(new Error('the disk is full'));
    await expect(decide()).rejects.toThrow('the disk is full');
    expect([await status(), await told()]).toEqual(['requested', []]);
  });
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
