import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { Editor, type EditorialState } from './fixtures.ts';

const robot = 'service:robot';

interface State extends EditorialState {
  readonly contributors: readonly string[];
  readonly joint_approvers: readonly string[];
  readonly approved_by: string | null;
  readonly approvals: readonly { readonly by: string }[];
}

interface NewToken {
  readonly id: string;
  readonly token: string;
}

let server: TestServer;
/** By user name. All may review; `ada` and `zoe` may also create tokens of the service account. */
let people: Readonly<Record<string, Editor>>;
let made: NewToken;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/config/site.yaml': 'editorial:\n  require_approval: true\n' },
  });
  const desk = async (username: string, role: string) =>
    new Editor(await server.signedInAs({ username, role }));
  people = {
    ada: new Editor(await server.signedIn()),
    zoe: await desk('zoe', 'admin'),
    edith: await desk('edith', 'editor'),
    egon: await desk('egon', 'editor'),
  };
});

afterAll(() => server[Symbol.asyncDispose]());

const admin = (name: string) => new AdminClient(people[name]!.client);

/** A service account without earlier holders of tokens. */
async function newRobot(): Promise<void> {
  const { db } = server.database;
  await db.deleteFrom('service_token_holders').execute();
  const account = { username: robot, description: '', role: 'editor' };
  await admin('ada').postJson('/service-accounts/save', account);
  made = await admin('ada').postJson<NewToken>('/tokens/create', {
    name: 'Sync',
    scopes: ['*'],
    service: robot,
  });
}

async function rotatedBy(name: string): Promise<void> {
  const body = { id: made.id, overlap_hours: 0 };
  made = await admin(name).postJson<NewToken>('/tokens/rotate', body);
}

