import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecipeProject } from './fixtures.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const daily = (catchUp = 'skip') => `title: Daily
goal: Look around.
budget: { turns: 3, usd: 1 }
schedule: { cron: "0 6 * * *", catch_up: ${catchUp} }
`;

let project: RecipeProject;

beforeEach(async () => {
  project = await RecipeProject.open({ daily: daily() });
  // A coordinator that has read the schedule at five.
  await project.fire();
});

afterEach(() => project[Symbol.asyncDispose]());

describe('ADD-RUN-1: a schedule', () => {
  test('starts a run when it is due, and not before', async () => {
    expect(await project.firedAfter(hour - minute)).toEqual([]);
    expect(await project.firedAfter(minute)).toEqual(['started 2026-01-05T06:00Z']);
    expect(await project.firedAfter(minute)).toEqual(['started 2026-01-05T06:00Z']);
    expect(await project.runs()).toMatchObject([
      { goal: 'Look around.', status: 'active', recipe: 'daily', cause: 'schedule' },
    ]);
    const { budget } = await project.db
      .selectFrom('runs')
      .select('budget')
      .executeTakeFirstOrThrow();
    expect(budget).toEqual({ turns: 3, usd: 1 });
    await project.endRuns();
    expect(await project.firedAfter(day)).toHaveLength(2);
  });

  test('skips and logs a firing while a run of the recipe is in progress', async () => {
    await project.firedAfter(hour);
    for (const status of ['active', 'paused-intake', 'draining', 'degraded']) {
      await project.endRuns(status);
      await project.firedAfter(day);
    }
    expect(await project.outcomes()).toEqual([
      'started 2026-01-05T06:00Z',
      'skipped 2026-01-06T06:00Z',
      'skipped 2026-01-07T06:00Z',
      'skipped 2026-01-08T06:00Z',
      'skipped 2026-01-09T06:00Z',
    ]);
    expect(project.warnings).toEqual(Array(4).fill('recipe started no run: skipped'));
    expect(await project.runs()).toHaveLength(1);
  });

  test('with the rule skip, starts nothing after a stop of three days', async () => {
    await project.firedAfter(hour);
    await project.endRuns();
    expect(await project.firedAfter(3 * day + 10 * minute)).toEqual([
      'started 2026-01-05T06:00Z',
      'missed 2026-01-06T06:00Z',
    ]);
    expect((await project.firedAfter(day - 10 * minute)).at(-1)).toBe('started 2026-01-09T06:00Z');
  });

  test('with the rule once, starts a single run after a stop of three days', async () => {
    await project.write('daily', daily('once'));
    await project.firedAfter(hour);
    await project.endRuns();
    expect(await project.firedAfter(3 * day + 10 * minute)).toEqual([
      'started 2026-01-05T06:00Z',
      'started 2026-01-06T06:00Z',
    ]);
    await project.endRuns();
    expect(await project.firedAfter(minute)).toHaveLength(2);
    expect((await project.firedAfter(day - 11 * minute)).at(-1)).toBe('started 2026-01-09T06:00Z');
  });

  test('is not missed by a coordinator that restarts', async () => {
    expect(await project.firedAfter(hour + 4 * minute)).toEqual(['started 2026-01-05T06:00Z']);
  });

  test('that is edited counts from then on, and one that is removed never fires', async () => {
    await project.write('daily', daily().replace('0 6', '0 4'));
    expect(await project.firedAfter(minute)).toEqual([]);
    expect(await project.firedAfter(23 * hour)).toEqual(['started 2026-01-06T04:00Z']);
    await project.endRuns();
    await project.remove('daily');
    expect(await project.firedAfter(day)).toHaveLength(1);
    await project.write('daily', daily());
    expect(await project.firedAfter(3 * day)).toHaveLength(1);
  });

  test('survives a mistake in its file', async () => {
    await project.write('daily', `${daily()}goals: x\n`);
    expect(await project.firedAfter(hour)).toEqual([]);
    await project.write('daily', daily());
    expect(await project.firedAfter(minute)).toEqual(['started 2026-01-05T06:00Z']);
  });

  test('records why it cannot start', async () => {
    await project.write(
      'daily',
      `title: A
goal: "Into {{to}}"
parameters: [{ name: to, title: To, kind: language, default: xx }]
schedule: { cron: "0 6 * * *" }
`,
    );
    expect(await project.firedAfter(hour)).toEqual(['failed 2026-01-05T06:00Z']);
    const { detail } = await project.db
      .selectFrom('recipe_firings')
      .select('detail')
      .executeTakeFirstOrThrow();
    expect(detail).toBe('parameters.to: must be one of en.');
    expect((await project.firedAfter(day)).at(-1)).toBe('failed 2026-01-06T06:00Z');
  });
});

describe('ADD-RUN-1: a firing happens once', () => {
  test('with several coordinators', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => project.otherCoordinator()));
    for (let days = 1; days <= 3; days += 1) {
      project.clock.advance(days === 1 ? hour : day);
      await Promise.all(others.map(({ firings }) => firings.fireDue()));
      await project.endRuns();
    }
    await Promise.all(others.map(({ close }) => close()));
    expect(await project.outcomes()).toEqual([
      'started 2026-01-05T06:00Z',
      'started 2026-01-06T06:00Z',
      'started 2026-01-07T06:00Z',
    ]);
    expect(await project.runs()).toHaveLength(3);
  });

  test.each([
    ['before the run', 0],
    ['after the run', 0],
    ['after the firing', 1],
  ])('when the coordinator is killed %s', async (step, created) => {
    project.clock.advance(hour);
    await killedFiring(project, step);
    expect(await project.runs()).toHaveLength(created);
    expect(await project.outcomes()).toHaveLength(created);
    // The database notices the lost connection at its own pace; until then, the schedule is locked.
    await vi.waitFor(async () => {
      await project.fire();
      expect(await project.runs()).toHaveLength(1);
    }, 20_000);
    await project.endRuns();
    await project.fire();
    expect(await project.outcomes()).toEqual(['started 2026-01-05T06:00Z']);
    expect(await project.runs()).toHaveLength(1);
  });
});

async function killedFiring({ address, directory, clock }: RecipeProject, step: string) {
  const program = join(import.meta.dirname, 'firing-process.fixtures.ts');
  const given = [program, address, directory, clock.now().toISOString(), step];
  const child = spawn(process.execPath, given, { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}
