import { describe, expect, test } from 'vitest';
import { Outdated } from '../dependencies/outdated.ts';
import { PreparedAnswer } from './prepared-answer.ts';
import { PublishedCache, type RenderedAnswer } from './published-cache.ts';

const answer = (body: string) =>
  new PreparedAnswer({ status: 200, headers: { 'content-type': 'text/html', etag: '"x"' }, body });

const made = (body: string, ...tags: string[]): RenderedAnswer => ({
  answer: answer(body),
  tags: new Set(tags),
  isKept: true,
});

const cache = (maxBytes = 1_000_000) => new PublishedCache({ maxBytes });

describe('an answer that was made', () => {
  test('is found, until something changes that it was made from', async () => {
    const kept = cache();
    const one = await kept.fill('/a', () => Promise.resolve(made('a', 'path:a', 'order')));
    await kept.fill('/b', () => Promise.resolve(made('b', 'path:b')));
    expect(kept.find('/a')).toBe(one);
    kept.drop(Outdated.tags(['path:other']));
    expect(kept.size).toBe(2);
    kept.drop(Outdated.tags(['order', 'path:c']));
    expect([kept.find('/a'), kept.size]).toEqual([undefined, 1]);
    kept.clear();
    expect([kept.find('/b'), kept.size, kept.bytes]).toEqual([undefined, 0, 0]);
  });

  test('is not kept when it says so', async () => {
    const kept = cache();
    await kept.fill('/a', () => Promise.resolve({ ...made('a'), isKept: false }));
    expect(kept.find('/a')).toBeUndefined();
  });

  test('is not cached after a failure, and the next request tries again', async () => {
    const kept = cache();
    const failed = kept.fill('/a', () => Promise.reject(new Error('no database')));
    await expect(failed).rejects.toThrow('no database');
    await kept.fill('/a', () => Promise.resolve(made('a')));
    expect(kept.find('/a')).toBeDefined();
  });
});

describe('an answer that is being made', () => {
  function slow(body: string, ...tags: string[]) {
    const ready = Promise.withResolvers<RenderedAnswer>();
    let times = 0;
    const make = () => {
      times += 1;
      return ready.promise;
    };
    return { make, finish: () => ready.resolve(made(body, ...tags)), times: () => times };
  }

  test('is made once for all who ask meanwhile', async () => {
    const kept = cache();
    const one = slow('a');
    const asked = [1, 2, 3].map(() => kept.fill('/a', one.make));
    one.finish();
    const [first, ...others] = await Promise.all(asked);
    expect(one.times()).toBe(1);
    for (const other of others) expect(other).toBe(first);
  });

  test.each([
    ['drop', (kept: PublishedCache) => kept.drop(Outdated.tags(['path:a']))],
    ['clear', (kept: PublishedCache) => kept.clear()],
  ])(
    'is neither cached nor sent to later requests when outdated meanwhile (%s)',
    async (_how, change) => {
      const kept = cache();
      const old = slow('old', 'path:a');
      const early = kept.fill('/a', old.make);
      change(kept);
      const fresh = slow('new', 'path:a');
      const late = kept.fill('/a', fresh.make);
      fresh.finish();
      const now = await late;
      old.finish();
      await early;
      expect(kept.find('/a')).toBe(now);
      expect(await early).not.toBe(now);
    },
  );

  test('is kept when what changed meanwhile is nothing that it was made from', async () => {
    const kept = cache();
    const one = slow('a', 'path:a');
    const asked = kept.fill('/a', one.make);
    kept.drop(Outdated.tags(['path:b']));
    one.finish();
    await asked;
    expect(kept.find('/a')).toBeDefined();
  });
});

describe('the memory', () => {
  const page = 'x'.repeat(10_000);

  async function fill(kept: PublishedCache, from: number, to: number): Promise<void> {
    for (let index = from; index < to; index += 1)
      await kept.fill(`/${index}`, () => Promise.resolve(made(page, `path:${index}`)));
  }

  test('stays below its limit, however much is asked for', async () => {
    const kept = cache(500_000);
    await fill(kept, 0, 1_000);
    expect(kept.bytes).toBeLessThanOrEqual(500_000);
    expect(kept.size).toBeGreaterThan(20);
    kept.clear();
    expect(kept.bytes).toBe(0);
  });

  test('keeps what is asked for, and gives up what is not', async () => {
    const kept = cache(500_000);
    await fill(kept, 0, 10);
    for (let index = 10; index < 200; index += 1) {
      expect(kept.find('/3')).toBeDefined();
      await fill(kept, index, index + 1);
    }
    expect(kept.find('/3')).toBeDefined();
    expect(kept.find('/4')).toBeUndefined();
  });

  test('is not given to one answer that would push out all others', async () => {
    const kept = cache(100_000);
    await kept.fill('/large', () => Promise.resolve(made('x'.repeat(50_000))));
    expect(kept.find('/large')).toBeUndefined();
  });
});

test('what was dropped is counted, by whether it was outdated or had to make room', async () => {
  const kept = cache(8_000);
  const fill = (key: string, body: string) =>
    kept.fill(key, () => Promise.resolve(made(body, `path:${key}`)));
  for (const key of ['a', 'b', 'c']) await fill(key, 'x');
  expect(kept.dropped).toEqual({ outdated: 0, displaced: 0 });
  kept.drop(Outdated.tags(['path:a', 'path:z']));
  expect(kept.dropped).toEqual({ outdated: 1, displaced: 0 });
  const { size } = kept;
  for (let key = 0; key < 100; key += 1) await fill(String(key), 'x');
  const { displaced } = kept.dropped;
  expect(displaced).toBe(100 + size - kept.size);
  const left = kept.size;
  kept.clear();
  expect(kept.dropped).toEqual({ outdated: 1 + left, displaced });
});

test('lists the tag parts after a prefix', async () => {
  const kept = cache();
  await kept.fill('/a', () => Promise.resolve(made('a', 'media:media/a.jpg', 'path:a')));
  expect(kept.tagsBelow('media:')).toEqual(['media/a.jpg']);
});
