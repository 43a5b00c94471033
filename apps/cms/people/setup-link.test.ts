import { describe, expect, test } from 'vitest';
import { cookieAttributes, expectProblem, password, TestServer, type Answer } from '../fixtures.ts';

const api = '/__admin/api';

describe('the set-up link', () => {
  const fields = { username: 'Eve', name: 'Eve Adams', email: 'eve@example.org', password };

  function tokenOf({ setupLink }: TestServer): string {
    return new URL(setupLink!).hash.slice(1);
  }

  test('creates the first administrator once, and signs in (GAP-START-2)', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    expect(fresh.setupLink).toMatch(`${fresh.url}/__admin/setup#`);
    const token = tokenOf(fresh);
    const client = fresh.visitor();
    const setup = (body: object): Promise<Answer> => client.post(`${api}/setup`, body);

    expectProblem(await setup({ ...fields, token: `${token}x` }), 403, 'setup_link_invalid');
    const { errors } = expectProblem(
      await setup({ ...fields, token, username: 'Eve Adams', email: 'eve', password: 'short' }),
      422,
      'invalid_fields',
    );
    expect(errors?.map(({ path }) => path)).toEqual(['username', 'email', 'password']);

    const done = await setup({ ...fields, token });
    expect(done.json()).toMatchObject({ username: 'eve', name: 'Eve Adams', role: 'admin' });
    expect(cookieAttributes(done)).toEqual(['expires', 'httponly', 'path=/', 'samesite=lax']);
    expect((await client.get(`${api}/session`)).json()).toEqual(done.json());

    const again = { ...fields, token, username: 'second' };
    expectProblem(await setup(again), 403, 'setup_link_invalid');
    expect((await fresh.visitor().signIn({ username: 'eve', password })).status).toBe(200);
    expect(fresh.log.join('\n')).not.toContain(token);
  });

  test('creates one administrator for simultaneous requests', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    const token = tokenOf(fresh);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((username) =>
        fresh.visitor().post(`${api}/setup`, { ...fields, token, username }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
  });

  test('refuses pages of other sites (GAP-SES-2)', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    const body = { ...fields, token: tokenOf(fresh) };
    const foreign = { origin: 'https://evil.example' };
    const answer = await fresh.visitor().post(`${api}/setup`, body, foreign);
    expectProblem(answer, 403, 'csrf_failed');
    expect((await fresh.visitor().post(`${api}/setup`, body)).status).toBe(200);
  });

  test('is not issued if the environment defines the administrator', async () => {
    await using named = await TestServer.start();
    expect(named.setupLink).toBeUndefined();
  });
});
