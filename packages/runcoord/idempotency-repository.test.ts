import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { IdempotencyRepository, type IdempotencyClaim } from './idempotency-repository.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

function start() {
  const clock = new ManualClock();
  const place = { workspaceId: 'w', actor: 'ada', method: 'POST', path: '/start' };
  const request = { ...place, key: newId(), bodySha256: 'a' };
  return { clock, request, answers: new IdempotencyRepository({ db: database.db, clock }) };
}

function sinceOf(claim: IdempotencyClaim): Date {
  expect(claim.state).toBe('claimed');
  return (claim as { since: Date }).since;
}

const answer = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Ink' };

test('a released claim can be taken again', async () => {
  const { answers, request } = start();
  await answers.release(request, sinceOf(await answers.claim(request)));
  expect(await answers.claim(request)).toMatchObject({ state: 'claimed' });
});

test('an expired claim can neither store nor release the claim of its successor', async () => {
  const { answers, request, clock } = start();
  const slow = sinceOf(await answers.claim(request));
  clock.advance(minute - 1);
  expect(await answers.claim(request)).toEqual({ state: 'running' });
  clock.advance(1);
  const next = sinceOf(await answers.claim(request));
  await answers.store(request, slow, answer);
  await answers.release(request, slow);
  expect(await answers.claim(request)).toEqual({ state: 'running' });
  const other = { ...answer, body: 'Blacker ink' };
  await answers.store(request, next, other);
  await answers.store(request, next, answer);
  await answers.release(request, next);
  expect(await answers.claim(request)).toEqual({ state: 'answered', answer: other });
});

test('removes exactly the expired entries', async () => {
  const { answers, request, clock } = start();
  await database.db.deleteFrom('idempotency_keys').execute();
  await answers.claim(request);
  clock.advance(day - 1);
  await answers.claim({ ...request, key: newId() });
  expect(await answers.removeExpired()).toBe(0);
  clock.advance(1);
  expect(await answers.removeExpired()).toBe(1);
  clock.advance(day);
  expect(await answers.removeExpired()).toBe(1);
});
