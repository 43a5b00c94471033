import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import {
  admin,
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type GalleyProcess,
} from './fixtures.ts';

const api = '/__admin/api';
const password = 'another long passphrase';
const nextPassword = 'a passphrase nobody guesses';

let database: TestDatabase;
let site: Site;
let processes: GalleyProcess[];
let one: string;
let two: string;
let ada: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'galley.yaml': '' });
  processes = [start(), start()];
  [one, two] = (await Promise.all(processes.map((each) => each.ready()))) as [string, string];
  ada = await Client.signedIn(one);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function start(): GalleyProcess {
  return site.serve({ ...adminVariables, DATABASE_URL: database.url });
}

async function restartSecond(): Promise<void> {
  expect(await processes.pop()!.kill('SIGKILL')).toBe('SIGKILL');
  processes.push(start());
  two = await processes[1]!.ready();
}

async function postOk<T>(client: Client, path: string, body: object): Promise<T> {
  const answer = await client.post<T>(api + path, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json();
}

function signIn(address: string, credentials: object): Promise<number> {
  return new Client(address).begin('/login', credentials);
}

async function statusAt(address: string, client: Client, path = '/session'): Promise<number> {
  return (await client.at(address).get(api + path)).status;
}

let username: string;
let people = 0;

function save(changed: object): Promise<unknown> {
  const body = { username, name: 'Vera', email: '', role: 'author', ...changed };
  return postOk(ada, '/users/save', body);
}

beforeEach(async () => {
  people += 1;
  username = `vera-${people}`;
  await save({ password });
});

async function failToSignIn(address: string, who: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await signIn(address, { username: who, password: 'wrong' })).toBe(401);
}

describe('five failed sign-ins at two processes (GAP-SES-3)', () => {
  test('lock that account at both, and no other', async () => {
    await failToSignIn(one, username, 3);
    await failToSignIn(two, username, 2);
    for (const address of [one, two]) {
      expect(await signIn(address, { username, password })).toBe(429);
      expect(await signIn(address, admin)).toBe(200);
    }
  });

  test('allow five guesses of many concurrent attempts at both', async () => {
    const guesses = Array.from({ length: 16 }, (_, index) =>
      signIn(index % 2 ? one : two, { username, password: 'wrong' }),
    );
    const statuses = (await Promise.all(guesses)).toSorted();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(11).fill(429)]);
  });
});

describe('a session at one process ends with its next request after a change at another (GAP-SES-4)', () => {
  const changes: Record<string, (desk: Client) => Promise<unknown>> = {
    'revokes it': () => postOk(ada, '/sessions/revoke', { username }),
    'changes the password': (desk) =>
      postOk(desk, '/password/change', { current_password: password, new_password: nextPassword }),
    'disables its user': () => save({ enabled: false }),
    'deletes its user': () => postOk(ada, '/users/delete', { username }),
    'gives its user another role': () => save({ role: 'reviewer' }),
    'ends it': (desk) => postOk(desk, '/sessions/revoke', { all: true }),
  };

  test.each(Object.entries(changes))('%s', async (_what, change) => {
    const desk = await Client.signedIn(one, { username, password });
    const session = await Client.signedIn(two, { username, password });
    expect(await statusAt(one, session)).toBe(200);
    expect(await statusAt(two, session)).toBe(200);
    await change(desk);
    expect(await statusAt(two, session)).toBe(401);
    expect(await statusAt(one, session)).toBe(401);
  });
});

test('GAP-SES-3, GAP-SES-4: a killed and restarted process knows failed sign-ins, locked accounts and revoked sessions', async () => {
  const kept = await Client.signedIn(two, { username, password });
  const revoked = await Client.signedIn(two, { username, password });
  const sessions = await revoked.get<{ id: string; current: boolean }[]>(`${api}/sessions`);
  const { id } = sessions.json().find(({ current }) => current)!;
  await postOk(ada, '/sessions/revoke', { session_id: id });
  const locked = `${username}-locked`;
  await save({ username: locked, password });
  await failToSignIn(two, locked, 5);
  await failToSignIn(two, username, 4);
  await restartSecond();
  expect(await statusAt(two, revoked)).toBe(401);
  // Cookies are signed with the project's key, so sessions that were not revoked stay valid.
  expect(await statusAt(two, kept)).toBe(200);
  expect(await signIn(two, { username: locked, password })).toBe(429);
  await failToSignIn(two, username, 1);
  for (const address of [one, two]) expect(await signIn(address, { username, password })).toBe(429);
  expect(await signIn(two, admin)).toBe(200);
});

test('a token revoked by one process is refused by the other at once', async () => {
  const desk = await Client.signedIn(one, { username, password });
  const made = await postOk<{ id: string; token: string }>(desk, '/tokens/create', {
    name: 'Press',
    scopes: ['*'],
  });
  const ask = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${made.token}` };
    return (await fetch(`${two}${api}/documents`, { headers })).status;
  };
  expect(await ask()).toBe(200);
  await postOk(desk, '/tokens/revoke', { id: made.id });
  expect(await ask()).toBe(401);
});

test('a changed role applies at the other process from the next request on, and ends no session', async () => {
  const role = (capabilities: string[]): Promise<unknown> =>
    postOk(ada, '/roles/save', { name: 'proofreader', capabilities });
  await role(['documents.read']);
  await save({ role: 'proofreader' });
  const session = await Client.signedIn(two, { username, password });
  expect(await statusAt(two, session, '/documents')).toBe(200);
  await role(['documents.history']);
  expect(await statusAt(two, session, '/documents')).toBe(403);
  expect(await statusAt(two, session)).toBe(200);
  await role(['documents.read']);
  expect(await statusAt(two, session, '/documents')).toBe(200);
});
