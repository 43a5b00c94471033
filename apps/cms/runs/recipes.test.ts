import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId, sha256 } from '@galley/kernel';
import { AgentNewsroom } from '../agents/fixtures.ts';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';

const token = 'a-token-that-nobody-guesses-0123456789';

const proofread = `title: Proofread
description: Corrects spelling.
goal: Read {{document}} for {{tone}}.
parameters:
  - { name: document, title: Document, kind: document, required: true }
  - { name: tone, title: Tone, kind: choice, choices: [plain, formal], default: plain }
team: [implementer-1, reviewer]
paths: ['{{document}}']
budget: { turns: 4, usd: 2.5 }
triggers: { published: { paths: [posts/**] } }
`;

const weekly = `title: Weekly
goal: Look around for {{what}}.
parameters: [{ name: what, title: What, default: links }]
schedule: { cron: "0 6 * * 1", time_zone: Europe/Berlin, catch_up: once }
triggers: { webhook: { token_sha256: ${sha256(token)} } }
`;

const api = '/api/v1/workspaces/default';
const post = `---\ntitle: Ink\nworkflow: draft\nauthor: eve\n---\nInk is black.\n`;

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'runs/proofread.yaml': proofread,
      'runs/weekly.yaml': weekly,
      'runs/broken.yaml': 'title: Broken\n',
      'content/posts/ink.md': post,
    },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function start(body: object, by = ada): Promise<Answer> {
  return by.post(`${api}/runs`, body, { 'idempotency-key': newId() });
}

const requests = () =>
  server.database.db
    .selectFrom('recipe_requests')
    .select(['recipe', 'cause', 'parameters'])
    .orderBy('due_at')
    .execute();

