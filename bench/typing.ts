// Measures a keystroke in the admin's editor, in a long document and beside a bare text field: see README.md.
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
    keys: { type: 'string', default: '200' },
    /** Milliseconds between keys; 100 correspond to 120 words a minute. */
    delay: { type: 'string', default: '80' },
    json: { type: 'boolean', default: false },
  },
});
const [bytes, keys, delay] = [options.bytes, options.keys, options.delay].map(Number) as [
  number,
  number,
  number,
];

/** Script for the page: measures the milliseconds that a key keeps it busy, including the frame that shows it. */
const watch = `(() => {
  const times = (globalThis.keyTimes = []);
  let begun = 0;
  addEventListener('keydown', () => { begun = performance.now(); }, true);
  addEventListener('input', () => {
    // After what the listeners of the key have left for later in the same task.
    queueMicrotask(() => {
      const handled = performance.now() - begun;
      requestAnimationFrame(() => {
        const frame = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(handled + performance.now() - frame);
        port2.postMessage(null);
      });
    });
  });
})()`;

const text = longDocument(bytes);
await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
await ensureAdminBuilt();
const project = join(folder.path, 'site');
await mkdir(join(project, 'content/posts'), { recursive: true });
await mkdir(join(project, 'content/media'), { recursive: true });
await writeFile(join(project, 'galley.yaml'), '');
await writeFile(join(project, 'content/media/press.png'), Buffer.from(pixel, 'base64'));
await writeFile(join(project, 'content/posts/long.md'), `---\ntitle: Long\n---\n${text}`);
const server = await serveProject(project, {
  ...administratorVariables,
  ...withoutLimits,
});
try {
  const { headers } = await SignedIn.at(server.site);
  await using browser = await TestBrowser.start();
  await using page = await browser.open({ url: server.site });
  const [name, value] = headers['cookie']!.split('=', 2) as [string, string];
  await page.context().addCookies([{ name, value, url: server.site }]);
  const results = {
    'a bare text field': await measureTextField(page),
    'source, at the start': await measureEditor(page, { mode: 'source', key: 'Control+Home' }),
    'source, at the end': await measureEditor(page, { mode: 'source', key: 'Control+End' }),
    'visual, at the start': await measureEditor(page, { mode: 'visual', key: 'Control+Home' }),
    'visual, at the end': await measureEditor(page, { mode: 'visual', key: 'Control+End' }),
  };
  if (options.json) console.log(JSON.stringify(results, undefined, 2));
  else console.table(results);
} finally {
  await server.stop();
}

async function measureTextField(page: TestPage): Promise<Result> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const body = `<!doctype html><title>Bare</title><textarea rows="40" cols="80">${escaped}</textarea>`;
  // An own page: in one of the site, its scripts and policy would take part.
  await page.goto(`data:text/html;charset=utf-8;base64,${Buffer.from(body).toString('base64')}`);
  // In the page: Playwright's checks of a field of 200 KB take longer than its timeout on a busy machine.
  await page.evaluate(`(() => {
    const field = document.querySelector('textarea');
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  })()`);
  return measured(page);
}

interface Place {
  readonly mode: 'source' | 'visual';
  readonly key: string;
}

async function measureEditor(page: TestPage, { mode, key }: Place): Promise<Result> {
  await page.goto('/__admin/');
  await page.evaluate(`localStorage.setItem('galley.editor.mode', '${mode}')`);
  await page.goto('/__admin/edit/posts/long.md');
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  await field.focus();
  await page.keyboard.press(key);
  await page.waitForTimeout(2000);
  return measured(page);
}

interface Result {
  /** Busy milliseconds of the page from a key to the end of the frame that shows it. */
  readonly 'key to frame': number;
  readonly 'of a hundred, 95 within': number;
  readonly 'first key': number;
  /** Busy milliseconds from one key to the next, including the blinking cursor and delayed work. */
  readonly 'key to key': number;
  readonly longest: number;
  readonly 'over 32 ms': number;
  /** The first column by the page's own clock, in another round without tracing. */
  readonly 'without the trace': number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

async function measured(page: TestPage): Promise<Result> {
  const result = await traced(page);
  await page.evaluate(watch);
  await typeText(page);
  const times = await page.evaluate<number[]>('globalThis.keyTimes');
  return { ...result, 'without the trace': quantile(times, 0.5) };
}

async function typeText(page: TestPage): Promise<void> {
  const sentence = 'Of the press and of the ink, and of who has sold it, nobody has heard. ';
  const typed = sentence.repeat(Math.ceil(keys / sentence.length)).slice(0, keys);
  await page.keyboard.type(typed, { delay });
  // Includes delayed work after a pause: saving the working copy and updating the preview.
  await page.waitForTimeout(3000);
}

async function traced(page: TestPage): Promise<Omit<Result, 'without the trace'>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await typeText(page);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return resultOf(trace.traceEvents);
}

function resultOf(events: readonly TraceEvent[]): Omit<Result, 'without the trace'> {
  const pressed = events
    .filter((event) => event.name === 'EventDispatch' && event.args?.data?.type === 'keydown')
    .toSorted((one, other) => one.ts - other.ts);
  const [first] = pressed as [TraceEvent];
  const own = events
    .filter(({ pid, tid, dur }) => pid === first.pid && tid === first.tid && dur !== undefined)
    .toSorted((one, other) => one.ts - other.ts);
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const frames = own.filter(({ name }) => name === 'Layerize');
  const since = pressed.map(({ ts }) => tasks.findLast((task) => task.ts <= ts)!.ts);
  const busy = (from: number, to: number): number =>
    tasks.reduce((sum, { ts, dur }) => (ts >= from && ts < to ? sum + dur! : sum), 0) / 1000;
  const toFrame = since.map((from) => busy(from, frames.find(({ ts }) => ts > from)!.ts));
  const toNext = since.slice(1).map((next, index) => busy(since[index]!, next));
  const times = tasks.filter(({ ts }) => ts >= since[0]!).map(({ dur }) => dur! / 1000);
  return {
    'key to frame': quantile(toFrame, 0.5),
    'of a hundred, 95 within': quantile(toFrame, 0.95),
    'first key': quantile(toFrame.slice(0, 1), 1),
    'key to key': quantile(toNext, 0.5),
    longest: quantile(times, 1),
    'over 32 ms': times.filter((time) => time > 32).length,
  };
}
