import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admin,
  expectProblem,
  password,
  TestServer,
  totpCode,
  type Answer,
  type Client,
} from '../fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: Client;
let addresses = 0;

beforeAll(async () => {
  // Behind a proxy, so that a test can use many addresses.
  const config = { server: { trusted_proxies: ['loopback'] } };
  server = await TestServer.start({ config });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function newAddress(): string {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly totp_code?: string;
}

function attempt(credentials: Attempt, address: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': address };
  return server.visitor().post(`${api}/login`, credentials, headers);
}

async function fail(times: number, username: string, address: string): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const answer = await attempt({ username, password: 'wrong' }, address);
    expectProblem(answer, 401, 'invalid_credentials');
  }
}

function expectLocked(answer: Answer): Record<string, unknown> {
  const { request_id: _id, ...body } = expectProblem(answer, 429, 'rate_limited');
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  return body;
}

describe('after five failures (GAP-SES-3)', () => {
  test('the user is locked for that address, whether or not the password is right or the user exists', async () => {
    await server.addUser({ username: 'lena', role: 'author' });
    const [address, other] = [newAddress(), newAddress()];
    await fail(5, 'lena', address);
    await fail(5, 'nobody-at-all', other);
    const right = await attempt({ username: 'lena', password }, address);
    expect(right.headers.getSetCookie()).toEqual([]);
    const locked = [
      expectLocked(right),
      expectLocked(await attempt({ username: 'lena', password: 'wrong' }, address)),
      expectLocked(await attempt({ username: ' LENA ', password }, address)),
      expectLocked(await attempt({ username: 'nobody-at-all', password }, other)),
    ];
    expect(locked).toEqual(locked.map(() => locked[0]));
  });

  test('the user is not locked for other addresses, and other users are not locked there', async () => {
    await server.addUser({ username: 'lotte', role: 'author' });
    const address = newAddress();
    await fail(5, 'lotte', address);
    expect((await attempt({ username: 'lotte', password }, newAddress())).status).toBe(200);
    expect((await attempt(admin, address)).status).toBe(200);
    // Neither of them has lifted the lockout.
    expectLocked(await attempt({ username: 'lotte', password }, address));
  });

  test('in parallel, most attempts are locked out', async () => {
    await server.addUser({ username: 'lars', role: 'author' });
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => attempt({ username: 'lars', password: 'x' }, address)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });

  test('an existing session continues', async () => {
    await server.addUser({ username: 'lilo', role: 'author' });
    const client = server.visitor();
    await client.signIn({ username: 'lilo', password });
    const address = newAddress();
    await fail(5, 'lilo', address);
    const answer = await client.get(`${api}/session`, { 'x-forwarded-for': address });
    expect(answer.status).toBe(200);
  });

  test('a reset password works immediately', async () => {
    await server.addUser({ username: 'lisa', role: 'author' });
    const address = newAddress();
    await fail(5, 'lisa', address);
    const made = await ada.post(`${api}/users/reset-link`, { username: 'lisa' });
    const { token } = made.json<{ token: string }>();
    const fresh = 'a passphrase hard to guess';
    await server.visitor().post(`${api}/password/reset`, { token, new_password: fresh });
    expect((await attempt({ username: 'lisa', password: fresh }, address)).status).toBe(200);
  });

  test('the audit log has the failures, but not the attempts during the lockout (GAP-SET-8)', async () => {
    await server.addUser({ username: 'lola', role: 'author' });
    const address = newAddress();
    await fail(5, 'lola', address);
    for (let count = 0; count < 3; count += 1) {
      expectLocked(await attempt({ username: 'lola', password }, address));
    }
    const { db } = server.database;
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'actor', 'outcome', 'address'])
      .where('target', '=', 'lola')
      .execute();
    const failure = { action: 'login.failed', actor: 'lola', outcome: 'denied', address };
    expect(entries).toEqual(Array(5).fill(failure));
  });
});

test('GAP-SES-3: a success before the fifth failure resets the count', async () => {
  await server.addUser({ username: 'clara', role: 'author' });
  const address = newAddress();
  for (let round = 0; round < 3; round += 1) {
    await fail(4, 'clara', address);
    expect((await attempt({ username: 'clara', password }, address)).status).toBe(200);
  }
});

