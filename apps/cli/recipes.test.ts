import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import { GalleyProcess, openTestDatabase, Site } from './fixtures.ts';
import { runHere } from './run-here.fixtures.ts';

let database: TestDatabase;
let site: Site;

const digest = `title: Digest
goal: Write about {{topic}} in {{tone}}.
parameters:
  - { name: topic, title: Topic, required: true }
  - { name: tone, title: Tone, kind: choice, choices: [plain, formal], default: plain }
`;

beforeEach(async () => {
  database = await openTestDatabase();
  site = await Site.create({
    'galley.yaml': 'coordinator: { enforcement: enforced, address: "127.0.0.1:0" }\n',
    'runs/digest.yaml': digest,
  });
});

afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function galley(...args: string[]) {
  return runHere(args, { cwd: site.directory, variables: { DATABASE_URL: database.url } });
}

async function goals() {
  const rows = await database.db
    .selectFrom('runs')
    .innerJoin('run_recipes', 'run_id', 'id')
    .select(['goal', 'cause'])
    .orderBy('runs.seq')
    .execute();
  return rows.map(({ goal, cause }) => `${cause}: ${goal}`);
}

describe('ADD-RUN-1: galley run NAME', () => {
  test('starts a new run of the recipe with its parameters, each time', async () => {
    const args = ['run', 'digest', '--headless', '--json', '--param', 'topic=ink=black'];
    const first = JSON.parse((await galley(...args)).stdout) as object;
    expect(first).toMatchObject({ created: true });
    expect((await galley(...args, '--param', 'tone=formal')).code).toBe(0);
    expect(await goals()).toEqual([
      'person: Write about ink=black in plain.',
      'person: Write about ink=black in formal.',
    ]);
  });

  test('without a name continues the active run, as before', async () => {
    const started = JSON.parse((await galley('run', '--headless', '--json')).stdout) as object;
    const { run_id: id } = started as { run_id: string };
    await database.db.updateTable('runs').set({ status: 'active' }).execute();
    const { stdout } = await galley('run', '--headless', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ run_id: id, created: false });
  });

  test.each([
    [['digets'], 1, 'Recipe "digets" not found. Did you mean digest?'],
    [['digest'], 1, 'Topic is required.'],
    [['digest', '--param', 'topik=x'], 1, 'parameters.topik: unknown key; did you mean topic?'],
    [['digest', '--param', 'topic'], 2, '--param takes name=value, not topic'],
    [['--param', 'topic=ink'], 2, '--param needs the name of a recipe'],
    [['digest', '--goal', 'Mine'], 2, 'leave out --run, --resume and --goal'],
  ])('refuses %j with a clear message, and starts nothing', async (args, code, text) => {
    const { code: ending, stderr } = await galley('run', '--headless', ...args);
    expect(stderr).toContain(text);
    expect(ending).toBe(code);
    expect(await goals()).toEqual([]);
  });
});

test('ADD-RUN-1: galley run --list shows recipes, and galley doctor their mistakes', async () => {
  await writeFile(join(site.directory, 'runs/wrong.yaml'), 'title: Wrong\ngoals: x\n');
  await galley('run', 'digest', '--headless', '--param', 'topic=ink');
  const { stdout } = await galley('run', '--list');
  expect(stdout.replaceAll(/run-\d+, \S+,/g, 'run,').split('\n')).toEqual([
    'digest  Digest',
    '  parameters: topic, [tone]',
    '  starts: by hand',
    expect.stringMatching(/^ {2}last run: run, \w+, 0 tokens$/),
    'runs/wrong.yaml  broken',
    '  1:1: Goal is required',
    '  2:1: goals: unknown key; did you mean goal?',
    '',
  ]);
  const found = JSON.parse((await galley('run', '--list', '--json')).stdout) as object;
  expect(found).toMatchObject({ recipes: [{ name: 'digest' }], broken: [{ name: 'wrong' }] });
  const doctor = JSON.parse((await galley('doctor', '--json')).stdout) as {
    checks: { name: string; status: string; message: string }[];
  };
  expect(doctor.checks.find(({ name }) => name === 'recipes')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('runs/wrong.yaml:2:1: goals: unknown key') as string,
  });
});

test('galley init writes six valid recipes that do not start by themselves', async () => {
  const project = join(site.directory, 'new');
  await mkdir(project);
  await galley('init', '--project', project);
  const { stdout } = await galley('run', '--list', '--json', '--project', project);
  const { recipes, broken } = JSON.parse(stdout) as {
    recipes: { name: string; schedule: unknown; triggers: string[] }[];
    broken: unknown[];
  };
  expect(broken).toEqual([]);
  expect(recipes.map(({ name }) => name)).toEqual([
    'alt-texts',
    'broken-links',
    'monthly-digest',
    'proofread',
    'release-notes',
    'translate',
  ]);
  expect(recipes.every((one) => one.schedule === null && one.triggers.length === 0)).toBe(true);
});

test('ADD-RUN-1: a coordinator fires a schedule that has become due', async () => {
  const weekly = 'title: Weekly\ngoal: Look.\nschedule: { cron: "0 6 * * 1" }\n';
  await writeFile(join(site.directory, 'runs/weekly.yaml'), weekly);
  const variables = { DATABASE_URL: database.url };
  const coordinator = new GalleyProcess(['start', '--project', site.directory], { variables });
  onTestFinished(async () => {
    await coordinator.kill('SIGTERM');
  });
  const schedules = database.db.updateTable('recipe_schedules').set({ next_at: new Date() });
  await vi.waitFor(
    async () => {
      const { numUpdatedRows } = await schedules.executeTakeFirstOrThrow();
      expect(numUpdatedRows).toBe(1n);
    },
    { timeout: 30_000, interval: 100 },
  );
  await vi.waitFor(async () => expect(await goals()).toEqual(['schedule: Look.']), {
    timeout: 30_000,
    interval: 100,
  });
});
