import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Random } from '@galley/testing';
import { coordinationTest } from './config.ts';
import { Coordinated } from './coordination/fixtures.ts';
import { KillSite } from './coordination/kill-site.fixtures.ts';
import { health, readiness, refuseConnections } from './coordination/outage.fixtures.ts';
import { Person } from './coordination/people.fixtures.ts';
import { Workers, type Work } from './coordination/workers.fixtures.ts';
import { adminVariables, galley, Site, type GalleyProcess } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const { seed } = coordinationTest;
const patience = { timeout: 50_000, interval: 20 };
const refused = /not currently accepting connections|terminat|ECONNRESET/;

describe('galley start', () => {
  test(
    'recovers from random disconnects and does nothing twice',
    async () => {
      const random = new Random(seed);
      const settings = { enforcement: 'enforced', scope: 'database' } as const;
      await using site = await KillSite.open(random, settings);
      for (let round = 0; round < Math.ceil(coordinationTest.rounds / 4); round += 1) {
        await site.round('cut off');
        const which = `round ${round}, GALLEY_COORDINATION_SEED=${seed}`;
        expect((await site.disagreements()).join('\n'), which).toBe('');
      }
    },
    60_000 + coordinationTest.rounds * 5_000,
  );

  test('restarts a killed embedded server and resumes the ticks', async () => {
    await using site = await Site.create({ 'galley.yaml': 'coordinator: { interval: 20ms }\n' });
    const { person, coordinator } = await embedded(site);
    const address = await coordinator.ready();
    const before = site.postmaster;
    const heard = async (): Promise<string> => (await health(address)).status;
    expect((await person.control(address, 'default', { action: 'start' })).status).toBe(200);
    await vi.waitUntil(async () => (await heard()) === 'ready', patience);
    await site.killPostmaster();
    await vi.waitUntil(async () => (await heard()) === 'degraded', patience);
    await vi.waitUntil(async () => (await heard()) === 'ready', patience);
    await vi.waitUntil(async () => (await readiness(address)) === 200, patience);
    expect(site.postmaster).not.toBe(before);
    expect((await health(address)).runs).toMatchObject([{ state: 'active', failures: 0 }]);
    const stopped = await person.control(address, 'default', { action: 'stop' });
    expect(JSON.parse(stopped.text)).toMatchObject({ state: 'stopped' });
    await vi.waitUntil(async () => (await heard()) === 'healthy-idle', patience);
    expect(await coordinator.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBeUndefined();
  }, 60_000);
});

async function embedded(site: Site): Promise<{ person: Person; coordinator: GalleyProcess }> {
  const coordinator = site.coordinate();
  await coordinator.ready();
  const server = site.serve(adminVariables);
  const person = await Person.at(await server.ready());
  expect(await server.kill('SIGTERM')).toBe(0);
  return { person, coordinator };
}

describe('a run during a database outage', () => {
  let project: Coordinated;
  let workers: Workers;
  let run: Work;

  beforeAll(async () => {
    project = await Coordinated.open({ enforcement: 'enforced', scope: 'workspace' });
    const { db } = project.database;
    const options = { workspaces: ['default'], fallSilent: false };
    workers = new Workers(db, new Random(seed), options);
    await workers.beginRuns();
    const { id } = await db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
    run = { id, workspaceId: 'default' };
  });

  afterAll(() => project[Symbol.asyncDispose]());

  async function countEvents(type: string): Promise<number> {
    const { db } = project.database;
    const events = db.selectFrom('run_events').select('id').where('type', '=', type);
    return (await events.execute()).length;
  }

  async function isAssigned(count: number): Promise<void> {
    await vi.waitUntil(async () => (await countEvents('task.assigned')) === count, patience);
  }

  function headless(...args: readonly string[]): Parameters<typeof galley> {
    const all = ['run', '--project', project.directory, '--headless', ...args];
    return [all, { variables: { DATABASE_URL: project.database.url } }];
  }

  test('RC-ERR-5, RC-EVT-3: galley run exits with 1 at once when an error cannot be recorded, and the run can continue later', async () => {
    const { url } = project.database;
    const running = galley(
      ...headless('--max-iterations', '-1', '--max-consecutive-errors', '100'),
    );
    await workers.addTasksTo(run, 1);
    await isAssigned(1);
    await refuseConnections(url, true);
    const { ending, stderr } = await running;
    await refuseConnections(url, false);
    expect(ending).toBe(1);
    expect(stderr).toMatch(/Iteration \d+ failed \(.+\), and that could not be recorded: .+/);
    expect(stderr).toMatch(refused);
    expect(await countEvents('orchestrator.retry')).toBe(0);
    await workers.addTasksTo(run, 1);
    const again = await galleyHere(...headless());
    // May wait for the lease, which could not be released.
    expect([again.ending, again.stderr]).toEqual([
      0,
      expect.stringMatching(/^(|.*Waiting for the run .+)$/),
    ]);
    expect(await countEvents('task.assigned')).toBe(2);
  }, 60_000);

  test('GAP-RC-API-11: galley start stays up, reports the outage in its probes, and recovers', async () => {
    const coordinators = [project.coordinate(), project.coordinate()];
    const addresses = await Promise.all(coordinators.map((each) => each.ready()));
    await workers.addTasksTo(run, 3);
    await isAssigned(5);
    await refuseConnections(project.database.url, true);
    for (const address of addresses) {
      await vi.waitUntil(async () => (await health(address)).status === 'degraded', patience);
      await vi.waitUntil(async () => (await readiness(address)) === 503, patience);
    }
    await refuseConnections(project.database.url, false);
    await workers.addTasksTo(run, 3);
    await isAssigned(8);
    for (const address of addresses) {
      await vi.waitUntil(async () => (await health(address)).status !== 'degraded', patience);
      // A probe caches its answer for one second.
      await vi.waitUntil(async () => (await readiness(address)) === 200, patience);
    }
    const states = await Promise.all(addresses.map(async (each) => (await health(each)).status));
    expect(states.toSorted()).toEqual(['healthy-idle', 'ready']);
    for (const coordinator of coordinators) expect(await coordinator.kill('SIGTERM')).toBe(0);
  }, 60_000);

  test('RC-ERR-5, RC-EVT-4: galley run exits with 1 at the error threshold, and the run has failed', async () => {
    const { db } = project.database;
    const malformed = { run_id: run.id, type: 'agent.turn_requested', payload: '[]' };
    await db
      .insertInto('run_events')
      .values({ ...malformed, at: new Date() })
      .execute();
    const limits = ['--max-consecutive-errors', '3', '--retry-backoff', '5ms'];
    const { ending } = await galleyHere(...headless('--max-iterations', '-1', ...limits));
    expect(ending).toBe(1);
    expect([
      await countEvents('orchestrator.retry'),
      await countEvents('orchestrator.failed'),
    ]).toEqual([2, 1]);
    const failed = await db.selectFrom('runs').select(['status', 'ended_at']).execute();
    expect(failed).toMatchObject([{ status: 'failed', ended_at: expect.any(Date) as unknown }]);
  });
});
