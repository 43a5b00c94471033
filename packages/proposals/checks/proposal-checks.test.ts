import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '@galley/kernel';
import { ProposalCheckRepository, type CheckResult } from '@galley/runcoord';
import { temporaryDirectory } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPatch, ink, ProposalHarness } from '../proposal-harness.fixtures.ts';
import { createChecks } from './fixtures.ts';
import type { PatchToCheck, RunChecks } from './proposal-checks.ts';
import { writePatchedTree } from './write-patched-tree.ts';

type Decision = 'approve' | 'reject' | 'abstain';

let harness: ProposalHarness;
const patch = createPatch();
const never = new AbortController().signal;
const failing: RunChecks = async () => [{ name: 'tests', outcome: 'fail', detail: 'Exit code 1.' }];

beforeAll(async () => {
  harness = await ProposalHarness.open();
});

beforeEach(async () => {
  await harness.db.deleteFrom('proposal_checks').execute();
  await harness.db.deleteFrom('proposal_check_runs').execute();
  await harness.db.deleteFrom('votes').execute();
  await harness.db.deleteFrom('agents').execute();
  await harness.renew();
  await harness.repository.commit({ 'ink.md': ink, 'a/b.txt': 'b\n' });
});

afterAll(() => harness[Symbol.asyncDispose]());

const checksWith = (given: Parameters<typeof createChecks>[2] = {}) =>
  createChecks(harness.db, harness.repository.root, given);
const resultsOf = (id: string, of = patch) =>
  new ProposalCheckRepository(harness.db).findFinished(id, sha256(of));

describe('ADD-CHECK-5: checks', () => {
  test('run once for each patch, with its files', async () => {
    await harness.propose({ id: 'p1', patch });
    const seen: string[] = [];
    const runChecks: RunChecks = async ({ files }) => {
      seen.push(String(files[0]!.after!.bytes));
      return [{ name: 'tests', outcome: 'pass', detail: '' }];
    };
    const checks = checksWith({ runChecks });
    await Promise.all([checks.runDue(never), checks.runDue(never)]);
    await checks.runDue(never);
    expect(seen).toEqual([ink.replace('black', 'blacker')]);
    expect(await resultsOf('p1')).toMatchObject([{ name: 'tests', outcome: 'pass' }]);
    expect(await harness.listEvents('proposal.checked')).toEqual([
      { proposal_id: 'p1', patch_sha256: sha256(patch), checks: 1, failed: [] },
    ]);

    const newer = createPatch('ink.md', 'It is bleak.');
    await harness.attach('p1', newer, await harness.repository.head());
    await checks.runDue(never);
    expect(seen).toHaveLength(2);
    expect(await resultsOf('p1', newer)).toHaveLength(1);
  });

  test('of a process that was killed are repeated', async () => {
    await harness.propose({ id: 'p1', patch });
    await killDuringChecks();
    expect(await resultsOf('p1')).toBeNull();
    expect(await resultsAfterCrash()).toMatchObject([{ name: 'tests', outcome: 'pass' }]);
  });

  test('that end the process each time are given up', async () => {
    await harness.propose({ id: 'p1', patch });
    for (let attempt = 1; attempt <= 3; attempt += 1) await killDuringChecks(attempt);
    expect(await resultsAfterCrash()).toMatchObject([{ name: 'checks', outcome: 'error' }]);
  });

  test('that a shutdown ends do not count as an attempt', async () => {
    await harness.propose({ id: 'p1', patch });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const stop = new AbortController();
      const runChecks: RunChecks = async () => {
        stop.abort();
        return [{ name: 'tests', outcome: 'fail', detail: 'Killed.' }];
      };
      await checksWith({ runChecks }).runDue(stop.signal);
    }
    expect(await resultsOf('p1')).toBeNull();
    await checksWith().runDue(never);
    expect(await resultsOf('p1')).toMatchObject([{ outcome: 'pass' }]);
  });

  test('of a patch whose base is gone are an error', async () => {
    await harness.propose({ id: 'p1', patch, base: 'a'.repeat(40) });
    await checksWith().runDue(never);
    expect(await resultsOf('p1')).toMatchObject([{ name: 'patch', outcome: 'error' }]);
  });

  test('see a checkout of the patched tree without links', async () => {
    await using folder = await temporaryDirectory();
    const target = join(folder.path, 'work');
    const moved = `diff --git a/a/b.txt b/a\nsimilarity index 100%\nrename from a/b.txt\nrename to a\n`;
    await harness.propose({ id: 'p1', patch: `${patch}${moved}` });
    const runChecks: RunChecks = async (given: PatchToCheck) => {
      await writePatchedTree(given, target, never);
      return [];
    };
    await checksWith({ runChecks }).runDue(never);
    expect(await readFile(join(target, 'ink.md'), 'utf8')).toContain('blacker');
    expect(await readFile(join(target, 'a'), 'utf8')).toBe('b\n');
  });
});

