import fs from 'node:fs';
import git from 'isomorphic-git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolNames } from '@galley/mcp';
import { RunEventRepository } from '@galley/runcoord';
import { TestProject, type Started } from '../fixtures.ts';
import { addRun, TestAgent, workerToken } from './fixtures.ts';

let project: TestProject;
let coordinator: Started;

beforeAll(async () => {
  project = await TestProject.open('{ enforcement: enforced, workspace: { repository: . } }');
  await project.write('ink.md', '# Ink\n');
  const repository = { fs, dir: project.directory };
  await git.init(repository);
  await git.add({ ...repository, filepath: 'ink.md' });
  const author = { name: 'Ada', email: 'ada@example.org' };
  await git.commit({ ...repository, message: 'Write', author });
  coordinator = await project.start();
  // Blocked runs are not ticked, so no tick interferes.
  await addRun(project, 'run-1', 'starting');
});

afterAll(() => project[Symbol.asyncDispose]());

const patch = `--- a/ink.md
+++ b/ink.md
@@ -1 +1,2 @@
 # Ink
+It is black.
`;

test('GAP-RC-MCP-3: every tool works, and its answer matches its schema', async () => {
  const connect = async (agentId: string) =>
    TestAgent.connect(coordinator.address, (await workerToken(project, { agentId })).token);
  await using writer = await connect('implementer-1');
  await using reviewer = await connect('reviewer-1');
  const called = new Set<string>();
  // The client validates each result against the listed output schema.
  await Promise.all([writer.client.listTools(), reviewer.client.listTools()]);
  const of =
    (agent: TestAgent, act: 'call' | 'change') =>
    async (name: string, input: object = {}) => {
      called.add(name);
      const { value, error } = await agent[act](name, { ...input });
      expect([name, error]).toEqual([name, undefined]);
      return value;
    };
  const [look, change] = [of(writer, 'call'), of(writer, 'change')];
  const vote = of(reviewer, 'change');

  const { id: task_id } = await change('task_create', { title: 'Say what colour it is' });
  await change('task_update', { task_id, checks: ['links'] });
  expect(await change('task_claim', { task_id })).toMatchObject({ fence: 1 });
  await change('task_update_status', { task_id, status: 'review', fence: 1 });
  expect(await look('task_get', { task_id })).toMatchObject({ status: 'review' });
  expect(await look('task_list')).toMatchObject({ tasks: [{ id: task_id }], next_cursor: null });

  const { id: claim_id } = await change('resource_claim', { resource: 'ink.md' });
  expect(await look('resource_status')).toMatchObject({ claims: [{ id: claim_id }] });
  await change('resource_release', { claim_id });

  expect(await look('repo_list')).toMatchObject({ entries: [{ name: 'ink.md', size: 6 }] });
  const { revision } = await look('repo_read_file', { path: 'ink.md' });
  expect(await look('repo_search', { query: 'INK' })).toMatchObject({ matches: [{ line: 1 }] });

  const { id: proposal_id } = await change('proposal_create', {
    title: 'The colour',
    body: 'Readers ask.',
    task_id,
  });
  await change('proposal_attach_patch', { proposal_id, base_revision: revision, patch });
  const editing = { proposal_id, path: 'ink.md' };
  await change('proposal_edit', { ...editing, old: 'black', new: 'blue' });
  await change('proposal_put_file', { ...editing, path: 'new.md', content: 'New.' });
  await change('proposal_delete_file', { ...editing, path: 'new.md' });
  await change('proposal_attach_patch', { proposal_id, base_revision: revision, patch });
  await change('proposal_request_review', { proposal_id });
  expect(await look('proposal_get', { proposal_id })).toMatchObject({ patch: { patch } });
  expect(await look('proposal_list')).toMatchObject({ proposals: [{ status: 'in_review' }] });
  await vote('vote_cast', { proposal_id, decision: 'approve' });
  expect(await look('vote_list', { proposal_id })).toMatchObject({
    votes: [{ agent_id: 'reviewer-1', decision: 'approve' }],
  });

  const { id: deliberation_id } = await change('deliberation_open', { topic: 'Which black?' });
  await vote('deliberation_post', { deliberation_id, body: 'The blackest.' });
  expect(await look('deliberation_get', { deliberation_id })).toMatchObject({
    posts: [{ agent_id: 'reviewer-1' }],
  });
  await change('deliberation_close', { deliberation_id });

  const { id: approval_id } = await change('human_request_approval', {
    proposal_id,
    reason: 'May we?',
  });
  expect(await look('human_approval_status', { approval_id })).toMatchObject({
    status: 'requested',
  });
  await change('proposal_withdraw', { proposal_id });

  const { id: question_id } = await change('human_ask', { text: 'Which black?' });
  expect(await look('human_get_answer', { question_id })).toMatchObject({ answer: null });

  await change('memory_record', { topic: 'Ink', body: 'It is black.' });
  expect(await look('memory_query', { query: 'black' })).toMatchObject({
    memories: [{ topic: 'Ink' }],
  });

  const { request_event_id } = await change('agent_turn_request', { reason: 'go on' });
  await new RunEventRepository(project.db).append([
    {
      runId: 'run-1',
      type: 'agent.turn_scheduled',
      payload: { agent_id: 'implementer-1', request_event_id, reason: 'go on', position: 1 },
      at: new Date(),
    },
  ]);
  await change('agent_turn_start', { request_event_id });
  await change('agent_heartbeat', { request_event_id });
  expect(await look('table_get_state')).toMatchObject({
    run: { id: 'run-1' },
    base_revision: revision,
    turns: [{ request_event_id, state: 'started' }],
    tasks: { review: 1 },
    proposals: { withdrawn: 1 },
    approvals: { withdrawn: 1 },
  });
  await change('agent_turn_complete', { request_event_id, summary: 'Said so.' });
  const { events } = await look('table_watch', { after: 0, limit: 1_000 });
  expect((events as { type: string }[]).map(({ type }) => type)).toEqual([
    'task.created',
    'task.edited',
    'task.claimed',
    'task.status_changed',
    'resource.claimed',
    'resource.released',
    'proposal.created',
    ...Array.from({ length: 5 }, () => 'proposal.patch_attached'),
    'proposal.review_requested',
    'vote.cast',
    'deliberation.opened',
    'deliberation.posted',
    'deliberation.closed',
    'human.approval_requested',
    'proposal.withdrawn',
    'human.question_asked',
    'memory.recorded',
    'agent.turn_requested',
    'agent.turn_scheduled',
    'agent.turn_started',
    'agent.turn_heartbeat',
    'agent.turn_completed',
  ]);
  expect([...called].toSorted()).toEqual(toolNames.toSorted());
});