describe('ADD-RUN-1: recipes over HTTP', () => {
  test('a run of a recipe has its goal, limits and record', async () => {
    const answer = await start({ recipe: 'proofread', parameters: { document: 'posts/ink.md' } });
    expect(answer.status).toBe(201);
    const { run_id: id } = answer.json<{ run_id: string }>();
    const parameters = { document: 'posts/ink.md', tone: 'plain' };
    const run = (await ada.get(`${api}/runs/${id}`)).json();
    expect(run).toMatchObject({
      goal: 'Read posts/ink.md for plain.',
      recipe: 'proofread',
      parameters,
      budget: { turns: 4, usd: 2.5, minutes: null, tokens: null },
    });
    const { db } = server.database;
    const rows = await db.selectFrom('run_recipes').selectAll().where('run_id', '=', id).execute();
    expect(rows).toMatchObject([
      {
        cause: 'person',
        team: ['chair-1', 'implementer-1', 'reviewer-1'],
        paths: ['posts/ink.md'],
      },
    ]);
  });

  test.each([
    [{ recipe: 'proofred' }, 404, 'recipe_not_found', 'Did you mean proofread?'],
    [{ recipe: 'broken' }, 422, 'invalid_recipe', '1:1: Goal is required'],
    [{ recipe: 'proofread' }, 400, 'invalid_request', 'Document is required'],
    [
      { recipe: 'proofread', parameters: { document: 'posts/none.md' } },
      400,
      'invalid_request',
      'leads to posts/none.md, which is not a document',
    ],
    [
      { recipe: 'weekly', goal: 'Mine' },
      400,
      'invalid_request',
      'goal: is not allowed with recipe',
    ],
    [{ parameters: {} }, 400, 'invalid_request', 'parameters: is only allowed with recipe'],
  ])('%j is refused, and no run starts', async (...given) => {
    const [body, status, code, text] = given;
    const before = await server.database.db.selectFrom('runs').select('id').execute();
    const problem = expectProblem(await start(body), status, code);
    expect(problem['detail']).toContain(text);
    expect(await server.database.db.selectFrom('runs').select('id').execute()).toEqual(before);
  });

  test('the list shows schedules, last runs with their cost, and broken files', async () => {
    const { run_id: id } = (await start({ recipe: 'weekly' })).json<{ run_id: string }>();
    const session = { run_id: id, agent_id: 'ada', status: 'ended', started_at: new Date() };
    const cost = { input_tokens: 1_000, output_tokens: 500, usd: 0.25 };
    await server.database.db
      .insertInto('agent_sessions')
      .values(['one', 'two'].map((one) => ({ id: one, ...session, ...cost })))
      .execute();
    const found = (await ada.get(`${api}/recipes`)).json<{ recipes: object[]; broken: object[] }>();
    expect(found.recipes).toMatchObject([
      { name: 'proofread', triggers: ['published'], schedule: null, next_run_at: null },
      {
        name: 'weekly',
        title: 'Weekly',
        parameters: [
          { name: 'what', kind: 'text', required: false, default: 'links', choices: [] },
        ],
        schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Berlin', catch_up: 'once' },
        triggers: ['webhook'],
        last_run: { run_id: id, status: 'active', tokens: 3_000, usd: 0.5 },
        last_firing: null,
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(sha256(token));
    expect(found.broken).toEqual([
      {
        name: 'broken',
        file: 'runs/broken.yaml',
        mistakes: [expect.stringContaining('Goal is required')],
      },
    ]);
  });

  test('another workspace of the database has no recipes', async () => {
    const row = { id: 'other', display_name: 'Other', created_at: new Date() };
    await server.database.db.insertInto('workspaces').values(row).execute();
    const other = '/api/v1/workspaces/other';
    expect((await ada.get(`${other}/recipes`)).json()).toEqual({ recipes: [], broken: [] });
    const headers = { 'idempotency-key': newId() };
    const answer = await ada.post(`${other}/runs`, { recipe: 'weekly' }, headers);
    expectProblem(answer, 404, 'recipe_not_found');
    expectProblem(await ada.get('/api/v1/workspaces/none/recipes'), 404, 'workspace_not_found');
  });
});

describe('ADD-RUN-1: the webhook of a recipe', () => {
  const call = (recipe: string, given: string | undefined, body: object = {}) =>
    server
      .visitor()
      .post(`${api}/recipes/${recipe}/trigger`, body, given ? { authorization: given } : {});

  test('refuses every token but its own, and other recipes, with the same answer', async () => {
    const tries: Promise<Answer>[] = [
      call('weekly', undefined),
      call('weekly', 'Bearer x'),
      call('weekly', `Bearer ${token}x`),
      call('weekly', `Basic ${token}`),
      call('weekly', `Bearer ${sha256(token)}`),
      call('proofread', `Bearer ${token}`),
      call('none', `Bearer ${token}`),
    ];
    for (const answer of await Promise.all(tries))
      expectProblem(answer, 401, 'invalid_webhook_token');
    expect(await requests()).toEqual([]);
  });

  test('requests one run for calls with the same parameters', async () => {
    for (const body of [{}, { parameters: { what: 'links' } }, { parameters: { what: 'typos' } }]) {
      const answer = await call('weekly', `Bearer ${token}`, body);
      expect(answer.json()).toEqual({ recipe: 'weekly', state: 'requested' });
    }
    expect(await requests()).toEqual([
      { recipe: 'weekly', cause: 'webhook', parameters: { what: 'links' } },
      { recipe: 'weekly', cause: 'webhook', parameters: { what: 'typos' } },
    ]);
    const wrong = await call('weekly', `Bearer ${token}`, { parameters: { whom: 'x' } });
    expectProblem(wrong, 400, 'invalid_request');
    await server.database.db.deleteFrom('recipe_requests').execute();
  });
});

test('ADD-RUN-1: publishing a document requests a run of the recipes that wait for it', async () => {
  const published = { path: 'posts/ink.md', status: 'published' };
  expect((await ada.post('/__admin/api/documents/status', published)).status).toBe(200);
  await vi.waitFor(
    async () =>
      expect(await requests()).toEqual([
        { recipe: 'proofread', cause: 'published', parameters: { document: 'posts/ink.md' } },
      ]),
    { timeout: 20_000, interval: 50 },
  );
});

test('ADD-RUN-1: publishing what an agent wrote in a run of the recipe requests no other run of it', async () => {
  await using newsroom = await AgentNewsroom.open('.');
  const { project, database } = newsroom.server;
  await mkdir(join(project, 'runs'));
  const recipe = proofread.replace('published: {', 'changed: { paths: [posts/**] }, published: {');
  await writeFile(join(project, 'runs/proofread.yaml'), recipe);
  const from = { run_id: 'run-1', workspace_id: 'default', recipe: 'proofread', cause: 'person' };
  await database.db
    .insertInto('run_recipes')
    .values({ ...from, parameters: '{}' })
    .execute();
  const path = 'posts/ink.md';
  await newsroom.propose(
    await newsroom.diff(`content/${path}`, (text) => text.replace('blak', 'black')),
  );
  await newsroom.reviewed(path, 'Ink is black.');
  expect((await newsroom.editorial(path, 'approve')).status).toBe(200);
  const publish = (one: string) =>
    newsroom.eve.post('/__admin/api/documents/status', { path: one, status: 'published' });
  expect((await publish(path)).status).toBe(200);
  const pen = { path: 'posts/pen.md', content: 'Pens write.\n' };
  expect((await newsroom.eve.post('/__admin/api/documents/save', pen)).status).toBe(200);
  await vi.waitFor(
    async () => {
      const rows = await database.db.selectFrom('recipe_requests').select('key').execute();
      expect(rows).toEqual([{ key: 'posts/pen.md' }]);
    },
    { timeout: 20_000, interval: 50 },
  );
});
