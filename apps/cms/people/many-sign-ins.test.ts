import { afterAll, beforeAll, expect, test } from 'vitest';
import { Argon2Hasher } from '@galley/auth';
import { expectProblem, password, TestServer, type Answer } from '../fixtures.ts';

/** The flood comes from two addresses, with existing user names, whose hashes cost about 25 ms each. */
const usernames = Array.from({ length: 150 }, (_, at) => `user-${at}`);

let server: TestServer;

beforeAll(async () => {
  const config = { server: { trusted_proxies: ['loopback'] } };
  server = await TestServer.start({ config });
  await Promise.all(
    ['vera', ...usernames].map((username) => server.addUser({ username, role: 'author' })),
  );
  const hasher = new Argon2Hasher({ memory: 16 * 1024, passes: 2, parallelism: 1 });
  const data = JSON.stringify({ hash: await hasher.hash(password) });
  await server.database.db.updateTable('credentials').set({ data }).execute();
});

afterAll(() => server[Symbol.asyncDispose]());

function signIn(username: string, given: string, address: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': address };
  return server.visitor().post('/__admin/api/login', { username, password: given }, headers);
}

test('150 simultaneous sign-ins do not delay probes, readers or other addresses (ADD-SEC-4)', async () => {
  const answered: Answer[] = [];
  const flood = usernames.map(async (username, at) =>
    answered.push(await signIn(username, 'wrong', `10.2.0.${at % 2}`)),
  );
  const checked = (): number => answered.filter(({ status }) => status === 401).length;
  // While the flood waits, all other requests are answered before half of it is processed.
  const vera = signIn('vera', password, '10.3.0.1');
  const others = ['/__health', '/__ready', '/', '/__admin/api/session'].map((path) =>
    server.visitor().get(path),
  );
  const statuses = (await Promise.all([vera, ...others])).map(({ status }) => status);
  const checkedMeanwhile = checked();
  await Promise.all(flood);
  expect(statuses).toEqual([200, 200, 200, 200, 401]);
  expect(checkedMeanwhile).toBeLessThan(checked() / 2);
  // Four are hashed at a time and 64 wait, plus those that took a freed slot; the rest are refused.
  const refused = answered.filter(({ status }) => status !== 401);
  expect(refused.length).toBeGreaterThan(usernames.length / 4);
  for (const answer of refused) {
    expectProblem(answer, 503, 'unavailable');
    expect(answer.headers.get('retry-after')).toBe('5');
  }
});
