// Measures starting a plugin and passing text through it, beside a bare thread: see README.md.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { silentLogger, systemClock } from '@galley/kernel';
import { PluginHost } from '@galley/plugins';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    plugins: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const calls = Number(options.calls);
const count = Number(options.plugins);

const page = `<p>${'The printers of the town. '.repeat(790)}</p>`;
const body = `export const filters = {
  'page.html': (html) => html,
  'document.html': (html) => html.replaceAll('printers', '<b>printers</b>'),
};\n`;

interface Measured {
  readonly what: string;
  /** Microseconds. */
  readonly median: number;
  readonly p99: number;
}

async function measure(what: string, once: () => Promise<unknown>): Promise<Measured> {
  for (let warm = 0; warm < 200; warm += 1) await once();
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = performance.now();
    await once();
    times.push((performance.now() - start) * 1_000);
  }
  return { what, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function bareThread(): Promise<Measured[]> {
  const source = `const { parentPort } = require('node:worker_threads'); parentPort.on('message', (text) => parentPort.postMessage(text));`;
  const worker = new Worker(source, { eval: true });
  const ask = (text: string): Promise<void> =>
    new Promise((resolve) => {
      worker.once('message', () => resolve());
      worker.postMessage(text);
    });
  const measured = [
    await measure('bare thread, nothing', () => ask('')),
    await measure('bare thread, 20 KB', () => ask(page)),
  ];
  await worker.terminate();
  return measured;
}

async function plugins(): Promise<{ calls: Measured[]; starts: Record<string, number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-plugins-'));
  const names = Array.from({ length: count }, (_, at) => `plugin-${at}`);
  for (const name of names) {
    await mkdir(join(folder, name));
    const yaml = `name: ${name}\nversion: 1.0.0\npermissions: [render]\nfilters: [page.html, document.html]\n`;
    await writeFile(join(folder, name, 'plugin.yaml'), yaml);
    await writeFile(join(folder, name, 'index.js'), body);
  }
  let on: readonly string[] = [];
  const { consentId } = await import('../packages/plugins/consent.ts');
  const consent = consentId({ permissions: ['render'], hosts: [] });
  const record = { enabled: true, consent, lastError: null, failedAt: null, version: 1 };
  const host = new PluginHost({
    folders: [{ directory: folder, builtin: false }],
    records: {
      list: () => Promise.resolve(on.map((name) => ({ ...record, name }))),
      fail: () => Promise.resolve(false),
    },
    settings: () => ({}),
    grants: [],
    logger: silentLogger,
    clock: systemClock,
  });
  const ending = new AbortController();
  host.loop.start(ending.signal);
  const start = async (wanted: readonly string[]): Promise<number> => {
    on = wanted;
    const begin = performance.now();
    await host.apply();
    return performance.now() - begin;
  };
  const before = process.memoryUsage.rss();
  const first = await start(names.slice(0, 1));
  const others = await start(names);
  const megabytes = (process.memoryUsage.rss() - before) / 1e6 / count;
  await start(names.slice(0, 1));
  const measured = [
    await measure('filter, nothing', () => host.filter('page.html', '', {})),
    await measure('filter, 20 KB as it is', () => host.filter('page.html', page, {})),
    await measure('filter, 20 KB changed', () => host.filter('document.html', page, {})),
  ];
  ending.abort();
  await host.loop.stopped;
  await rm(folder, { recursive: true });
  const starts = { first, each_of_the_others: others / Math.max(1, count - 1), megabytes };
  return { calls: measured, starts };
}

const bare = await bareThread();
const { calls: ofPlugins, starts } = await plugins();
if (options.json) console.log(JSON.stringify({ calls: [...bare, ...ofPlugins], starts }));
else {
  for (const { what, median, p99 } of [...bare, ...ofPlugins])
    console.log(`${what.padEnd(26)} median ${median.toFixed(0)} µs, p99 ${p99.toFixed(0)} µs`);
  console.log(
    `start: first ${starts['first']!.toFixed(0)} ms, each of the others ${starts['each_of_the_others']!.toFixed(0)} ms (at once), ${starts['megabytes']!.toFixed(0)} MB each`,
  );
}
