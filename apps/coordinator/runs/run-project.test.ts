import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LeaseRepository, RunLeases } from '@galley/runcoord';
import { silentLogger, systemClock } from '@galley/kernel';
import { describe, expect, test, vi } from 'vitest';
import { TestProject } from '../fixtures.ts';

async function hold(project: TestProject, runId: string, milliseconds = 60_000) {
  const leases = new RunLeases({
    db: project.db,
    holder: 'the other one',
    milliseconds,
    clock: systemClock,
    logger: silentLogger,
  });
  const [lease] = await leases.tryTakeAll([runId]);
  return lease!;
}

describe('galley run, headless', () => {
  test('RC-BASE-2, RC-CMD-5, RC-LIM-4: creates a run and agents, writes the MCP assets, ticks once, and releases the lease', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    const report = await project.run({ goal: 'Write of ink' });
    expect(report).toMatchObject({
      isNew: true,
      end: 'iteration_limit',
      state: 'active',
      reason: 'work_remains',
      iterations: 1,
      lastError: undefined,
    });
    expect(await project.runs()).toMatchObject([{ id: report.runId, goal: 'Write of ink' }]);
    expect(await new LeaseRepository(project.db).findHeld(report.runId)).toBeUndefined();
    expect(await project.tasks()).toEqual(['a in_progress implementer-1']);
    const agents = await project.db.selectFrom('agents').select('status').execute();
    expect(new Set(agents.map((agent) => agent.status))).toEqual(new Set(['idle']));
    const folder = join(project.directory, '.service/run');
    expect((await readdir(folder)).toSorted()).toEqual(['mcp', 'snapshots']);
    const manifest = await readFile(join(folder, 'mcp/manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ endpoint: 'http://127.0.0.1:0/mcp' });
  });

  test('GAP-RC-LOOP-14: writes the whole projection to a file that only its owner can read, without secrets', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    const { snapshot, runId } = await project.run({ goal: 'Use sk-0123456789abcdefghij' });
    const file = JSON.parse(await readFile(snapshot!, 'utf8')) as { id: string };
    expect(file).toMatchObject({
      schema_version: 1,
      run: { id: runId, goal: 'Use [redacted]' },
      tasks: [{ id: 'a', status: 'in_progress' }],
    });
    const rows = await project.db.selectFrom('run_snapshots').select('id').execute();
    expect(rows).toEqual([{ id: file.id }]);
    expect((await stat(snapshot!)).mode & 0o777).toBe(0o600);
  });

  test('GAP-RC-LOOP-13: continues the active run to its end', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    const first = await project.run();
    await project.db.updateTable('tasks').set({ status: 'done' }).execute();
    const second = await project.run({ maxIterations: 5 });
    expect(second).toMatchObject({
      runId: first.runId,
      isNew: false,
      end: 'completed',
      iterations: 1,
      reason: 'all_tasks_and_proposals_terminal',
    });
    expect((await project.run()).runId).not.toBe(first.runId);
  });

  test('RC-ERR-5, GAP-RC-LOOP-7: reports a failed last iteration, after the snapshot, and releases the lease after any outcome', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    await project.db
      .insertInto('run_events')
      .values({ run_id: runId, type: 'agent.turn_requested', payload: '{}', at: new Date() })
      .execute();
    const report = await project.run({ maxIterations: 2, retryDelay: 1 });
    expect(report).toMatchObject({ end: 'iteration_limit', state: 'active', iterations: 2 });
    expect(report.lastError).toContain('agent.turn_requested');
    expect(report.snapshot).toBeDefined();
    const failed = await project.run({ maxIterations: -1, retryDelay: 1, maxConsecutiveErrors: 3 });
    expect(failed).toMatchObject({ end: 'failed', state: 'failed', iterations: 3 });
    expect(await new LeaseRepository(project.db).findHeld(runId)).toBeUndefined();
  });

  test('uses defaults for values that are not positive, and the configuration for missing ones (RC-CMD-6)', async () => {
    await using project = await TestProject.open(
      '{ retry_backoff: 7ms, max_consecutive_errors: 2 }',
    );
    const { runId } = await project.run();
    await project.db
      .insertInto('run_events')
      .values({ run_id: runId, type: 'agent.turn_requested', payload: '{}', at: new Date() })
      .execute();
    const told = async () => {
      const rows = project.db
        .selectFrom('run_events')
        .select('payload')
        .where('type', '=', 'orchestrator.retry');
      return (await rows.orderBy('id', 'desc').limit(1).execute())[0]?.payload;
    };
    await project.run({ maxIterations: 1 });
    expect(await told()).toMatchObject({ next_retry_delay: '7ms', max_attempts: 2 });
    await project.run({ maxIterations: 1, retryDelay: 0, maxConsecutiveErrors: -1 });
    expect(await told()).toMatchObject({ next_retry_delay: '250ms', max_attempts: 5 });
  });

  test('an unknown run is an error', async () => {
    await using project = await TestProject.open();
    await expect(project.run({ runId: 'run-9' })).rejects.toMatchObject({ code: 'run_not_found' });
  });

  test('GAP-RC-LOOP-5: leaves a paused run paused, and resumes it on request', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    await project.addTask('a');
    await project.setState('paused-intake');
    expect(await project.run({ runId })).toMatchObject({ state: 'paused-intake' });
    expect(await project.tasks()).toEqual(['a open -']);
    expect(await project.run({ runId, resume: true })).toMatchObject({ state: 'active' });
    expect(await project.tasks()).toEqual(['a in_progress implementer-1']);
  });
});

