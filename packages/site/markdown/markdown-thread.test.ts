import { describe, expect, test } from 'vitest';
import { noFilters } from '../filters/page-filters.ts';
import { CodeHighlighter } from './code-highlighter.ts';
import { MarkdownThread, serverLimits } from './markdown-thread.ts';
import { renderBody } from './render-body.ts';

const options = { path: 'posts/a.md' };
const means = (limits = {}) => ({
  thread: new MarkdownThread({ ...serverLimits, ...limits }),
  highlighting: new CodeHighlighter(),
  filters: noFilters,
});

const slow = { brackets: '['.repeat(100_000), lists: '- * '.repeat(25_000) };

/** Milliseconds. */
async function cpuTime(work: () => Promise<{ readonly html: string }>): Promise<number> {
  const before = process.threadCpuUsage();
  const { html } = await work();
  const { user, system } = process.threadCpuUsage(before);
  expect(html.length).toBeGreaterThan(10);
  return (user + system) / 1_000;
}

describe('a long text', () => {
  test('is rendered in another thread as it is in this one', async () => {
    const body = '# Ink\n\nA [page](b.md) with `code`.\n\n```ts\nconst a = 1;\n```\n'.repeat(50);
    const linked = { ...options, links: new Map([['posts/b.md', '/b/']]) };
    const inPlace = await renderBody(body, linked, means({ inPlace: 1e6 }));
    expect(inPlace.html).toContain('href="/b/"');
    expect(inPlace.html).toContain('hl-keyword');
    expect(await renderBody(body, linked, means())).toEqual(inPlace);
  });

  test.each(Object.entries(slow))(
    'that is slow to parse (%s) does not block others',
    async (_name, body) => {
      const render = () => renderBody(body, options, means({ perJob: 100 }));
      let shortest = Infinity;
      // Garbage collection may add to one run, but not to three in a row.
      for (let run = 0; run < 3 && shortest >= 200; run += 1)
        shortest = Math.min(shortest, await cpuTime(render));
      expect(shortest).toBeLessThan(200);
    },
  );

  test('that takes too long is shown as it is written, and the next one is rendered', async () => {
    // Enough for the next text on a busy machine; this one takes minutes.
    const way = means({ perJob: 1_000 });
    const { html } = await renderBody(slow.lists, options, way);
    const reason = 'This text takes too long to format and is shown as it was written.';
    expect(html).toBe(`<p><mark>${reason}</mark></p>\n<pre>${slow.lists}</pre>\n`);
    const next = await renderBody('*a*\n\n'.repeat(400), options, {
      ...means(),
      thread: way.thread,
    });
    expect(next.html).toContain('<em>a</em>');
  });
});
