import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enable, eventually, kitchenSink } from '../plugins/fixtures.ts';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { Editor, staff, type EditorialState, type Staff } from './fixtures.ts';

/** Appends a line to another document, which the text of this one names. */
const echo = {
  'plugins/echo/plugin.yaml':
    'name: echo\nversion: 1.0.0\npermissions: [documents.read, documents.write]\nhooks: [document.saved]\n',
  'plugins/echo/index.js': `
import { documents } from 'galley';
export const hooks = {
  'document.saved': async ({ path }) => {
    const [, target] = /echo to (\\S+)/.exec((await documents.get({ path })).content) ?? [];
    if (target) await documents.save({ path: target, content: 'Echoed.\\n' });
  },
};
`,
};

let server: TestServer;
let beside: TestServer;
let people: Staff;
let egon: Editor;
let sink: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      ...kitchenSink(),
      ...echo,
      'content/config/site.yaml': 'editorial:\n  require_approval: true\n',
    },
  });
  people = await staff(server);
  egon = new Editor(await server.signedInAs({ username: 'egon', role: 'editor' }));
  beside = await TestServer.beside(server);
  await enable(server, 'echo');
  sink = await enable(server, 'sink');
});

afterAll(async () => {
  await beside[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function stateOf(path: string): Promise<EditorialState> {
  return (await people.ada.detail(path))['editorial'] as EditorialState;
}

async function expectUnpublishable(desk: Editor, path: string): Promise<void> {
  await desk.moved(path, 'in_review');
  expectProblem(await desk.decide(path, 'approve'), 403, 'not_independent');
  expectProblem(await desk.move(path, 'published'), 409, 'approval_required');
}

describe('users cannot publish their own text alone', () => {
  test('ADD-IND-1: an editor who assigns it to another user, after a colleague has changed one character', async () => {
    const { edith, jan } = people;
    const { path } = await edith.created({ title: 'Given away', content: 'Mine alone' });
    await edith.acted({ source_path: path, action: 'assign', owner: 'jan' });
    await jan.saved({ path, content: 'Mine alone.' });
    await expectUnpublishable(edith, path);
    expect(await stateOf(path)).toMatchObject({
      contributors: ['edith', 'jan'],
      joint_approvers: [],
      approvals: [],
      approvals_needed: 1,
      independence: 'contributors',
    });
  });

  test('ADD-IND-1: a user on whose request a plugin changed it', async () => {
    const { ada, maria } = people;
    const { path } = await maria.created({ title: 'By request', content: 'Text\n' });
    const save = { what: ['documents', 'save'], input: { path, content: 'Text of ada\n' } };
    const answer = await sink.post('/__admin/plugin-api/sink/do', save);
    expect(answer.json()).toMatchObject({ path, last_editor: 'plugin:sink' });
    await expectUnpublishable(ada, path);
    const { contributors } = await stateOf(path);
    // A plugin counts for everybody it may be acting for at the moment.
    expect(contributors).toEqual(expect.arrayContaining(['ada', 'maria', 'plugin:sink']));
  });

  test('ADD-IND-1: a user on whose event a plugin changed it, even if the event was about another document', async () => {
    const { edith, maria } = people;
    const { path } = await maria.created({ title: 'By event', content: 'Text\n' });
    await edith.created({ title: 'Cause', content: `echo to ${path}\n` });
    await eventually(
      () => people.ada.detail(path),
      ({ last_editor: editor }) => editor === 'plugin:echo',
    );
    expect(await stateOf(path)).toMatchObject({
      contributors: ['edith', 'maria', 'plugin:echo'],
    });
    await expectUnpublishable(edith, path);
  });

  test('ADD-IND-4: a user who restored an earlier approved revision, which needs a new approval', async () => {
    const { edith, jan, rosa } = people;
    const { path } = await jan.created({ title: 'Restored', content: 'Old\n' });
    await jan.moved(path, 'in_review');
    await rosa.decide(path, 'approve');
    const { hash } = (await edith.history(path))[0]!;
    await jan.saved({ path, content: 'New\n' });
    const restore = await edith.client.post('/__admin/api/documents/restore', {
      path,
      hash,
    });
    expect({ status: restore.status, text: restore.text }).toMatchObject({ status: 200 });
    await expectUnpublishable(edith, path);
    expect((await stateOf(path)).contributors).toEqual(['edith', 'jan']);
  });
});

async function ofTwo(title: string): Promise<string> {
  const { path } = await people.edith.created({ title, content: 'One\n' });
  await egon.saved({ path, content: 'One, two\n' });
  await egon.moved(path, 'in_review');
  return path;
}

describe('two contributors approve together (ADD-IND-3)', () => {
  test('ADD-IND-3, ADD-IND-5, ADD-IND-6: the first approval changes no state, the second completes it', async () => {
    const { edith } = people;
    const path = await ofTwo('Of two');
    const first = (await edith.decide(path, 'approve')).json<EditorialState>();
    expect(first).toMatchObject({
      status: 'in_review',
      approved_by: null,
      approvals_needed: 1,
      approvals: [{ by: 'edith', revision: first.revision }],
      joint_approvers: ['edith', 'egon'],
    });
    expectProblem(await edith.move(path, 'published'), 409, 'approval_required');
    await edith.decide(path, 'approve');
    expect(await stateOf(path)).toMatchObject({ approved_by: null, approvals_needed: 1 });
    const second = (await egon.decide(path, 'approve')).json<EditorialState>();
    expect(second).toMatchObject({
      status: 'in_review',
      approved_by: 'egon',
      approvals_needed: 0,
      approvals: [{ by: 'edith' }, { by: 'egon' }],
    });
    const receipts = await edith.client.get(`/__admin/api/documents/approvals?path=${path}`);
    expect(receipts.json()).toMatchObject([
      {
        approver: 'egon',
        approvers: ['edith', 'egon'],
        contributors: ['edith', 'egon'],
        independence: 'contributors',
      },
    ]);
    await edith.moved(path, 'published');
  });

  test('ADD-IND-3: joint approval is refused with an assigned reviewer, and after a change or a request for changes', async () => {
    const { edith } = people;
    const path = await ofTwo('Of two, again');
    await edith.decide(path, 'approve');
    await egon.saved({ path, content: 'Three\n' });
    expect(await stateOf(path)).toMatchObject({ approvals: [], status: 'in_review' });
    await egon.decide(path, 'approve');
    await edith.decide(path, 'request_changes');
    await edith.moved(path, 'in_review');
    await edith.decide(path, 'approve');
    expect(await stateOf(path)).toMatchObject({
      approvals: [{ by: 'edith' }],
      approvals_needed: 1,
    });
    await edith.acted({ source_path: path, action: 'assign', reviewer: 'rosa' });
    expect(await stateOf(path)).toMatchObject({ approvals: [], joint_approvers: [] });
    expectProblem(await egon.decide(path, 'approve'), 403, 'not_independent');
  });

  test('ADD-IND-3: simultaneous approvals at two servers both count', async () => {
    const elsewhere = new Editor(egon.client.at(beside));
    for (const round of [1, 2, 3]) {
      const path = await ofTwo(`At once ${round}`);
      const answers = await Promise.all([
        people.edith.decide(path, 'approve'),
        elsewhere.decide(path, 'approve'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await stateOf(path)).approvals_needed).toBe(0);
    }
  });
});
