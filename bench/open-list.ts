// How long the admin's list of many documents takes to open: the request, and from the click to the rows: see README.md.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../scripts/admin-build.ts';
import { makeDocuments } from './make-documents.ts';
import { quantile } from './quantile.ts';
import { serveProject } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '50000' },
    bytes: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '25' },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);

/** As the list asks for its pages, by what somebody chose in it. */
const requests: Readonly<Record<string, string>> = {
  'the first page': '',
  'by title': 'sort=title',
  'by date, oldest first': 'sort=date&order=asc',
  'by path': 'sort=path',
  drafts: 'status=draft',
  'published pages in Spanish': 'status=published&type=page&lang=es',
  'of an author, by title': 'author=ines&sort=title',
  'of an assignee': 'assignee=ada',
  'a word in most documents': 'q=paper',
  'two words': 'q=damp+thumb',
};

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
try {
  const project = join(folder, 'site');
  await mkdir(project);
  await writeFile(join(project, 'galley.yaml'), '');
  const [count, bytes] = [Number(options.documents), Number(options.bytes)];
  await makeDocuments(join(project, 'content'), { count, bytes });
  await ensureAdminBuilt();
  await measure(project);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(project: string): Promise<void> {
  const server = await serveProject(project, { ...administratorVariables, ...withoutLimits });
  try {
    await server.searchable;
    const { headers } = await SignedIn.at(server.site);
    const results = {
      ...(await measureRequests(`${server.site}/__admin/api/documents?limit=50&`, headers)),
      ...(await measurePage(server.site, headers['cookie']!)),
    };
    if (options.json) console.log(JSON.stringify(results, undefined, 2));
    else console.table(results);
  } finally {
    await server.stop();
  }
}

async function measureRequests(address: string, headers: Readonly<Record<string, string>>) {
  const ask = async (query: string): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(address + query, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${query}: ${answer.status}`);
    return performance.now() - begun;
  };
  const results: Record<string, Result> = {};
  for (const [name, query] of Object.entries(requests))
    results[`request: ${name}`] = await repeated(() => ask(query));
  return results;
}

/** In a page that has just been loaded, and again when the list was there before. */
async function measurePage(site: string, cookie: string) {
  await using browser = await TestBrowser.start();
  await using page = await browser.open({ url: site });
  const [name, value] = cookie.split('=', 2) as [string, string];
  await page.context().addCookies([{ name, value, url: site }]);
  const afresh = async (): Promise<number> => {
    await page.goto('/__admin/', { waitUntil: 'networkidle' });
    return clickToRows(page);
  };
  const again = async (): Promise<number> => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return clickToRows(page);
  };
  return {
    'page: from the click to the rows': await repeated(afresh),
    'page: the same, seen before': await repeated(again),
  };
}

/** Measured by the page's own clock: from the click to the frame that has rows in it. */
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
}

async function repeated(work: () => Promise<number>): Promise<Result> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await work());
  return { middle: quantile(times, 0.5), slowest: quantile(times, 1) };
}
