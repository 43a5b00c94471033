import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '@galley/contract';
import { defineProblems } from '@galley/kernel';
import type { TargetTask } from './each-target.ts';
import { byToken, codeOf, Mounted, type MountedOptions } from './fixtures.ts';
import { describeProblem } from './problem-response.ts';

const saveAll = defineOperation({
  id: 'users.save_all',
  method: 'POST',
  path: '/save-all',
  base: 'admin',
  access: { capability: 'users.manage' },
  audited: { action: 'user.save' },
  summary: 'Saves users',
  body: z.strictObject({ usernames: z.array(z.string()) }),
  answer: z.object({
    outcomes: z.array(
      z.object({
        target: z.string(),
        result: z.string().optional(),
        problem: z.looseObject({ status: z.int(), code: z.string() }).optional(),
      }),
    ),
  }),
  problems: [],
});

const problems = defineProblems({ conflict: ['conflict', 'No'], storage: ['unavailable', 'No'] });
const usernames = ['newt', 'olm', 'eft'];

function serve(work: TargetTask<string>, options?: MountedOptions): Promise<Mounted> {
  return Mounted.operation(
    saveAll,
    async ({ body, each, note }) => {
      note({ details: { batch: 7 } });
      const outcomes = await each(body.usernames, work);
      return {
        outcomes: outcomes.map(({ target, result, problem }) => ({
          target,
          result,
          problem: problem && describeProblem(problem),
        })),
      };
    },
    options,
  );
}

function post(server: Mounted, body: unknown = { usernames }, who = 'ada'): Promise<Response> {
  return fetch(`${server.url}/save-all`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...byToken(who) },
    body: JSON.stringify(body),
  });
}

function recordedIn(server: Mounted): unknown[] {
  return server.recorded.map(({ target, outcome, details }) => [target, outcome, details]);
}

const saved = (username: string): Promise<string> => Promise.resolve(`${username} is saved`);

function failing(error: Error): TargetTask<string> {
  return (username) => (username === 'olm' ? Promise.reject(error) : saved(username));
}

describe('a call with several targets', () => {
  test('is recorded once for each target before the next one starts (GAP-SET-8)', async () => {
    const order: string[] = [];
    const work: TargetTask<string> = (username, note) => {
      order.push(`save ${username}`);
      note({ details: { length: username.length } });
      if (username === 'eft') note({ target: 'Eft' });
      return saved(username);
    };
    const onRecord = ({ target }: { target: string }) => {
      order.push(`record ${target}`);
      return Promise.resolve();
    };
    await using server = await serve(work, { onRecord });
    expect(await (await post(server)).json()).toEqual({
      outcomes: usernames.map((target) => ({ target, result: `${target} is saved` })),
    });
    const written = usernames.flatMap((name) => [`save ${name}`, `record ${name}`]);
    expect(order).toEqual([...written.slice(0, -1), 'record Eft']);
    expect(server.recorded[0]).toEqual({
      action: 'user.save',
      actor: 'ada',
      target: 'newt',
      outcome: 'success',
      address: '127.0.0.1',
      requestId: 'request-1',
      details: { batch: 7, length: 4 },
    });
    expect(server.recorded).toHaveLength(3);
  });

  test('continues after a refused target, which is recorded as refused', async () => {
    const refusal = problems.conflict('It is the last one.', { holder: 'vera' });
    await using server = await serve(failing(refusal));
    const { outcomes } = (await (await post(server)).json()) as { outcomes: unknown[] };
    expect(outcomes[1]).toEqual({
      target: 'olm',
      problem: {
        type: 'urn:galley:problem:conflict',
        title: 'No',
        status: 409,
        detail: 'It is the last one.',
        code: 'conflict',
        holder: 'vera',
      },
    });
    const reason = { batch: 7, code: 'conflict', reason: 'It is the last one.' };
    expect(recordedIn(server)).toEqual([
      ['newt', 'success', { batch: 7 }],
      ['olm', 'denied', reason],
      ['eft', 'success', { batch: 7 }],
    ]);
  });

  test.each([
    [new Error('a defect at /srv/x.ts'), 500, 'internal'],
    [problems.storage('The disk is full.'), 503, 'storage'],
  ])('continues after %s, which is not recorded as a refusal', async (error, status, code) => {
    await using server = await serve(failing(error));
    const answer = await post(server);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).not.toContain('x.ts');
    const { outcomes } = JSON.parse(text) as { outcomes: unknown[] };
    expect(outcomes).toMatchObject([
      { result: 'newt is saved' },
      { problem: { status, code } },
      {},
    ]);
    expect(server.recorded.map(({ target }) => target)).toEqual(['newt', 'eft']);
    const logged = server.log.filter(({ level }) => level === 'error');
    expect(logged.map(({ message, attributes }) => [message, attributes['request_id']])).toEqual(
      status === 500 ? [['request failed', 'request-1']] : [],
    );
  });

  test('ends when the database is lost, with an entry for each completed target', async () => {
    await using server = await serve(failing(new Error('the database is away')));
    expect(await codeOf(await post(server))).toEqual([503, 'unavailable']);
    expect(recordedIn(server)).toEqual([['newt', 'success', { batch: 7 }]]);
  });

  test('does not report targets as done that cannot be recorded', async () => {
    const onRecord = ({ target }: { target: string }) =>
      target === 'olm' ? Promise.reject(new Error('disk full')) : Promise.resolve();
    await using server = await serve(saved, { onRecord });
    expect(await (await post(server)).json()).toMatchObject({
      outcomes: [{ result: 'newt is saved' }, { problem: { code: 'internal' } }, { target: 'eft' }],
    });
    expect(server.recorded.map(({ target }) => target)).toEqual(['newt', 'eft']);
  });

  test('is recorded without a target if it is refused as a whole', async () => {
    await using server = await serve(saved);
    expect((await post(server, { usernames }, 'vera')).status).toBe(403);
    expect(recordedIn(server)).toMatchObject([['', 'denied', { code: 'forbidden' }]]);
  });
});