function asRobot(path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${made.token}` };
  return server.visitor().post(`/__admin/api${path}`, body, headers);
}

async function robotSaves(path: string, content: string): Promise<void> {
  const answer = await asRobot('/documents/save', { path, content });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
}

async function stateOf(path: string): Promise<State> {
  return (await people['ada']!.detail(path))['editorial'] as State;
}

let count = 0;

async function draftOf(name: string): Promise<string> {
  const { path } = await people[name]!.created({ title: `By ${name} ${(count += 1)}` });
  return path;
}

describe('ADD-SVC-3: a service account does not give its token holders independence', () => {
  test('whoever created or rotated a token contributes to what it writes', async () => {
    await newRobot();
    await rotatedBy('zoe');
    const path = await draftOf('egon');
    await robotSaves(path, 'By the robot\n');
    await people['egon']!.moved(path, 'in_review');
    expect(await stateOf(path)).toMatchObject({ contributors: ['ada', 'egon', robot, 'zoe'] });
    // The approval of a contributor needs that of another one.
    await people['zoe']!.decide(path, 'approve');
    expect(await stateOf(path)).toMatchObject({ approved_by: null, approvals_needed: 1 });
    expect((await people['edith']!.decide(path, 'approve')).status).toBe(200);
    const receipts = await people['ada']!.client.get(
      `/__admin/api/documents/approvals?path=${path}`,
    );
    expect(receipts.json()).toMatchObject([
      { approver: 'edith', contributors: ['ada', 'egon', robot, 'zoe'] },
    ]);
  });

  test('revoking the token and deleting the account changes nothing about it', async () => {
    await newRobot();
    const path = await draftOf('egon');
    await robotSaves(path, 'By the robot\n');
    await admin('ada').postJson('/tokens/revoke', { id: made.id });
    await admin('ada').postJson('/service-accounts/delete', { username: robot });
    expect((await stateOf(path)).contributors).toContain('ada');
    const account = { username: robot, description: '', role: 'editor' };
    await admin('zoe').postJson('/service-accounts/save', account);
    made = await admin('zoe').postJson<NewToken>('/tokens/create', {
      name: 'Sync',
      scopes: ['*'],
      service: robot,
    });
    const other = await draftOf('egon');
    await robotSaves(other, 'By the next robot\n');
    expect((await stateOf(other)).contributors).toEqual(['ada', 'egon', robot, 'zoe']);
  });

  test('what it restores keeps its authors', async () => {
    await newRobot();
    const path = await draftOf('edith');
    await people['egon']!.saved({ path, content: 'Words of egon\n' });
    const { hash } = (await people['egon']!.history(path))[0]!;
    await people['edith']!.saved({ path, content: 'Words of edith\n' });
    await people['edith']!.moved(path, 'in_review');
    await people['zoe']!.decide(path, 'approve');
    const answer = await asRobot('/documents/restore', { path, hash });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const { contributors } = await stateOf(path);
    expect(contributors).toEqual(expect.arrayContaining(['ada', 'egon', robot]));
  });

  test('its holders are its last editors where only the last editor counts', async () => {
    await newRobot();
    await using literal = await TestServer.start({
      files: {
        'content/config/site.yaml':
          'editorial:\n  require_approval: true\n  independence: last_editor\n',
      },
    });
    const ada = new Editor(await literal.signedIn());
    const edith = new Editor(await literal.signedInAs({ username: 'edith', role: 'editor' }));
    const office = new AdminClient(ada.client);
    const account = { username: robot, description: '', role: 'editor' };
    await office.postJson('/service-accounts/save', account);
    const { token } = await office.postJson<NewToken>('/tokens/create', {
      name: 'Sync',
      scopes: ['*'],
      service: robot,
    });
    const { path } = await edith.created({ title: 'Literal' });
    const saved = await literal
      .visitor()
      .post(
        '/__admin/api/documents/save',
        { path, content: 'By the robot\n' },
        { authorization: `Bearer ${token}` },
      );
    expect(saved.status).toBe(200);
    await edith.moved(path, 'in_review');
    expectProblem(await ada.decide(path, 'approve'), 403, 'not_independent');
  });
});

type Step =
  | { readonly does: 'save'; readonly who: string }
  | { readonly does: 'approve'; readonly who: string }
  | { readonly does: 'robot saves' }
  | { readonly does: 'robot approves' }
  | { readonly does: 'zoe rotates' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constantFrom('save' as const, 'approve' as const),
    who: fc.constantFrom('ada', 'zoe', 'edith', 'egon'),
  }),
  fc.record({ does: fc.constantFrom('robot saves', 'robot approves', 'zoe rotates') }),
);

/** The people who wrote the words since the last approval, including those who could act as the service account. */
class Model {
  contributors = new Set(['egon']);
  holders = new Set(['ada']);
  isApproved = false;

  write(...names: string[]): void {
    // After an approval, the owner alone remains.
    if (this.isApproved) this.contributors = new Set(['egon']);
    this.isApproved = false;
    for (const name of names) this.contributors.add(name);
  }
}

async function take(path: string, step: Step, model: Model): Promise<void> {
  const text = `Text ${(count += 1)}\n`;
  if (step.does === 'save') {
    await people[step.who]!.saved({ path, content: text });
    model.write(step.who);
  } else if (step.does === 'robot saves') {
    await robotSaves(path, text);
    model.write(robot, ...model.holders);
  } else if (step.does === 'zoe rotates') {
    await rotatedBy('zoe');
    model.holders.add('zoe');
  } else if (step.does === 'robot approves') {
    const { revision } = await people['ada']!.detail(path);
    const body = { source_path: path, action: 'approve', expected_revision: revision };
    expectProblem(await asRobot('/documents/editorial', body), 403, 'forbidden');
  } else await approve(path, step.who, model);
}

async function approve(path: string, who: string, model: Model): Promise<void> {
  await people['egon']!.move(path, 'in_review');
  const answer = await people[who]!.decide(path, 'approve');
  const { approved_by: approver, approvals } = await stateOf(path);
  if (approver === null) return;
  if (!model.isApproved && answer.status === 200) {
    const givers = approvals.map(({ by }) => by);
    const isJoint = givers.length > 1 && givers.every((name) => model.contributors.has(name));
    expect(
      isJoint || !model.contributors.has(approver),
      `${approver} of ${[...model.contributors].join()}`,
    ).toBe(true);
  }
  model.isApproved = true;
}

test('ADD-SVC-3: in no history of people and a service account does anyone approve their own words alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await newRobot();
      const path = await draftOf('egon');
      const model = new Model();
      for (const one of steps) {
        await take(path, one, model);
        const { contributors, joint_approvers: joint } = await stateOf(path);
        expect(contributors, JSON.stringify(steps)).toEqual([...model.contributors].toSorted());
        expect(joint).not.toContain(robot);
      }
    }),
    { numRuns: 12 },
  );
});
