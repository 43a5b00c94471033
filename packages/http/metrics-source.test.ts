import { describe, expect, test } from 'vitest';
import { gauge, Measured } from './measured.fixtures.ts';
import type { MetricsSource } from './metrics-source.ts';

describe('CMS-MET-5: additional metrics of a service', () => {
  const runs: MetricsSource = {
    definitions: {
      runs: { name: 'galley_runs', type: 'gauge', help: 'Runs by their state.', labels: ['state'] },
      ticks: { name: 'galley_ticks_total', type: 'counter', help: 'Ticks of runs.' },
    },
    collect: async () => ({
      runs: [
        { labels: { state: 'active' }, value: 2 },
        { labels: { state: 'paused-intake' }, value: 0 },
      ],
      ticks: 7,
    }),
  };

  test('are collected at each scrape, and removed values disappear', async () => {
    let states = ['active', 'failed'];
    const collect = () => ({
      runs: states.map((state) => ({ labels: { state }, value: states.length })),
      ticks: states.length === 2 ? 7 : null,
    });
    const server = await Measured.start({ sources: [{ ...runs, collect }] });
    const before = await server.values();
    expect([before.get('galley_runs{state="failed"}'), before.get('galley_ticks_total')]).toEqual([
      2, 7,
    ]);
    states = ['active'];
    const values = await server.values();
    expect(values.get('galley_runs{state="active"}')).toBe(1);
    expect(values.has('galley_runs{state="failed"}')).toBe(false);
    expect(values.has('galley_ticks_total')).toBe(false);
  });

  test('are collected once per source while fresh', async () => {
    let asked = 0;
    const collect = () => ({ runs: [], ticks: (asked += 1) });
    const fresh = { ...runs, cacheLifetimeMs: 60_000, collect };
    const server = await Measured.start({ sources: [fresh] });
    expect((await server.values()).get('galley_ticks_total')).toBe(1);
    expect((await server.values()).get('galley_ticks_total')).toBe(1);
  });

  test('are collected again immediately after a failure', async () => {
    let asked = 0;
    const collect = () => {
      asked += 1;
      if (asked === 1) throw new Error('no database');
      return { runs: [], ticks: asked };
    };
    const server = await Measured.start({
      sources: [{ ...runs, cacheLifetimeMs: 60_000, collect }],
    });
    expect((await server.values()).has('galley_ticks_total')).toBe(false);
    expect((await server.values()).get('galley_ticks_total')).toBe(2);
  });

  test.each<[string, MetricsSource['collect'], string]>([
    [
      'throws',
      () => {
        throw new Error('no database');
      },
      'no database',
    ],
    ['fails', () => Promise.reject(new Error('no database')), 'no database'],
    ['hangs', () => new Promise(() => undefined), 'no response within 2000 ms'],
  ])('are omitted if collecting %s, and all others are reported', async (_how, collect, error) => {
    const warned: unknown[] = [];
    let asked = 0;
    const broken = gauge('galley_broken', () => 0);
    const counted = (): ReturnType<typeof collect> => {
      asked += 1;
      return collect();
    };
    const server = await Measured.start({
      sources: [{ ...broken, collect: counted }, runs],
      warn: (_message, attributes) => warned.push(attributes),
    });
    const hangs = error.startsWith('no response');
    for (let scrapes = hangs ? 1 : 2; scrapes > 0; scrapes -= 1) {
      const values = await server.values();
      expect(values.has('galley_broken')).toBe(false);
      expect(values.get('galley_runs{state="active"}')).toBe(2);
      expect(values.has('service_go_heap_alloc_bytes')).toBe(true);
    }
    expect(asked).toBe(hangs ? 1 : 2);
    expect(warned).toEqual([
      { metrics: ['galley_broken'], error: expect.stringContaining(error) as string },
    ]);
  });

  test('contain no address, query, name or token', async () => {
    const server = await Measured.start({ sources: [runs] });
    await server.ask('/200/posts/ink?page=2', { authorization: 'Bearer theirs', cookie: 'a=ada' });
    const { text } = await server.scrape();
    expect(text).not.toMatch(/ink|page=|ada|theirs|posts|secret of/);
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));
    const known = ['state', 'status_class', 'type', 'space', 'kind', 'le'];
    const version = ['version', 'major', 'minor', 'patch'];
    expect([...labels].filter((name) => ![...known, ...version].includes(name!))).toEqual([]);
  });
});
