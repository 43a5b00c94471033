import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSharedAccounts } from '@galley/database';
import { Editor } from '../editorial/fixtures.ts';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { api, configOf, linkTo, ScriptedProvider } from './fixtures.ts';

let provider: ScriptedProvider;
let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  server = await TestServer.start({
    files: {
      'galley.yaml': configOf({ company: provider.config() }),
      'content/config/site.yaml': 'editorial:\n  require_approval: true\n',
    },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

let count = 0;

async function newEditor() {
  const username = `editor${(count += 1)}`;
  const client = await server.signedInAs({ username, role: 'editor' });
  return { username, client, desk: new Editor(client) };
}

async function unlink(client: Client): Promise<void> {
  const [link] = (await client.get(`${api}/identities`)).json<{ id: string }[]>();
  expect((await client.post(`${api}/identities/unlink`, { id: link!.id })).status).toBe(200);
}

/** The sign-in opens the first account, later the second. */
async function shareSignIn(first: Client, second: Client, subject: string): Promise<void> {
  await linkTo(provider, first, subject);
  await unlink(first);
  await linkTo(provider, second, subject);
}

async function inReviewBy(desk: Editor): Promise<string> {
  const { path } = await desk.created({ title: `Text ${(count += 1)}`, content: 'Text.\n' });
  await desk.moved(path, 'in_review');
  return path;
}

test('ADD-SSO-4: two accounts that shared a sign-in cannot approve for each other', async () => {
  const [writer, puppet, colleague] = [await newEditor(), await newEditor(), await newEditor()];
  const path = await inReviewBy(writer.desk);
  await shareSignIn(writer.client, puppet.client, 'shared-1');
  const { detail } = expectProblem(
    await puppet.desk.decide(path, 'approve'),
    403,
    'not_independent',
  );
  expect(detail).toContain('shared a sign-in');
  await unlink(puppet.client);
  expectProblem(await puppet.desk.decide(path, 'approve'), 403, 'not_independent');
  const people = await writer.client.get(
    `${api}/documents/people?${new URLSearchParams({ path }).toString()}`,
  );
  const mayReview = new Map(
    people
      .json<{ username: string; may_review: boolean }[]>()
      .map((one) => [one.username, one.may_review]),
  );
  expect([mayReview.get(puppet.username), mayReview.get(colleague.username)]).toEqual([
    false,
    true,
  ]);
  expect((await colleague.desk.decide(path, 'approve')).status).toBe(200);
});

test('ADD-SSO-4: they count as one of two contributors who approve together', async () => {
  const [one, same, other] = [await newEditor(), await newEditor(), await newEditor()];
  const { path } = await one.desk.created({ title: 'Of three', content: 'One\n' });
  await same.desk.saved({ path, content: 'Two\n' });
  await other.desk.saved({ path, content: 'Three\n' });
  await shareSignIn(one.client, same.client, 'shared-2');
  await ada.savedUser('nobody-else');
  await other.desk
    .acted({ source_path: path, action: 'assign', owner: 'nobody-else' })
    .catch(() => undefined);
  await other.desk.moved(path, 'in_review');
  await one.desk.decide(path, 'approve');
  const second = await same.desk.decide(path, 'approve');
  expect(second.json<{ approval?: unknown }>().approval ?? null).toBeNull();
});

test('ADD-SSO-10: joint approval is not offered when the contributors are one person', async () => {
  const [one, same] = [await newEditor(), await newEditor()];
  const { path } = await one.desk.created({ title: 'Of one person', content: 'One\n' });
  await same.desk.saved({ path, content: 'Two\n' });
  const offered = async () => {
    const { editorial } = (await one.desk.detail(path)) as unknown as {
      editorial: { joint_approvers: string[] };
    };
    return editorial.joint_approvers;
  };
  expect(await offered()).toHaveLength(2);
  await shareSignIn(one.client, same.client, 'shared-3');
  expect(await offered()).toEqual([]);
});

test('ADD-SSO-4: three accounts in a row are one person, also after one was deleted', async () => {
  const [a, b, c] = [await newEditor(), await newEditor(), await newEditor()];
  await shareSignIn(a.client, b.client, 'chain-1');
  await unlink(b.client);
  await linkTo(provider, b.client, 'chain-2');
  await unlink(b.client);
  await linkTo(provider, c.client, 'chain-2');
  const path = await inReviewBy(a.desk);
  await ada.postJson('/users/delete', { username: b.username });
  expectProblem(await c.desk.decide(path, 'approve'), 403, 'not_independent');
  const persons = await findSharedAccounts(server.database.db);
  expect(new Set([a, b, c].map(({ username }) => persons.get(username))).size).toBe(1);
});

test('ADD-SSO-4: groups of accounts become one when a sign-in connects them', async () => {
  const [a, b, c, d] = await Promise.all([newEditor(), newEditor(), newEditor(), newEditor()]);
  await shareSignIn(a.client, b.client, 'left');
  await shareSignIn(c.client, d.client, 'right');
  await unlink(b.client);
  await shareSignIn(b.client, c.client, 'bridge');
  const persons = await findSharedAccounts(server.database.db);
  expect(new Set([a, b, c, d].map(({ username }) => persons.get(username))).size).toBe(1);
});

test('ADD-SSO-4: an account with two sign-ins is one account', async () => {
  const { client, username } = await newEditor();
  await linkTo(provider, client, 'mine-1');
  await linkTo(provider, client, 'mine-2');
  expect((await findSharedAccounts(server.database.db)).has(username)).toBe(false);
});

test('ADD-SSO-4: reviewers see whose sign-ins changed', async () => {
  const [writer, reader] = [await newEditor(), await newEditor()];
  const since = new Date().toISOString();
  await linkTo(provider, writer.client, 'seen-1');
  await unlink(writer.client);
  const ask = (client: Client, from = since) => {
    const query = new URLSearchParams({ usernames: `x,${writer.username}`, since: from });
    return client.get(`${api}/identities/changes?${query.toString()}`);
  };
  expect((await ask(reader.client)).json()).toMatchObject([
    { username: writer.username, action: 'unlinked' },
    { username: writer.username, action: 'linked' },
  ]);
  expect((await ask(reader.client, new Date(Date.now() + 60_000).toISOString())).json()).toEqual(
    [],
  );
  const author = await server.signedInAs({ username: 'ann', role: 'author' });
  expectProblem(await ask(author), 403, 'forbidden');
});