describe('failures of other proofs count too (GAP-SES-3)', () => {
  test('wrong codes of a second factor with the right password', async () => {
    const client = await server.signedInAs({ username: 'fay', role: 'author' });
    const { secret, recoveryCodes } = await client.enableFactor();
    const address = newAddress();
    const near = [-1, 0, 1, 2].map((steps) => totpCode(secret, steps));
    const wrong = ['000000', '111111', '222222', '333333', '444444'].find(
      (code) => !near.includes(code),
    )!;
    const fay = { username: 'fay', password };
    for (const totp_code of [wrong, wrong, 'AAAA-BBBB-CCCC', wrong, wrong]) {
      const answer = await attempt({ ...fay, totp_code }, address);
      expectProblem(answer, 401, 'totp_invalid');
    }
    const totp_code = recoveryCodes[0]!;
    expectLocked(await attempt({ ...fay, totp_code }, address));
    expect((await attempt({ ...fay, totp_code }, newAddress())).status).toBe(200);
  });

  test('but not a missing code, because users do not know that one is due', async () => {
    const client = await server.signedInAs({ username: 'flo', role: 'author' });
    const { recoveryCodes } = await client.enableFactor();
    const address = newAddress();
    for (let count = 0; count < 6; count += 1) {
      const answer = await attempt({ username: 'flo', password }, address);
      expectProblem(answer, 401, 'totp_required');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const totp_code = recoveryCodes[1]!;
    expect((await attempt({ username: 'flo', password, totp_code }, address)).status).toBe(200);
  });

  test.each([
    ['session/confirm', { password: 'wrong' }],
    ['password/change', { current_password: 'wrong', new_password: 'a passphrase hard to guess' }],
  ])('wrong passwords of a signed-in user, at %s', async (path, body) => {
    const username = path.replace('/', '-');
    const client = await server.signedInAs({ username, role: 'author' });
    const headers = { 'x-forwarded-for': newAddress() };
    const guess = (): Promise<Answer> => client.post(`${api}/${path}`, body, headers);
    for (let count = 0; count < 5; count += 1) {
      expectProblem(await guess(), 401, 'invalid_credentials');
    }
    expectLocked(await guess());
    expectLocked(await attempt({ username, password }, headers['x-forwarded-for']));
  });
});

describe('a failed sign-in does not reveal whether an account exists (GAP-SES-3)', () => {
  const attempts: Record<string, Attempt> = {
    'unknown user': { username: 'nobody', password },
    'wrong password': { username: admin.username, password: `${admin.password} ` },
    'disabled user': { username: 'dora', password },
    'disabled user, wrong password': { username: 'dora', password: 'wrong' },
    'user without a password': { username: 'paul', password },
    'user with a second factor, wrong password': { username: 'fritz', password: 'wrong' },
    'SQL for a name': { username: "' or 1=1 --", password },
    'NUL in name and password': { username: 'no\u0000body', password: 'nul\u0000' },
    'long name': { username: 'n'.repeat(200), password },
    'long password': { username: 'nobody', password: 'p'.repeat(1024) },
  };

  beforeAll(async () => {
    await server.addUser({ username: 'dora', role: 'editor' });
    await server.disableUser('dora');
    const paul = { username: 'paul', name: 'Paul', email: '', role: 'author' };
    expect((await ada.post(`${api}/users/save`, paul)).status).toBe(200);
    await (await server.signedInAs({ username: 'fritz', role: 'author' })).enableFactor();
  });

  /** Returns what an attacker can compare, without the date and the request id, which also changes the body's hash. */
  function seen({ status, headers, text }: Answer): unknown {
    const changing = ['date', 'etag', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'];
    const body = JSON.parse(text) as Record<string, unknown>;
    return {
      status,
      headers: [...headers].filter(([name]) => !changing.includes(name)),
      body: { ...body, request_id: '' },
    };
  }

  test('by its response', async () => {
    const answers: unknown[] = [];
    for (const credentials of Object.values(attempts)) {
      const answer = await attempt(credentials, newAddress());
      expectProblem(answer, 401, 'invalid_credentials');
      answers.push(seen(answer));
    }
    expect(answers).toEqual(answers.map(() => answers[0]));
  });
});
