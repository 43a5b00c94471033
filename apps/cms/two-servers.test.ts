import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, password, TestServer, type Answer, type Client } from './fixtures.ts';

const api = '/__admin/api';
const nextPassword = 'a passphrase hard to guess';

let one: TestServer;
let two: TestServer;
let ada: Client;

beforeAll(async () => {
  one = await TestServer.start();
  two = await TestServer.beside(one);
  ada = await one.signedIn();
});

afterAll(async () => {
  await two[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

async function expectDone(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer;
}

function statusAt(server: TestServer, client: Client): Promise<number> {
  return client
    .at(server)
    .get(`${api}/session`)
    .then(({ status }) => status);
}

async function makeToken(client: Client, scopes: string[]): Promise<{ token: string; id: string }> {
  const made = await expectDone(client.post(`${api}/tokens/create`, { name: 'Press', scopes }));
  return made.json();
}

function askWith(token: string, server: TestServer, path: string): Promise<Answer> {
  return server.visitor().get(api + path, { authorization: `Bearer ${token}` });
}

interface Person {
  readonly username: string;
  readonly desk: Client;
}

const changes: Record<string, (person: Person) => Promise<unknown>> = {
  'is revoked': async ({ username }) => {
    const sessions = await expectDone(ada.get(`${api}/sessions?username=${username}`));
    for (const { id } of sessions.json<{ id: string }[]>()) {
      await expectDone(ada.post(`${api}/sessions/revoke`, { session_id: id }));
    }
  },
  'is revoked with all of its user': ({ username }) =>
    expectDone(ada.post(`${api}/sessions/revoke`, { username })),
  'is revoked by its user elsewhere': ({ desk }) =>
    expectDone(desk.post(`${api}/sessions/revoke`, { all: true, keep_current: true })),
  'has another change its password': ({ desk }) => {
    const body = { current_password: password, new_password: nextPassword };
    return expectDone(desk.post(`${api}/password/change`, body));
  },
  'has its password reset': async ({ username }) => {
    const link = await expectDone(ada.post(`${api}/users/reset-link`, { username }));
    const body = { token: link.json<{ token: string }>().token, new_password: nextPassword };
    await expectDone(one.visitor().post(`${api}/password/reset`, body));
  },
  'is given a password': ({ username }) => save({ username, password: nextPassword }),
  'is disabled': ({ username }) => save({ username, enabled: false }),
  'is given another role': ({ username }) => save({ username, role: 'reviewer' }),
  'is deleted': ({ username }) => expectDone(ada.post(`${api}/users/delete`, { username })),
  'has another set up a second factor': ({ desk }) => desk.enableFactor(),
  'has its second factor removed': async ({ desk, username }) => {
    await desk.enableFactor();
    await expectDone(ada.post(`${api}/totp/disable`, { username }));
  },
};

function save(changed: { username: string; [field: string]: unknown }): Promise<Answer> {
  const body = { name: 'Somebody', email: '', role: 'author', ...changed };
  return expectDone(ada.post(`${api}/users/save`, body));
}

let people = 0;

async function newPerson(): Promise<Person & { readonly session: Client }> {
  people += 1;
  const username = `person-${people}`;
  const desk = await one.signedInAs({ username, role: 'author' });
  const session = two.visitor();
  await session.signIn({ username, password });
  return { username, desk, session };
}

describe('a session at two servers', () => {
  test.each(Object.entries(changes))(
    'ends at the next request when it or its user %s (GAP-SES-4, CMS-AUTH-12)',
    async (_what, change) => {
      const { session, ...person } = await newPerson();
      expect(await statusAt(one, session)).toBe(200);
      expect(await statusAt(two, session)).toBe(200);
      await change(person);
      expectProblem(await session.get(`${api}/session`), 401, 'unauthenticated');
      expectProblem(await session.post(`${api}/documents/create`), 401, 'unauthenticated');
      expect(await statusAt(one, session)).toBe(401);
    },
  );

  test('ends with a sign-out', async () => {
    const { session } = await newPerson();
    await expectDone(session.at(one).post(`${api}/logout`));
    expectProblem(await session.get(`${api}/session`), 401, 'unauthenticated');
  });

  test('continues, renewed, at the server of the change (GAP-SES-1)', async () => {
    const { desk } = await newPerson();
    const before = desk.at(two);
    const body = { current_password: password, new_password: nextPassword };
    await expectDone(desk.post(`${api}/password/change`, body));
    expectProblem(await before.get(`${api}/session`), 401, 'unauthenticated');
    expect(await statusAt(two, desk)).toBe(200);
  });

  test('continues when only the name of its user changes', async () => {
    const { username, session } = await newPerson();
    await save({ username, name: 'Another Name' });
    const answer = await expectDone(session.get(`${api}/session`));
    expect(answer.json()).toMatchObject({ name: 'Another Name' });
  });
});

describe('a changed role', () => {
  test('applies at the next request everywhere, and ends no session (CMS-AUTH-18)', async () => {
    const role = (capabilities: string[]): Promise<Answer> =>
      expectDone(ada.post(`${api}/roles/save`, { name: 'proofreader', capabilities }));
    await role(['documents.read']);
    const { username, desk } = await newPerson();
    await save({ username, role: 'proofreader' });
    const client = two.visitor();
    await client.signIn({ username, password });
    const { token } = await makeToken(client, ['*']);
    const asks = [
      () => client.get(`${api}/documents`),
      () => client.at(one).get(`${api}/documents`),
      () => askWith(token, two, '/documents'),
    ];
    const statuses = async (): Promise<number[]> =>
      (await Promise.all(asks.map((ask) => ask()))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200, 200]);
    await role(['documents.history']);
    expect(await statuses()).toEqual([403, 403, 403]);
    const identity = await expectDone(client.get(`${api}/session`));
    expect(identity.json()).toMatchObject({ capabilities: ['documents.history'] });
    await role(['documents.read']);
    expect(await statuses()).toEqual([200, 200, 200]);
    // Assigning the role ended the user's earlier sessions.
    expect(await statusAt(two, desk)).toBe(401);
  });
});

describe('an API token', () => {
  const ends: Record<string, (person: Person, id: string) => Promise<unknown>> = {
    'it is revoked': ({ desk }, id) => expectDone(desk.post(`${api}/tokens/revoke`, { id })),
    'an administrator revokes it': (_person, id) =>
      expectDone(ada.post(`${api}/tokens/revoke`, { id })),
    'its user is disabled': changes['is disabled']!,
    'its user is deleted': changes['is deleted']!,
    'its user’s password is reset': changes['has its password reset']!,
  };

  test.each(Object.entries(ends))(
    'is refused at the other server after it is %s',
    async (_when, end) => {
      const person = await newPerson();
      const { token, id } = await makeToken(person.desk, ['*']);
      expect((await askWith(token, two, '/documents')).status).toBe(200);
      await end(person, id);
      expectProblem(await askWith(token, two, '/documents'), 401, 'unauthenticated');
    },
  );
});

describe('failed sign-ins (GAP-SES-3)', () => {
  async function fail(server: TestServer, username: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      const answer = await server.visitor().signIn({ username, password: 'wrong' });
      expectProblem(answer, 401, 'invalid_credentials');
    }
  }

  test('are counted across servers, and lock at all of them', async () => {
    const { username } = await newPerson();
    await fail(one, username, 2);
    await fail(two, username, 3);
    for (const server of [one, two]) {
      const answer = await server.visitor().signIn({ username, password });
      expectProblem(answer, 429, 'rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    }
  });

  test('allow five guesses in total for parallel attempts at both servers', async () => {
    const { username } = await newPerson();
    const guesses = Array.from({ length: 14 }, (_, index) =>
      (index % 2 ? one : two).visitor().signIn({ username, password: 'wrong' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(9).fill(429)]);
  });

  test('are reset at all servers after a success at one', async () => {
    const { username } = await newPerson();
    await fail(one, username, 4);
    await expectDone(two.visitor().signIn({ username, password }));
    await fail(one, username, 4);
    await expectDone(one.visitor().signIn({ username, password }));
  });

  test('survive a restart, and so does the lockout', async () => {
    const { username } = await newPerson();
    await using before = await TestServer.beside(one);
    await fail(before, username, 4);
    await before[Symbol.asyncDispose]();
    await using after = await TestServer.beside(one);
    await fail(after, username, 1);
    await after[Symbol.asyncDispose]();
    await using last = await TestServer.beside(one);
    const answer = await last.visitor().signIn({ username, password });
    expectProblem(answer, 429, 'rate_limited');
  });
});

test('GAP-SES-1: a session survives a restart, and works at every server of the project', async () => {
  const { desk } = await newPerson();
  await using third = await TestServer.beside(one);
  expect(await statusAt(third, desk)).toBe(200);
  await expectDone(desk.at(third).post(`${api}/session/confirm`, { password }));
  expect(await statusAt(two, desk)).toBe(200);
});

test('GAP-SES-4: a code is accepted once across servers', async () => {
  const { username, desk } = await newPerson();
  const { recoveryCodes } = await desk.enableFactor();
  const credentials = { username, password, totp_code: recoveryCodes[0]! };
  const answers = await Promise.all(
    [one, two, one, two].map((server) => server.visitor().signIn(credentials)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});
