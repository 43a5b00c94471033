import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GalleyProcess, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let site: Site;

beforeEach(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'galley.yaml': 'coordinator: { enforcement: enforced }\n' });
});

afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function run(...args: readonly string[]) {
  const variables = { DATABASE_URL: database.url };
  return galleyHere(['run', '--project', site.directory, ...args], { variables });
}

async function breakTurns(): Promise<void> {
  const [run] = await database.db.selectFrom('runs').select('id').execute();
  await database.db
    .insertInto('run_events')
    .values({ run_id: run!.id, type: 'agent.turn_requested', payload: '{}', at: new Date() })
    .execute();
}

describe('galley run --headless', () => {
  test('RC-CMD-5, GAP-RC-LOOP-7: ticks once, prints the state of the run, and exits with 0', async () => {
    const { ending, stdout, stderr } = await run('--headless', '--goal', 'Ink');
    expect([ending, stderr]).toEqual([0, '']);
    const [sentence, snapshot] = stdout.trim().split('\n');
    expect(sentence).toMatch(
      /^The run run-\d{19} is active \(awaiting_initial_work\) after 1 iteration\.$/,
    );
    const file = await readFile(snapshot!.replace('Snapshot: ', ''), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ schema_version: 1, run: { goal: 'Ink' } });
  });

  test('GAP-RC-LOOP-13: starts a run for another goal beside the active one, and continues it for the same goal', async () => {
    for (const goal of ['Ink', 'Paper', 'Ink']) {
      const { ending, stderr } = await run('--headless', '--goal', goal);
      expect([ending, stderr]).toEqual([0, '']);
    }
    const runs = database.db.selectFrom('runs').select(['goal', 'status']).orderBy('seq');
    expect(await runs.execute()).toEqual([
      { goal: 'Ink', status: 'active' },
      { goal: 'Paper', status: 'active' },
    ]);
  });

  test('GAP-RC-LOOP-13: resumes a run, and reports that it ignores a goal', async () => {
    await run('--headless', '--goal', 'Ink');
    const { ending, stderr } = await run('--headless', '--resume', '--goal', 'Paper');
    expect(ending).toBe(0);
    expect(stderr).toMatch(
      /^galley: Continuing the run run-\d{19}; --goal applies to new runs only\.$/,
    );
    const runs = await database.db.selectFrom('runs').select('goal').execute();
    expect(runs).toEqual([{ goal: 'Ink' }]);
  });

  test('RC-CMD-1, RC-CMD-4, RC-CMD-7: runs the given number of iterations, and prints JSON', async () => {
    const { ending, stdout } = await run(
      '--headless',
      '--json',
      '--max-iterations',
      '3',
      '--interval',
      '5ms',
    );
    expect(ending).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      run_id: expect.stringMatching(/^run-\d{19}$/) as unknown,
      created: true,
      end: 'iteration_limit',
      state: 'active',
      iterations: 3,
      error: null,
    });
  });

  test('RC-CMD-2, RC-CMD-3, GAP-RC-LOOP-7: exits with 1 when the last iteration failed', async () => {
    await run('--headless');
    await breakTurns();
    const times = ['--max-consecutive-errors', '2', '--retry-backoff', '1ms'];
    const { ending, stdout } = await run('--headless', '--max-iterations', '-1', ...times);
    expect(ending).toBe(1);
    expect(stdout).toMatch(
      /is failed .*after 2 iterations\.\nThe last iteration failed: .*turn_requested/,
    );
  });

  test('refuses wrong usage, an unknown run, and an interactive run without a terminal', async () => {
    for (const [args, code, message] of [
      [['--headless', '--interval', 'soon'], 2, '--interval'],
      [['--headless', '--retry-backoff', '5'], 2, '--retry-backoff'],
      [['--headless', '--max-iterations', '1.5'], 2, '--max-iterations'],
      [['--headless', '--max-consecutive-errors', 'x'], 2, '--max-consecutive-errors'],
      [['--headless', '--run', 'run-9'], 1, 'galley: Run run-9 not found.'],
      [[], 2, 'Add --headless'],
    ] as const) {
      const { ending, stderr } = await run(...args);
      expect([args, ending]).toEqual([args, code]);
      expect(stderr).toContain(message);
    }
  });

  test('RC-ST-25: exits with 0 on SIGTERM and leaves the run unchanged', async () => {
    const variables = { DATABASE_URL: database.url };
    const args = ['run', '--headless', '--max-iterations', '-1', '--interval', '10ms'];
    const child = new GalleyProcess([...args, '--project', site.directory], { variables });
    await expect
      .poll(() => database.db.selectFrom('runs').select('status').execute(), { timeout: 30_000 })
      .toEqual([{ status: 'active' }]);
    await expect
      .poll(() => database.db.selectFrom('runs').select('reason').execute(), { timeout: 30_000 })
      .toEqual([{ reason: 'awaiting_initial_work' }]);
    expect(await child.kill('SIGTERM')).toBe(0);
    expect(child.stdout).toMatch(/is active .*The command ended after/);
    const leases = await database.db.selectFrom('run_leases').select('expires_at').execute();
    expect(leases[0]!.expires_at.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('galley start', () => {
  test('RC-BASE-3: ticks runs until SIGTERM, and exits with 0', async () => {
    await run('--headless');
    const args = ['start', '--project', site.directory, '--address', '127.0.0.1:0'];
    const child = new GalleyProcess(args, { variables: { DATABASE_URL: database.url } });
    const address = String((await child.logged('ready'))['coordinator']);
    await expect
      .poll(async () => (await fetch(`${address}/healthz`)).json(), { timeout: 30_000 })
      .toMatchObject({ status: 'ready', runs: [{ state: 'active' }] });
    expect(await child.kill('SIGTERM')).toBe(0);
    expect(child.stdout).toBe('');
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  test('reports an invalid address, with only JSON lines on standard error', async () => {
    const child = new GalleyProcess(
      ['start', '--project', site.directory, '--address', '0.0.0.0:7117'],
      {
        variables: { DATABASE_URL: database.url },
      },
    );
    expect(await child.ended).toBe(1);
    expect(child.log.map(({ msg }) => msg)).toEqual([
      expect.stringContaining('coordinator.tls.cert_file'),
    ]);
  });
});
