// Measures first and later starts of a project with many documents: see README.md.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { makeDocuments } from './make-documents.ts';
import { serveProject, type Served } from './served-process.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5000' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(options.documents);

const project = await mkdtemp(join(tmpdir(), 'galley-bench-'));
try {
  await writeFile(join(project, 'galley.yaml'), '');
  await makeDocuments(join(project, 'content'), { count, bytes: Number(options.bytes) });
  const bare = await readAndHash(join(project, 'content'));
  // The scan makes up to a thousand documents searchable; with more, all are indexed later.
  const first = await measureStart({ leavesSearch: count > 1_000 });
  const again = await measureStart();
  report({ documents: count, machine: machine(), bare, first, again });
} finally {
  await rm(project, { recursive: true, force: true });
}

type Start = Awaited<ReturnType<typeof measureStart>>;

interface Result {
  readonly documents: number;
  readonly machine: string;
  readonly bare: number;
  readonly first: Start;
  readonly again: Start;
}

async function readAndHash(folder: string): Promise<number> {
  const script = join(import.meta.dirname, 'read-and-hash.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
  return (JSON.parse(stdout) as { milliseconds: number }).milliseconds;
}

async function measureStart({ leavesSearch = false } = {}) {
  const server = await serveProject(project);
  try {
    const memory = await server.peakMemory();
    const firstPage = await timePage(server, '/posts/');
    return {
      start: server.startMilliseconds,
      index: server.indexMilliseconds,
      memory,
      firstPage,
      secondPage: await timePage(server, '/posts/'),
      searchable: leavesSearch ? await server.searchable : server.startMilliseconds,
    };
  } finally {
    await server.stop();
  }
}

async function timePage({ site }: Served, path: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(site + path);
  await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return Math.round(performance.now() - begun);
}

function machine(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

function report(result: Result): void {
  if (options.json) {
    console.log(JSON.stringify(result, undefined, 2));
    return;
  }
  const { bare, first, again } = result;
  console.log(`${count} documents of ${options.bytes} bytes; ${result.machine}`);
  console.log(`Reading and hashing the same files in a bare process: ${bare} ms`);
  const rows: [string, keyof Start, string][] = [
    ['from the start of the process to ready', 'start', 'ms'],
    ['of that, looking through the tree', 'index', 'ms'],
    ['most memory until then', 'memory', 'MiB'],
    ['until a search finds everything', 'searchable', 'ms'],
    ['first public page', 'firstPage', 'ms'],
    ['the same page again', 'secondPage', 'ms'],
  ];
  const table = rows.map(([name, key, unit]) => [
    name,
    { first: `${first[key] ?? '–'} ${unit}`, again: `${again[key] ?? '–'} ${unit}` },
  ]);
  console.table(Object.fromEntries(table));
}
