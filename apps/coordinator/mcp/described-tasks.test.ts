import fs from 'node:fs';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunEventRepository } from '@galley/runcoord';
import { TestProject, type Started } from '../fixtures.ts';
import { addRun, TestAgent, workerToken } from './fixtures.ts';
import { ScriptedModel, type Step } from './scripted-model.fixtures.ts';

let project: TestProject;
let coordinator: Started;
let writer: ScriptedModel;
let reviewer: ScriptedModel;
const ended = new AsyncDisposableStack();

beforeAll(async () => {
  project = await TestProject.open('{ enforcement: enforced, workspace: { repository: . } }');
  await fs.promises.mkdir(join(project.directory, 'content'), { recursive: true });
  await project.write('content/ink.md', '# Ink\n\nIt is blak.\n');
  const repository = { fs, dir: project.directory };
  await git.init(repository);
  await git.add({ ...repository, filepath: 'content/ink.md' });
  const author = { name: 'Ada', email: 'ada@example.org' };
  await git.commit({ ...repository, message: 'Write', author });
  coordinator = await project.start();
  // Blocked runs are not ticked, so no tick interferes.
  await addRun(project, 'run-1', 'starting');
  const model = async (agentId: string): Promise<ScriptedModel> => {
    const { token } = await workerToken(project, { agentId });
    return ScriptedModel.with(ended.use(await TestAgent.connect(coordinator.address, token)));
  };
  [writer, reviewer] = [await model('implementer-1'), await model('reviewer-1')];
});

afterAll(async () => {
  await ended.disposeAsync();
  await project[Symbol.asyncDispose]();
});

interface Task {
  readonly tools: string;
  readonly steps: readonly Step[];
  readonly expected: object;
}

const proposal: Step = {
  intent: 'propose a change',
  facts: { 'short summary': 'Correct ink', 'description and reason': 'blak is a typo.' },
};

const tasks: Readonly<Record<string, Task>> = {
  'see how the run stands': {
    tools: 'table_get_state',
    steps: [{ intent: 'show the state of the run and its agents' }],
    expected: { run: { id: 'run-1' } },
  },
  'see what happened, without waiting': {
    tools: 'table_watch',
    steps: [
      {
        intent: 'wait for new events in the run',
        facts: { 'last event seen': 0, 'how long to wait': 0 },
      },
    ],
    expected: { events: expect.any(Array) as unknown },
  },
  'find out which files there are': {
    tools: 'repo_list',
    steps: [{ intent: 'list files of a folder', facts: { 'path of the folder': 'content' } }],
    expected: { entries: [{ name: 'ink.md', kind: 'file' }] },
  },
  'find where a typo is, and read the file': {
    tools: 'repo_search repo_read_file',
    steps: [
      { intent: 'search text files for matching lines', facts: { 'text to search': 'blak' } },
      {
        intent: 'show a text file of the repository',
        facts: { 'path from the root': 'content/ink.md' },
      },
    ],
    expected: { content: '# Ink\n\nIt is blak.\n' },
  },
  'note a task for somebody': {
    tools: 'task_create',
    steps: [{ intent: 'create an open task', facts: { 'short summary': 'Check the links' } }],
    expected: { status: 'open', title: 'Check the links' },
  },
  'take a task and report that it is blocked, with the reason': {
    tools: 'task_create task_claim task_update_status',
    steps: [
      { intent: 'create an open task', facts: { 'short summary': 'Find the source' } },
      { intent: 'assign an open task to me and put it in progress' },
      {
        intent: 'change the status of a task',
        facts: { 'status such as blocked': 'blocked', 'why, in a sentence': 'No access.' },
      },
    ],
    expected: { status: 'blocked', note: 'No access.' },
  },
  'find the blocked tasks': {
    tools: 'task_list',
    steps: [{ intent: 'list tasks', facts: { 'only with these statuses': ['blocked'] } }],
    expected: { tasks: [{ title: 'Find the source' }] },
  },
  'look at a task again': {
    tools: 'task_get',
    steps: [{ intent: 'show a task' }],
    expected: { title: 'Find the source' },
  },
  'propose a correction, and have it reviewed': {
    tools: 'proposal_create proposal_edit proposal_request_review',
    steps: [
      proposal,
      {
        intent: 'replace a text in a file of my proposal',
        facts: {
          'path in the repository': 'content/ink.md',
          'text to replace, exactly': 'blak',
          'text to put in its place': 'black',
        },
      },
      { intent: 'request a review of my proposal' },
    ],
    expected: { status: 'in_review', patch: { attached_by: 'implementer-1' } },
  },
  'ask a person to approve the proposal, and look for the decision': {
    tools: 'human_request_approval human_approval_status',
    steps: [
      {
        intent: 'request the approval of a person',
        facts: { 'what to approve and why': 'May the correction go live?' },
      },
      { intent: 'see whether a person has approved my request' },
    ],
    expected: { status: 'requested' },
  },
  'propose a new page': {
    tools: 'proposal_create proposal_put_file',
    steps: [
      proposal,
      {
        intent: 'add a file to my proposal',
        facts: { 'path in the repository': 'content/pen.md', 'whole text': '# Pen\n' },
      },
    ],
    expected: { status: 'pending' },
  },
  'propose to delete a page': {
    tools: 'proposal_create proposal_delete_file',
    steps: [
      proposal,
      {
        intent: 'delete a file in my proposal',
        facts: { 'path in the repository': 'content/ink.md' },
      },
    ],
    expected: { status: 'pending' },
  },
  'take back a proposal': {
    tools: 'proposal_withdraw',
    steps: [{ intent: 'withdraw my proposal' }],
    expected: { status: 'withdrawn' },
  },
  'ask people a question, and look for the answer': {
    tools: 'human_ask human_get_answer',
    steps: [
      {
        intent: 'ask people a question',
        facts: { question: 'Which tone?', 'suggested answers': ['Plain', 'Playful'] },
      },
      { intent: 'show my question and its answer' },
    ],
    expected: { text: 'Which tone?', answer: null },
  },
  'reserve a file while working on it': {
    tools: 'resource_claim resource_status resource_release',
    steps: [
      {
        intent: 'claim a resource exclusively for a time',
        facts: { 'name of the resource': 'content/ink.md' },
      },
      { intent: 'show the holder of a resource' },
      { intent: 'release a claimed resource' },
    ],
    expected: { released_at: expect.any(String) as unknown },
  },
  'keep something for later runs, and find it again': {
    tools: 'memory_record memory_query',
    steps: [
      {
        intent: 'record a note for later turns',
        facts: { topic: 'Ink', 'text of the note': 'Ink is black here.' },
      },
      { intent: 'search recorded notes', facts: { 'search terms': 'ink' } },
    ],
    expected: { memories: [{ body: 'Ink is black here.' }] },
  },
  'discuss a question with the others': {
    tools: 'deliberation_open deliberation_post deliberation_get deliberation_close',
    steps: [
      { intent: 'open a deliberation to discuss', facts: { 'question to discuss': 'Which ink?' } },
      { intent: 'post to a deliberation', facts: { 'text of the post': 'Black.' } },
      { intent: 'show a deliberation and its posts' },
      { intent: 'close a deliberation that I opened' },
    ],
    expected: { status: 'closed' },
  },
  'ask for another turn': {
    tools: 'agent_turn_request',
    steps: [
      { intent: 'request a turn for myself', facts: { 'purpose of the turn': 'Check again' } },
    ],
    expected: { state: 'requested' },
  },
};

