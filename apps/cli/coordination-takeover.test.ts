import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Random } from '@galley/testing';
import { coordinationTest } from './config.ts';
import { Coordinated, leaseMs } from './coordination/fixtures.ts';
import { Workers, type Work } from './coordination/workers.fixtures.ts';
import type { GalleyProcess } from './fixtures.ts';

const times = Math.ceil(coordinationTest.rounds / 4);
const slack = 1_000;
const patience = { timeout: 30_000, interval: 20 };

let project: Coordinated;
let processes: GalleyProcess[];
let workers: Workers;
let run: Work;

beforeAll(async () => {
  project = await Coordinated.open({ enforcement: 'recorded', scope: 'workspace' });
  processes = [project.coordinate(), project.coordinate()];
  await Promise.all(processes.map((each) => each.ready()));
  const { db } = project.database;
  const options = { workspaces: ['press'], fallSilent: false };
  workers = new Workers(db, new Random(coordinationTest.seed), options);
  await workers.beginRuns();
  const { id } = await db.selectFrom('runs').select('id').executeTakeFirstOrThrow();
  run = { id, workspaceId: 'press' };
}, 60_000);

afterAll(() => project[Symbol.asyncDispose]());

async function isEverythingAssigned(): Promise<boolean> {
  const { db } = project.database;
  const open = db.selectFrom('tasks').select('id').where('status', '=', 'open');
  return (await open.execute()).length === 0;
}

async function workIsTakenUp(): Promise<void> {
  await workers.addTasksTo(run, 1);
  await vi.waitUntil(isEverythingAssigned, patience);
}

async function holder(): Promise<GalleyProcess> {
  const { db } = project.database;
  const lease = db.selectFrom('run_leases').select('holder').where('run_id', '=', run.id);
  const [, pid] = (await lease.executeTakeFirstOrThrow()).holder.split('/');
  return processes.find((each) => each.pid === Number(pid))!;
}

async function followEvents(address: string): Promise<{ readonly ended: Promise<unknown> }> {
  const { headers } = project.person.signedIn;
  const response = await fetch(`${address}/api/v1/workspaces/press/runs/${run.id}/events`, {
    headers: { ...headers, accept: 'text/event-stream' },
  });
  expect(response.status).toBe(200);
  return { ended: response.text().catch(() => undefined) };
}

/** Ends the lease holder repeatedly; returns how long work then waits for the other process, in milliseconds. */
async function takeovers(signal: NodeJS.Signals): Promise<number[]> {
  const waits: number[] = [];
  while (waits.length < times) {
    await workIsTakenUp();
    const victim = await holder();
    const stream = await followEvents(await victim.ready());
    const begun = performance.now();
    const ended = victim.kill(signal);
    await workIsTakenUp();
    // The work may have been picked up by a last tick.
    await vi.waitUntil(async () => (await holder()) !== victim, patience);
    waits.push(Math.round(performance.now() - begun));
    await Promise.all([ended, stream.ended]);
    processes = [...processes.filter((each) => each !== victim), project.coordinate()];
    await Promise.all(processes.map((each) => each.ready()));
  }
  if (coordinationTest.isByHand) console.log(`${signal}: ${waits.join(', ')} ms`);
  return waits;
}

test(
  'GAP-RC-MODE-3: another coordinator takes over the work of a killed one within one lease',
  async () => {
    const waits = await takeovers('SIGKILL');
    expect(Math.max(...waits)).toBeLessThan(leaseMs + slack);
  },
  60_000 + times * 10_000,
);

test(
  'another coordinator takes over the work of a stopped one at once, before the lease expires',
  async () => {
    const waits = await takeovers('SIGTERM');
    expect(Math.max(...waits)).toBeLessThan(leaseMs);
  },
  60_000 + times * 10_000,
);
