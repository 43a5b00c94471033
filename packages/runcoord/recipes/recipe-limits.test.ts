import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NeedsReadModel } from '../sessions/needs-read-model.ts';
import { base, patchOf, Workshop } from '../workers/fixtures.ts';
import { RunRecipeRepository } from './run-recipe-repository.ts';

let shop: Workshop;

const team = ['chair-1', 'implementer-2', 'rex'];

beforeAll(async () => {
  shop = await Workshop.open();
  for (const id of ['implementer-1', 'implementer-2', 'implementer-3'])
    await shop.project.addAgent(id, 'implementer');
  await shop.project.addAgent('ray', 'reviewer');
});

afterAll(() => shop[Symbol.asyncDispose]());

beforeEach(async () => {
  await shop.project.sql(
    'delete from run_recipes; delete from tasks; delete from proposal_patches; delete from proposals',
  );
});

async function limit(given: { team?: readonly string[]; paths?: readonly string[] }) {
  const started = { recipe: 'proofread', parameters: {}, cause: 'person' } as const;
  const limits = { team: given.team, paths: given.paths, budget: undefined };
  const run = { runId: 'run-1', workspaceId: 'press' };
  await new RunRecipeRepository(shop.project.db).insert(run, { ...started, ...limits });
}

async function assigned(): Promise<string[]> {
  await shop.project.addTasks({ id: 'one' }, { id: 'two' }, { id: 'three' });
  const ticker = await shop.project.ticker({ implementers: 3, enforcement: 'enforced' });
  await ticker.tick(1);
  await shop.project.expireLease();
  return (await shop.project.tasks()).map((row) => row.split(' ')[2]!);
}

describe('ADD-RUN-1: only the team of a run', () => {
  test('gets tasks', async () => {
    await limit({ team });
    expect(await assigned()).toEqual(Array(3).fill('implementer-2'));
  });

  test('gets tasks in turn, and without a team every agent', async () => {
    expect(await assigned()).toEqual(['implementer-1', 'implementer-2', 'implementer-3']);
  });

  test('leaves tasks alone if it has no implementer any more', async () => {
    await limit({ team: ['chair-1', 'implementer-9'] });
    expect(await assigned()).toEqual(['-', '-', '-']);
  });

  test('reviews', async () => {
    await limit({ team });
    const ada = await shop.agent('ada');
    const words = { title: 'Ink', body: '', risk: 'low' };
    const { id } = await ada.do(({ proposals }) => proposals.create(words));
    await ada.do(({ proposals }) => proposals.attachPatch(id, base, patchOf()));
    await ada.do(({ proposals }) => proposals.requestReview(id));
    const [told] = (await shop.eventPayloads('proposal.review_requested')).slice(-1);
    expect(told).toMatchObject({ proposal_id: id, reviewers: ['rex'] });
    const { needs } = await new NeedsReadModel(shop.project.db).find('run-1');
    const reviewers = needs.filter(({ reason }) => reason === `review ${id}`);
    expect(reviewers.map(({ agentId }) => agentId)).toEqual(['rex']);
  });

  test('can be asked for a turn by its agents', async () => {
    await limit({ team });
    const ada = await shop.agent('ada');
    await expect(ada.do(({ turns }) => turns.request('ray', 'look'))).rejects.toMatchObject({
      code: 'agent_not_found',
      message: expect.stringContaining('is not in the team of the run') as string,
    });
    await ada.do(({ turns }) => turns.request('rex', 'look'));
  });
});

describe('ADD-RUN-1: a proposal outside the paths of its run', () => {
  async function attach(path: string) {
    const ada = await shop.agent('ada');
    const words = { title: 'Ink', body: '', risk: 'low' };
    const { id } = await ada.do(({ proposals }) => proposals.create(words));
    return ada.do(({ proposals }) => proposals.attachPatch(id, base, patchOf(path)));
  }

  test.each(['content/posts/ink.md', 'content/posts/2026/pen.md', 'content/pages/[a].md'])(
    'is not %s',
    async (path) => {
      await limit({ paths: ['content/posts/**', 'content/pages/[a].md'] });
      expect(await attach(path)).toMatchObject({ patch: expect.anything() as object });
    },
  );

  test.each(['content/pages/about.md', 'galley.yaml', 'content/posts.md'])(
    'is refused for %s, with the paths that it may change',
    async (path) => {
      await limit({ paths: ['content/posts/**', 'content/pages/[a].md'] });
      await expect(attach(path)).rejects.toMatchObject({
        code: 'path_not_allowed',
        message: `This run may change only content/posts/**, content/pages/[a].md, not ${path}. Leave the other files as they are.`,
      });
    },
  );
});
