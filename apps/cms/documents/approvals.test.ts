import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, type Answer } from '../fixtures.ts';
import {
  address,
  approved,
  draft,
  startEditorialSetup,
  type Editor,
  type EditorialSetup,
} from '../editorial/fixtures.ts';
import type { HistoryEntry } from '../people.fixtures.ts';

interface Receipt {
  readonly hash: string;
  readonly receipt_hash: string;
  readonly [field: string]: unknown;
}

let office: EditorialSetup;

beforeAll(async () => {
  office = await startEditorialSetup({ requireApproval: false });
});

afterAll(() => office.server[Symbol.asyncDispose]());

function ask({ client }: Editor, path: string): Promise<Answer> {
  return client.get(`${address}/approvals?${new URLSearchParams({ path }).toString()}`);
}

test('ADD-IND-6: every approval has a receipt, newest first, chained to the previous one (GAP-DOC-12)', async () => {
  const { staff } = office;
  const path = await approved(staff);
  await staff.maria.saved({ path, content: 'Other.\nText.\n' });
  await staff.maria.moved(path, 'in_review');
  const note = 'Better: "much"';
  expect((await staff.remi.decide(path, 'approve', { note })).status).toBe(200);
  const answer = await ask(staff.maria, path);
  const [second, first, ...more] = answer.json<Receipt[]>();
  expect(more).toEqual([]);
  const { revision } = await staff.maria.detail(path);
  const history = (await staff.maria.askHistory(path)).json<HistoryEntry[]>();
  expect(second).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    approver: 'remi',
    at: history[0]!['timestamp'],
    revision,
    hash: history[0]!.hash,
    base_hash: first!.hash,
    previous: first!.receipt_hash,
    diff: { added: 1, removed: 0, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    receipt_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    note,
    contributors: ['maria'],
    approvers: ['remi'],
    independence: 'contributors',
  });
  expect(first).toMatchObject({ approver: 'rosa', base_hash: null, previous: null, note: null });
  expect(history.map(({ hash }) => hash)).toContain(first!.hash);
});

test('an unapproved document has no receipts, and receipts need permission to read the document', async () => {
  const { staff } = office;
  const path = await draft(staff);
  const answer = await ask(staff.maria, path);
  expect([answer.status, answer.json()]).toEqual([200, []]);
  expectProblem(await ask(staff.jan, path), 404, 'not_found');
  expectProblem(await ask(staff.maria, 'posts/none.md'), 404, 'not_found');
  expectProblem(await ask(staff.maria, '../none.md'), 400, 'invalid_path');
});