describe('ADD-CHECK-6: a vote policy', () => {
  const rejecting = { reject: 0 };

  test('returns a proposal with failing checks to its agent, with their output', async () => {
    await harness.propose({ id: 'p1', patch });
    await checksWith({ runChecks: failing, policy: rejecting }).runDue(never);
    expect(await harness.proposal('p1')).toMatchObject({
      status: 'revision_requested',
      decided_by: 'galley',
      decision_note: 'These checks fail: tests.\n\ntests:\nExit code 1.',
    });
    expect(await harness.listEvents('proposal.revision_requested')).toHaveLength(1);
  });

  test('leaves checks that could not be carried out to a person', async () => {
    await harness.propose({ id: 'p1', patch });
    const broken: CheckResult = { name: 'tests', outcome: 'error', detail: 'No bubblewrap.' };
    await checksWith({ runChecks: async () => [broken], policy: rejecting }).runDue(never);
    expect((await harness.proposal('p1')).status).toBe('in_review');
  });

  test('returns a proposal at most three times, and never the same patch twice', async () => {
    await harness.propose({ id: 'p1', patch });
    const checks = checksWith({ runChecks: failing, policy: rejecting });
    const statuses: string[] = [];
    for (const line of ['It is blacker.', 'It is blacker.', 'Two.', 'Three.', 'Four.']) {
      await harness.attach('p1', createPatch('ink.md', line), await harness.repository.head());
      const now = { status: 'in_review' };
      await harness.db.updateTable('proposals').set(now).where('id', '=', 'p1').execute();
      await checks.runDue(never);
      statuses.push((await harness.proposal('p1')).status);
    }
    const [back, here] = ['revision_requested', 'in_review'];
    expect(statuses).toEqual([back, here, back, back, here]);
  });

  test('counts votes on the newest patch, and that of a recipe wins', async () => {
    await harness.propose({ id: 'p1', patch });
    const checks = checksWith({ policy: rejecting });
    await vote('reviewer-1', 'reject', sha256('an earlier patch'));
    await checks.runDue(never);
    expect((await harness.proposal('p1')).status).toBe('in_review');
    await vote('reviewer-2', 'reject', sha256(patch));
    await recipe({ reject: 1 });
    await checks.runDue(never);
    expect((await harness.proposal('p1')).status).toBe('in_review');
    await vote('reviewer-1', 'reject', sha256(patch));
    await checks.runDue(never);
    expect(await harness.proposal('p1')).toMatchObject({
      status: 'revision_requested',
      decision_note:
        '2 reviewers reject it; at most 1 may.\n\nreviewer-1: Not yet.\n\nreviewer-2: Not yet.',
    });
    await harness.db.deleteFrom('run_recipes').execute();
  });

  test('waits for reviewers that can still approve', async () => {
    await harness.propose({ id: 'p1', patch });
    for (const id of ['reviewer-1', 'reviewer-2']) await reviewer(id);
    const checks = checksWith({ policy: { approve: 2 } });
    await vote('reviewer-3', 'reject', sha256(patch));
    await checks.runDue(never);
    expect((await harness.proposal('p1')).status).toBe('in_review');
    await vote('reviewer-1', 'abstain', sha256(patch));
    await checks.runDue(never);
    expect((await harness.proposal('p1')).status).toBe('revision_requested');
  });

  async function vote(agent_id: string, decision: Decision, patch_sha256: string): Promise<void> {
    const cast = { decision, patch_sha256, comment: 'Not yet.', cast_at: new Date() };
    await harness.db
      .insertInto('votes')
      .values({ proposal_id: 'p1', agent_id, ...cast })
      .onConflict((conflict) => conflict.columns(['proposal_id', 'agent_id']).doUpdateSet(cast))
      .execute();
  }

  async function reviewer(id: string): Promise<void> {
    const about = { role: 'reviewer', name: id, adapter: 'generic', command: '', status: 'idle' };
    await harness.db
      .insertInto('agents')
      .values({ id, ...about, enabled: true, updated_at: new Date() })
      .execute();
  }

  async function recipe(votes: { reject: number }): Promise<void> {
    await harness.db
      .insertInto('run_recipes')
      .values({
        run_id: 'run-1',
        workspace_id: 'press',
        recipe: 'mend',
        parameters: '{}',
        cause: 'person',
        team: null,
        paths: null,
        checks: null,
        votes: JSON.stringify(votes),
      })
      .execute();
  }
});

/** PostgreSQL holds the lock of a killed process for a moment. */
function resultsAfterCrash() {
  return vi.waitFor(async () => {
    await checksWith().runDue(never);
    const results = await resultsOf('p1');
    if (results === null) throw new Error('not checked yet');
    return results;
  }, 10_000);
}

async function killDuringChecks(attempt = 1): Promise<void> {
  const program = join(import.meta.dirname, 'checking-process.fixtures.ts');
  await vi.waitFor(async () => {
    const child = spawn(
      process.execPath,
      [program, harness.database.url, harness.repository.root],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [, signal] = (await once(child, 'exit')) as [unknown, string | null];
    expect(signal).toBe('SIGKILL');
  }, 20_000);
  const { attempts } = await harness.db
    .selectFrom('proposal_check_runs')
    .select('attempts')
    .executeTakeFirstOrThrow();
  expect(attempts).toBe(attempt);
}
