import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Random } from '@galley/testing';
import { coordinationTest } from './config.ts';
import { Coordinated } from './coordination/fixtures.ts';
import { tally } from './coordination/people.fixtures.ts';

const conflicts = ['pause', 'resume', 'stop', 'force-stop'];
const rounds = coordinationTest.isByHand ? coordinationTest.rounds : 12;

let project: Coordinated;
let addresses: string[];
let workspace: string;

beforeAll(async () => {
  project = await Coordinated.open({ enforcement: 'enforced', scope: 'workspace' });
  const coordinators = [project.coordinate(), project.coordinate()];
  const ready = await Promise.all(coordinators.map((each) => each.ready()));
  addresses = [project.contentServer, ...ready];
}, 60_000);

afterAll(() => project[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = `w-${randomUUID()}`;
  const row = { id: workspace, display_name: workspace, created_at: new Date() };
  await project.database.db.insertInto('workspaces').values(row).execute();
});

function ask(address: string, action: string, key: string = randomUUID()) {
  return project.person.control(address, workspace, { action, key, body: { goal: 'Ink' } });
}

async function runs(): Promise<string[]> {
  const rows = project.database.db.selectFrom('runs').select('id');
  return (await rows.where('workspace_id', '=', workspace).orderBy('seq').execute()).map(
    ({ id }) => id,
  );
}

async function audited(): Promise<string[]> {
  const ids = await runs();
  const entries = await project.database.db
    .selectFrom('audit_entries')
    .select(['action', 'details'])
    .where('target', 'in', ids)
    .orderBy('id')
    .execute();
  return entries.map(({ action, details }) => {
    const { prior_state, state } = details as { prior_state: string; state: string };
    return `${action} ${prior_state} > ${state}`;
  });
}

describe('concurrent requests to several processes', () => {
  test('GAP-RC-API-5: many requests with one key run once, and get its answer or a request to wait', async () => {
    const key = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(addresses[index % 3]!, 'start', key)),
    );
    const { 200: done = 0, '409 idempotency_in_progress': waiting = 0 } = tally(all);
    expect(done).toBeGreaterThan(0);
    expect(done + waiting).toBe(60);
    const later = await Promise.all(addresses.map((address) => ask(address, 'start', key)));
    const texts = [...all, ...later].filter(({ status }) => status === 200).map(({ text }) => text);
    expect([...new Set(texts)]).toEqual([later[0]!.text]);
    expect(await runs()).toHaveLength(1);
    expect(await audited()).toEqual(['run.start starting > active']);
  });

  test('RC-ST-19: many starts with different keys create one run and one event', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(addresses[index % 3]!, 'start')),
    );
    expect(tally(all)[200]).toBe(1);
    expect(await runs()).toHaveLength(1);
    expect(await audited()).toEqual(['run.start starting > active']);
  });

  test(
    `GAP-RC-API-6, GAP-RC-MODE-7: of conflicting transitions one wins (${rounds} rounds) and is audited`,
    async () => {
      const random = new Random(coordinationTest.seed);
      for (let round = 0; round < rounds; round += 1) {
        await ask(random.pick(addresses), 'start');
        const before = (await audited()).length;
        const asked = await Promise.all(
          conflicts.map((action) => ask(random.pick(addresses), action)),
        );
        const done = (await audited()).slice(before);
        const { 200: won = 0, ...rest } = tally(asked);
        const name = `round ${round}, GALLEY_COORDINATION_SEED=${coordinationTest.seed}`;
        expect(done.length, name).toBe(won);
        expect(won, name).toBeGreaterThan(0);
        const refusals = ['409 illegal_run_transition', '409 run_transition_failed'];
        expect(refusals, name).toEqual(expect.arrayContaining(Object.keys(rest)));
        expect(chainFaults(done), name).toEqual([]);
        await ask(random.pick(addresses), 'force-stop');
      }
    },
    30_000 + rounds * 1_000,
  );
});

/** Returns the entries that do not follow from the previous one, such as two transitions from the same state. */
function chainFaults(entries: readonly string[]): string[] {
  return entries.filter((entry, index) => {
    const from = entry.split(' ')[1];
    return from !== (entries[index - 1]?.split(' > ')[1] ?? 'active');
  });
}
