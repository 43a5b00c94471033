// Measures how long the admin takes to open a long document, each time in a freshly loaded page: see README.md.
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../scripts/admin-build.ts';
import { longDocument, pixel } from './long-document.ts';
import { quantile } from './quantile.ts';
import { serveProject } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    bytes: { type: 'string', default: '204800' },
    rounds: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});
const [bytes, rounds] = [options.bytes, options.rounds].map(Number) as [number, number];

/** Notes when the text is in the page and its frame is painted. */
const watch = `(() => {
  globalThis.opened = new Promise((resolve) => {
    const seen = setInterval(() => {
      if (!document.querySelector('.cm-content .cm-line, .cm-content .cm-picture')) return;
      clearInterval(seen);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }, 1);
  });
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
})()`;

interface Opening {
  /** Milliseconds from the navigation to the painted text. */
  readonly opened: number;
  /** Milliseconds from the navigation to the answer of the server with the document. */
  readonly received: number;
  readonly longest: number;
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
await ensureAdminBuilt();
const project = join(folder.path, 'site');
await mkdir(join(project, 'content/posts'), { recursive: true });
await mkdir(join(project, 'content/media'), { recursive: true });
await writeFile(join(project, 'galley.yaml'), '');
await writeFile(join(project, 'content/media/press.png'), Buffer.from(pixel, 'base64'));
await writeFile(join(project, 'content/posts/short.md'), '---\ntitle: Short\n---\nInk.\n');
const body = longDocument(bytes);
await writeFile(join(project, 'content/posts/long.md'), `---\ntitle: Long\n---\n${body}`);
const server = await serveProject(project, { ...administratorVariables, ...withoutLimits });
try {
  const { headers } = await SignedIn.at(server.site);
  await using browser = await TestBrowser.start();
  await using page = await browser.open({ url: server.site });
  const [name, value] = headers['cookie']!.split('=', 2) as [string, string];
  await page.context().addCookies([{ name, value, url: server.site }]);
  await page.addInitScript(watch);
  const results = {
    'a short document': await measureOpening(page, 'posts/short.md'),
    'the long document': await measureOpening(page, 'posts/long.md'),
  };
  if (options.json) console.log(JSON.stringify(results, undefined, 2));
  else console.table(results);
} finally {
  await server.stop();
}

async function measureOpening(page: TestPage, path: string): Promise<Record<string, number>> {
  const openings: Opening[] = [];
  // The first round fills the browser's cache and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(`/__admin/edit/${path}`);
    const opened = await page.evaluate<number>('globalThis.opened');
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))');
    const opening = await page.evaluate<Omit<Opening, 'opened'>>(`({
      received: Math.max(...performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/document?'))
        .map(({ responseEnd }) => responseEnd)),
      longest: globalThis.longest,
    })`);
    if (round > 0) openings.push({ ...opening, opened });
  }
  const median = (key: keyof Opening) =>
    Math.round(
      quantile(
        openings.map((one) => one[key]),
        0.5,
      ),
    );
  return {
    opened: median('opened'),
    'slowest opened': Math.round(Math.max(...openings.map(({ opened }) => opened))),
    received: median('received'),
    'longest task': median('longest'),
  };
}