describe('a model that knows only the descriptions of the tools can', () => {
  test.each(Object.entries(tasks))('%s', async (_name, { tools, steps, expected }) => {
    writer.used.length = 0;
    let answer = {};
    for (const step of steps) answer = await writer.do(step);
    expect(writer.used.join(' ')).toBe(tools);
    expect(answer).toMatchObject(expected);
  });

  test('review a proposal: read it, vote on it and see the votes', async () => {
    const { proposals } = await reviewer.do({
      intent: 'list proposals without their patches',
      facts: { 'only with these statuses': ['in_review'] },
    });
    const [{ id }] = proposals as [{ id: string }];
    reviewer.remember('proposal', id);
    const shown = await reviewer.do({ intent: 'show a proposal with its patch' });
    expect(shown).toMatchObject({
      patch: { patch: expect.stringContaining('+It is black.') as unknown },
    });
    await reviewer.do({
      intent: 'vote on a proposal of another agent',
      facts: { 'my vote, the decision': 'approve', 'reason for the vote': 'It is right.' },
    });
    const { votes } = await reviewer.do({ intent: 'list votes on a proposal' });
    expect(votes).toMatchObject([{ decision: 'approve', comment: 'It is right.' }]);
  });

  test('do the turn that was scheduled for it', async () => {
    const { request_event_id: id } = await writer.do({
      intent: 'request a turn for myself',
      facts: { 'purpose of the turn': 'Do it' },
    });
    await new RunEventRepository(project.db).append([
      {
        runId: 'run-1',
        type: 'agent.turn_scheduled',
        payload: { agent_id: 'implementer-1', request_event_id: id, reason: 'Do it', position: 1 },
        at: new Date(),
      },
    ]);
    await writer.do({ intent: 'report that I have started a scheduled turn' });
    await writer.do({ intent: 'extend my turn so that it does not expire' });
    const done = await writer.do({
      intent: 'report that I have completed my turn',
      facts: { 'result of the turn': 'Done.' },
    });
    expect(done).toMatchObject({ state: 'completed' });
  });
});

describe('a model that makes a mistake succeeds after reading the error:', () => {
  test.each<[string, Step]>([
    [
      'a value that is no choice',
      { intent: 'propose a change', facts: { ...proposal.facts, 'risk security': 'enormous' } },
    ],
    [
      'a number beyond the limit',
      { intent: 'search recorded notes', facts: { 'search terms': 'ink', 'maximum number': 900 } },
    ],
  ])('%s', async (_mistake, step) => {
    await writer.do(step);
  });
});
