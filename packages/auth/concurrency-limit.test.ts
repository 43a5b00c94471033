import { describe, expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

function startFor(callers: readonly string[], mostWaiting: number) {
  const limit = limitConcurrency({
    maxRunning: 1,
    maxWaiting: mostWaiting,
    createRefusal: () => new Error('full'),
  });
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const add = async (caller: string, name = caller): Promise<'done' | 'refused'> => {
    const work = () => {
      begun.push(name);
      return gate.promise;
    };
    return limit(work, caller).then(
      () => 'done',
      () => 'refused',
    );
  };
  const outcomes = callers.map((caller, at) => add(caller, `${caller}${at}`));
  const tell = async () => {
    gate.resolve();
    return { outcomes: await Promise.all(outcomes), begun };
  };
  return { add: (caller: string) => outcomes.push(add(caller, caller + outcomes.length)), tell };
}

function startJobs(most: number, count: number, mostWaiting = count) {
  const limit = limitConcurrency({
    maxRunning: most,
    maxWaiting: mostWaiting,
    createRefusal: () => new Error('full'),
  });
  const begun: number[] = [];
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const jobs = gates.map((gate, job) =>
    limit(() => {
      begun.push(job);
      return gate.promise;
    }),
  );
  return { limit, begun, gates, jobs };
}

describe('a concurrency limit', () => {
  test('lets no more than so many run at once, and the others in as places come free, in order', async () => {
    const { begun, gates, jobs } = startJobs(2, 4);
    expect(begun).toEqual([0, 1]);

    gates[1]!.resolve();
    await jobs[1];
    expect(begun).toEqual([0, 1, 2]);

    gates[0]!.resolve();
    await jobs[0];
    expect(begun).toEqual([0, 1, 2, 3]);

    gates[2]!.resolve();
    gates[3]!.resolve();
    await Promise.all(jobs);
  });

  test('gives the place of a failed job to the next one, and its error to its caller', async () => {
    const { begun, gates, jobs } = startJobs(1, 2);

    gates[0]!.reject(new Error('broken'));
    await expect(jobs[0]).rejects.toThrow('broken');
    expect(begun).toEqual([0, 1]);

    gates[1]!.resolve();
    await jobs[1];
  });

  test('has all its places again when everything is done', async () => {
    const { limit, gates, jobs } = startJobs(1, 3);
    for (const gate of gates) gate.resolve();
    await Promise.all(jobs);

    let ran = false;
    const late = limit(() => {
      ran = true;
      return Promise.resolve();
    });
    expect(ran).toBe(true);
    await late;
  });

  test('refuses one more than may wait, at once, and takes others when there is room again', async () => {
    const { limit, begun, gates, jobs } = startJobs(1, 4, 2);
    await expect(jobs[3]).rejects.toThrow('full');
    expect(begun).toEqual([0]);

    gates[0]!.resolve();
    await jobs[0];
    const late = limit(() => Promise.resolve('late'));
    gates[1]!.resolve();
    gates[2]!.resolve();

    expect(await late).toBe('late');
    expect(begun).toEqual([0, 1, 2]);
    await Promise.all(jobs.slice(0, 3));
  });

  test('lets callers take turns, so that one busy caller does not delay the others', async () => {
    const { tell } = startFor(['a', 'a', 'a', 'a', 'b', 'b', 'c'], 10);
    expect((await tell()).begun).toEqual(['a0', 'a1', 'b4', 'c6', 'a2', 'b5', 'a3']);
  });

  test('when the queue is full, refuses the last job of the caller with the longest queue', async () => {
    const { add, tell } = startFor(['a', 'a', 'a', 'a'], 3);
    add('b');
    add('a');
    expect(await tell()).toEqual({
      begun: ['a0', 'a1', 'b4', 'a2'],
      outcomes: ['done', 'done', 'done', 'refused', 'done', 'refused'],
    });
  });

  test('refuses a newcomer where everybody has as little waiting', async () => {
    const { add, tell } = startFor(['a', 'b', 'c'], 2);
    add('d');
    expect((await tell()).outcomes).toEqual(['done', 'done', 'done', 'refused']);
  });
});
