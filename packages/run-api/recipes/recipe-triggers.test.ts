import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DomainEventRepository, EventConsumer } from '@galley/database';
import { silentLogger, type NewDomainEvent } from '@galley/kernel';
import { onServer } from '@galley/testing';
import { RecipeProject } from './fixtures.ts';
import { burstMs } from './recipe-triggers.ts';

const second = 1_000;

const proofread = `title: Proofread
goal: Read {{document}}.
parameters: [{ name: document, title: Document, kind: document, required: true }]
triggers:
  published: { paths: [posts/**] }
  changed: { paths: [pages/**] }
`;

const digest = `title: Digest
goal: Write it.
triggers: { published: { paths: ['posts/*.md'] } }
`;

let project: RecipeProject;
let consumer: EventConsumer;

beforeEach(async () => {
  project = await RecipeProject.open({ proofread });
  await addDocuments('posts/ink.md', 'posts/2026/pen.md', 'pages/about.md');
  await emit({ type: 'document.published', subject: 'posts/ink.md' });
  const triggers = await project.triggers();
  consumer = new EventConsumer({
    db: project.db,
    clock: project.clock,
    logger: silentLogger,
    name: 'recipe-triggers',
    handle: triggers.handle.bind(triggers),
    startsAt: 'end',
  });
  await consumer.catchUp();
});

afterEach(() => project[Symbol.asyncDispose]());

async function addDocuments(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await project.addDocument(path);
}

async function emit(event: Pick<NewDomainEvent, 'type' | 'subject'> & Partial<NewDomainEvent>) {
  const whole = { actor: 'olga', at: project.clock.now(), data: {}, ...event };
  await new DomainEventRepository(project.db).append([whole]);
}

async function happens(...events: Parameters<typeof emit>[0][]): Promise<void> {
  for (const event of events) await emit(event);
  await consumer.catchUp();
}

const published = { type: 'document.published', subject: 'posts/ink.md' } as const;

/** Goals of the runs that start when no more than a burst's time passes. */
async function goals(): Promise<string[]> {
  await project.firedAfter(burstMs);
  return (await project.runs()).map(({ goal }) => goal);
}

describe('ADD-RUN-1: an event of a document', () => {
  test('from before the first start of the consumer triggers nothing', async () => {
    expect(await project.requests()).toEqual([]);
  });

  test('starts a run of the recipes whose trigger and paths match', async () => {
    await happens(
      published,
      { type: 'document.published', subject: 'pages/about.md' },
      { type: 'document.updated', subject: 'posts/2026/pen.md' },
      { type: 'document.trashed', subject: 'pages/about.md' },
    );
    expect(await project.requests()).toEqual(['proofread posts/ink.md']);
    project.clock.advance(second);
    await happens({ type: 'document.updated', subject: 'pages/about.md' });
    expect(await goals()).toEqual(['Read posts/ink.md.']);
    await project.endRuns();
    expect(await goals()).toEqual(['Read posts/ink.md.', 'Read pages/about.md.']);
    expect((await project.runs()).map(({ cause }) => cause)).toEqual(['published', 'changed']);
  });

  test('starts one run with the others of a burst, after the burst', async () => {
    for (let times = 0; times < 10; times += 1) {
      await happens(published);
      expect(await project.firedAfter(second)).toEqual([]);
    }
    expect(await goals()).toEqual(['Read posts/ink.md.']);
    await project.endRuns();
    expect(await goals()).toHaveLength(1);
    await happens(published);
    expect(await goals()).toHaveLength(2);
  });

  test('of any document starts a single run of a recipe without a document parameter', async () => {
    await project.write('digest', digest);
    await addDocuments('posts/one.md', 'posts/two.md');
    await project.remove('proofread');
    await happens(published, { ...published, subject: 'posts/one.md' });
    await happens({ ...published, subject: 'posts/two.md' });
    expect(await goals()).toEqual(['Write it.']);
    await project.endRuns();
    expect(await goals()).toHaveLength(1);
  });

  test('waits for the run that is in progress, and is not lost', async () => {
    await happens(published);
    project.clock.advance(second);
    await happens({ type: 'document.published', subject: 'posts/2026/pen.md' });
    expect(await goals()).toEqual(['Read posts/ink.md.']);
    await happens(published);
    expect(await goals()).toHaveLength(1);
    for (const count of [2, 3, 3]) {
      await project.endRuns();
      expect(await goals()).toHaveLength(count);
    }
  });

  test('of a document that is gone by then is recorded as failed', async () => {
    await happens({ type: 'document.published', subject: 'posts/gone.md' });
    expect(await goals()).toEqual([]);
    expect(await project.outcomes()).toEqual([expect.stringMatching(/^failed /)]);
  });
});

describe('ADD-RUN-1: what a run changes starts no further run:', () => {
  test('drafts of agents', async () => {
    await happens({ type: 'document.updated', subject: 'pages/about.md', actor: 'agent:ada' });
    expect(await project.requests()).toEqual([]);
  });

  test('a person who publishes the revision that it proposed', async () => {
    await happens(published);
    await project.firedAfter(burstMs);
    const [run] = await project.runs();
    await onServer(
      project.address,
      `insert into proposals (id, workspace_id, run_id, title, body, risk, status, proposed_by, created_at, updated_at)
         values ('p', 'default', '${run!.id}', '', '', 'low', 'accepted', 'implementer-1', now(), now());
       insert into proposal_documents (proposal_id, path, patch_sha256, agent_id, document_id, revision, submitted_at)
         values ('p', 'posts/ink.md', 'x', 'implementer-1', 1, 'r2', now())`,
    );
    await happens({ ...published, data: { document_id: 1, revision: 'r2' } });
    expect(await project.requests()).toEqual([]);
    await happens({ ...published, data: { document_id: 1, revision: 'r3' } });
    expect(await project.requests()).toEqual(['proofread posts/ink.md']);
  });
});
