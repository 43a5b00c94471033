import type { PublishedReader } from '@galley/content';
import { silentLogger, type LogAttributes } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import {
  buildLimits,
  MarkdownThread,
  serverLimits,
  type MarkdownLimits,
} from '../markdown/markdown-thread.ts';
import { RenderedBodies } from './rendered-bodies.ts';

const published = { urlsOf: () => Promise.resolve(new Map()) } as unknown as PublishedReader;

const document = (body: string) => ({ path: 'posts/ink.md', hash: `hash of ${body.length}`, body });
const render = (bodies: RenderedBodies, body: string): Promise<unknown> =>
  bodies.render(document(body), published);

const readable = '*a*\n\n'.repeat(1_000);
/** Takes about 500 ms. */
const hostile = '- * '.repeat(4_000);

describe('a hostile text', () => {
  test('in a preview does not hold up public pages', async () => {
    const bodies = new RenderedBodies();
    await render(bodies, readable);
    const preview = render(bodies.createIsolated(), hostile).then(() => 'preview');
    const page = render(bodies, `${readable}More.`).then(() => 'page');
    expect(await Promise.race([preview, page])).toBe('page');
    await preview;
  });

  test('that takes too long says so where it stands, and in the log once a minute', async () => {
    const logged: [string, LogAttributes | undefined][] = [];
    const thread = new MarkdownThread({ ...serverLimits, perJob: 200 });
    const warn = (message: string, attributes?: LogAttributes) =>
      void logged.push([message, attributes]);
    const bodies = new RenderedBodies({ thread, logger: { ...silentLogger, warn } });
    for (const more of ['', ' ']) {
      const { html } = await bodies.render(document('- * '.repeat(25_000) + more), published);
      expect(html).toMatch(/^<p><mark>This text takes too long to format/);
    }
    const path = 'posts/ink.md';
    expect(logged).toEqual([['formatting a document took too long', { path, repeated: 0 }]]);
  });
});

describe('many hostile texts', () => {
  const texts = Array.from({ length: 150 }, (_, index) => `${'- * '.repeat(250)}${index}`);

  /** Milliseconds of CPU time of this thread. */
  async function spent(limits: MarkdownLimits, make: typeof render): Promise<number> {
    const bodies = new RenderedBodies({ thread: new MarkdownThread(limits) });
    const began = process.threadCpuUsage();
    await Promise.all(texts.map((text) => make(bodies, text)));
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  }

  test.each([
    ['excerpts', (bodies: RenderedBodies, text: string) => bodies.excerpt(text, 160)],
    ['pages', render],
  ] satisfies [string, typeof render][])('do not block others: %s', async (_name, make) => {
    // Garbage collection may add to one run, but not to three in a row.
    let share = Infinity;
    for (let run = 0; run < 3 && share >= 0.5; run += 1) {
      const alone = await spent(buildLimits, make);
      share = Math.min(share, (await spent(serverLimits, make)) / alone);
    }
    expect(share).toBeLessThan(0.5);
  });
});