describe('GAP-RC-LOOP-6: a run that another coordinator holds', () => {
  test('is awaited for one lease, with the name of the holder, and then fails', async () => {
    await using project = await TestProject.open('{ lease: 1s }');
    const { runId } = await project.run();
    await hold(project, runId);
    const onHeld = vi.fn();
    await expect(project.run({ onHeld })).rejects.toMatchObject({
      code: 'run_held',
      message: expect.stringMatching(
        new RegExp(`The coordinator the other one since 20\\S+ holds the run ${runId}.*--wait`),
      ) as unknown,
    });
    expect(onHeld).toHaveBeenCalledExactlyOnceWith(
      runId,
      expect.objectContaining({ holder: 'the other one' }),
    );
  });

  test('is continued after its release', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    const lease = await hold(project, runId);
    const report = await project.run({ wait: true, onHeld: () => void lease.giveBack() });
    expect(report).toMatchObject({ runId, iterations: 1, state: 'active' });
  });

  test('is left unchanged if the other coordinator finished it', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    const lease = await hold(project, runId);
    const finish = async (): Promise<void> => {
      await project.setState('completed');
      await lease.giveBack();
    };
    const report = await project.run({ wait: true, onHeld: () => void finish() });
    expect(report).toMatchObject({ runId, end: 'completed', iterations: 0, snapshot: undefined });
    expect(await project.runs()).toHaveLength(1);
  });

  test('is released when the program is stopped', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    await hold(project, runId);
    const end = new AbortController();
    const report = await project.run({ wait: true, signal: end.signal, onHeld: () => end.abort() });
    expect(report).toMatchObject({ runId, end: 'cancelled', iterations: 0 });
  });
});

describe('a run whose coordinator loses the lease', () => {
  async function loop(project: TestProject, take: (runId: string) => Promise<unknown>) {
    const { runId } = await project.run();
    const running = project.run({ maxIterations: -1, interval: 5 });
    running.catch(() => undefined);
    await vi.waitUntil(() => new LeaseRepository(project.db).findHeld(runId), {
      timeout: 30_000,
      interval: 5,
    });
    await take(runId);
    return running;
  }

  test('GAP-RC-MODE-5: by a forced stop is stopped', async () => {
    await using project = await TestProject.open();
    const report = await loop(project, async (runId) => {
      await project.setState('stopped');
      await new LeaseRepository(project.db).revoke(runId);
    });
    expect(report).toMatchObject({ end: 'stopped', state: 'stopped' });
  });

  test('GAP-RC-MODE-3: to another one is an error', async () => {
    await using project = await TestProject.open();
    const looping = loop(project, async (runId) => {
      await new LeaseRepository(project.db).revoke(runId);
      await hold(project, runId);
      await project.addTask('a');
    });
    await expect(looping).rejects.toMatchObject({ code: 'run_fenced' });
    expect(await project.tasks()).toEqual(['a open -']);
  });
});
