// Measures how long the admin takes to open a document, each time in a freshly loaded page: see README.md.
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TestBrowser, type TestPage } from '@galley/testing';
import type * as AdminBuild from '../scripts/admin-build.ts';
import { longDocument, pixel } from './long-document.ts';
import { quantile } from './quantile.ts';
import type * as ServedProcess from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    bytes: { type: 'string', default: '204800' },
    rounds: { type: 'string', default: '10' },
    /** Another checkout of Galley, which is measured in turn. */
    beside: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [bytes, rounds] = [options.bytes, options.rounds].map(Number) as [number, number];

/** Notes when the text is in the page and its frame is painted. */
const watch = `(() => {
  globalThis.opened = new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.cm-content .cm-line, .cm-content .cm-picture')) return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
})()`;

/** Steps in the page, in milliseconds from the navigation. */
const readSteps = `(() => {
  const [page] = performance.getEntriesByType('navigation');
  const all = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < globalThis.openedAt);
  const first = (part) => all.find(({ name }) => name.includes(part));
  const scripts = all.filter(({ name }) => name.endsWith('.js'));
  const editor = first('/editor-screen');
  return {
    page: page.responseEnd,
    'first script': scripts[0].responseEnd,
    'session asked': first('/api/session').startTime,
    'session known': first('/api/session').responseEnd,
    'editor asked': editor.startTime,
    'scripts loaded': Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
    'document asked': first('/api/document?').startTime,
    'document received': first('/api/document?').responseEnd,
    'text painted': globalThis.openedAt,
    'longest task': globalThis.longest,
    'requests before': all.filter(({ name }) => name.includes('/api/')).length,
  };
})()`;

type Steps = Readonly<Record<string, number>>;

interface Measured {
  readonly name: string;
  readonly page: TestPage;
  readonly server: ServedProcess.Served;
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
await using browser = await TestBrowser.start();
const here = await measuredAt(resolve(import.meta.dirname, '..'), 'this checkout');
const measured = options.beside
  ? [await measuredAt(resolve(options.beside), 'the other'), here]
  : [here];
try {
  const results = {
    ...(await measureOpenings('a short document', 'posts/short.md')),
    ...(await measureOpenings('the long document', 'posts/long.md')),
  };
  if (options.json) console.log(JSON.stringify(results, undefined, 2));
  else console.table(transposed(results));
} finally {
  for (const { page } of measured) await page[Symbol.asyncDispose]();
  for (const { server } of measured) await server.stop();
}

/** A server with its admin, and a browser page signed in to it. */
async function measuredAt(checkout: string, name: string): Promise<Measured> {
  const { serveProject } = (await import(
    join(checkout, 'bench/served-process.ts')
  )) as typeof ServedProcess;
  const { ensureAdminBuilt } = (await import(
    join(checkout, 'scripts/admin-build.ts')
  )) as typeof AdminBuild;
  await ensureAdminBuilt();
  const project = join(folder.path, name.replaceAll(' ', '-'));
  await mkdir(join(project, 'content/posts'), { recursive: true });
  await mkdir(join(project, 'content/media'), { recursive: true });
  await writeFile(join(project, 'galley.yaml'), '');
  await writeFile(join(project, 'content/media/press.png'), Buffer.from(pixel, 'base64'));
  await writeFile(join(project, 'content/posts/short.md'), '---\ntitle: Short\n---\nInk.\n');
  const body = longDocument(bytes);
  await writeFile(join(project, 'content/posts/long.md'), `---\ntitle: Long\n---\n${body}`);
  const server = await serveProject(project, { ...administratorVariables, ...withoutLimits });
  const { headers } = await SignedIn.at(server.site);
  const page = await browser.open({ url: server.site });
  const [cookie, value] = headers['cookie']!.split('=', 2) as [string, string];
  await page.context().addCookies([{ name: cookie, value, url: server.site }]);
  await page.addInitScript(watch);
  return { name, page, server };
}

async function measureOpenings(what: string, path: string): Promise<Record<string, Steps>> {
  const steps = measured.map((): Steps[] => []);
  // The first rounds fill the caches of the browser and are not counted.
  for (let round = -2; round < rounds; round += 1)
    for (const [index, { page }] of measured.entries()) {
      const step = await openOnce(page, path);
      if (round >= 0) steps[index]!.push(step);
    }
  return Object.fromEntries(
    measured.map(({ name }, index) => [`${what}, ${name}`, summarize(steps[index]!)]),
  );
}

async function openOnce(page: TestPage, path: string): Promise<Steps> {
  await page.goto(`/__admin/edit/${path}`);
  await page.evaluate('globalThis.opened.then((at) => { globalThis.openedAt = at; })');
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))');
  return page.evaluate<Steps>(readSteps);
}

function summarize(all: readonly Steps[]): Steps {
  const painted = all.map((one) => one['text painted']!);
  const medians = Object.keys(all[0]!).map((key) => [
    key,
    Math.round(
      quantile(
        all.map((one) => one[key]!),
        0.5,
      ),
    ),
  ]);
  return {
    ...(Object.fromEntries(medians) as Steps),
    'slowest painted': Math.round(Math.max(...painted)),
  };
}

function transposed(results: Readonly<Record<string, Steps>>): Record<string, Steps> {
  const keys = Object.keys(Object.values(results)[0]!);
  return Object.fromEntries(
    keys.map((key) => [
      key,
      Object.fromEntries(Object.entries(results).map(([name, steps]) => [name, steps[key]!])),
    ]),
  );
}
