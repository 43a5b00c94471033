// Measures opening the admin's list of many documents: the request, and the time from click to rows: see README.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DatabaseAddress } from '@galley/database';
import { insertManyDocuments, nthWord, TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../scripts/admin-build.ts';
import { ownDatabase } from './own-database.ts';
import { cpuOf } from './process-usage.ts';
import { quantile } from './quantile.ts';
import { serveProject, type Served } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '50000' },
    words: { type: 'string', default: '300' },
    runs: { type: 'string', default: '25' },
    json: { type: 'boolean', default: false },
  },
});
const [count, words, runs] = [options.documents, options.words, options.runs].map(Number) as [
  number,
  number,
  number,
];

const requests: Readonly<Record<string, string>> = {
  'the first page': '',
  'by title': 'sort=title',
  'by date, oldest first': 'sort=date&order=asc',
  'by path': 'sort=path',
  drafts: 'status=draft',
  'in review': 'status=in_review',
  'archived pages in Spanish': 'status=archived&type=page&lang=es',
  'of an author, by title': 'author=author-7&sort=title',
  'of an assignee': 'assignee=author-0',
  'a word in one of ten': `q=${nthWord(300)}`,
  'a word in all': `q=${nthWord(1)}`,
};

await using own = await ownDatabase();
await ensureAdminBuilt();
const project = join(own.folder, 'site');
await mkdir(project);
await writeFile(join(project, 'galley.yaml'), '');
const server = await serveProject(project, {
  ...administratorVariables,
  ...withoutLimits,
  DATABASE_URL: urlOf(own.address),
  // The rows have no files; the watcher would notice.
  GALLEY_CONTENT__WATCH: 'off',
});
try {
  await insertManyDocuments(own.address, { count, words });
  const { headers } = await SignedIn.at(server.site);
  const results = {
    ...(await measureRequests(server, headers)),
    ...(await measurePage(server.site, headers['cookie']!)),
  };
  if (options.json) console.log(JSON.stringify(results, undefined, 2));
  else console.table(results);
} finally {
  await server.stop();
}

function urlOf({ host, port, user, password, database }: DatabaseAddress): string {
  const who = [user, password].map(encodeURIComponent).join(':');
  return `postgres://${who}@${host}:${port}/${database}`;
}

async function measureRequests({ site, pid }: Served, headers: Readonly<Record<string, string>>) {
  const ask = async (query: string): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(`${site}/__admin/api/documents?limit=50&${query}`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${query}: ${answer.status}`);
    return performance.now() - begun;
  };
  const results: Record<string, Result> = {};
  for (const [name, query] of Object.entries(requests)) {
    const before = await cpuOf(pid);
    const times = await repeated(() => ask(query));
    const cpu = ((await cpuOf(pid)) - before) / (runs + 1);
    results[`request: ${name}`] = { ...times, 'server, CPU': Math.round(cpu * 10_000) / 10 };
  }
  return results;
}

async function measurePage(site: string, cookie: string) {
  await using browser = await TestBrowser.start();
  await using page = await browser.open({ url: site });
  const [name, value] = cookie.split('=', 2) as [string, string];
  await page.context().addCookies([{ name, value, url: site }]);
  const afresh = async (): Promise<number> => {
    await page.goto('/__admin/');
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
    // The network is never idle: the stream of changes stays open.
    await page.waitForTimeout(1000);
    return clickToRows(page);
  };
  const again = async (): Promise<number> => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
    return clickToRows(page);
  };
  return {
    'page: from the click to the rows': await repeated(afresh),
    'page: the same, seen before': await repeated(again),
  };
}

/** Milliseconds from the click to the frame that shows rows, by the page's own clock. */
function clickToRows(page: TestPage): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const begun = performance.now();
    document.querySelector('nav a[href$="/documents"]').click();
    const look = () =>
      document.querySelector('[role=row][data-index]')
        ? resolve(performance.now() - begun)
        : requestAnimationFrame(look);
    look();
  })`);
}

interface Result {
  readonly middle: number;
  readonly slowest: number;
  /** Milliseconds of processor time per request. */
  readonly 'server, CPU'?: number;
}

async function repeated(work: () => Promise<number>): Promise<Result> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await work());
  return { middle: quantile(times, 0.5), slowest: quantile(times, 1) };
}
