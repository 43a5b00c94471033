// Imports a real site and compares it with its source: see README.md.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { readSource as readFrontmatter } from '@galley/content';
import { listLinks } from '../packages/site/markdown/links.ts';
import { numbers } from './make-documents.ts';
import { readCorpus, type Corpus } from './read-corpus.ts';
import { ensureProgramBuilt } from '../scripts/program-build.ts';
import { serveProject, type Served } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    media: { type: 'string' },
    /** YAML of the site settings. */
    settings: { type: 'string', default: '' },
    saves: { type: 'string', default: '250' },
    list: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const [format = '', source = ''] = positionals;
const galley = join(import.meta.dirname, '../apps/cli/bin/galley.mjs');

interface Report {
  readonly pages: number;
  readonly media: number;
  readonly redirects: number;
  readonly documents: readonly {
    readonly source: string;
    readonly path: string;
    readonly status: string;
    readonly change: string;
  }[];
  readonly files: readonly { readonly path: string }[];
  readonly skipped: readonly { readonly source: string; readonly reason: string }[];
  readonly warnings: readonly { readonly source: string; readonly message: string }[];
}

interface Diagnosis {
  readonly findings: readonly {
    readonly check: string;
    readonly path: string | null;
    readonly message: string;
  }[];
}

const project = await mkdtemp(join(tmpdir(), 'galley-bench-'));
try {
  await ensureProgramBuilt();
  await writeFile(join(project, 'galley.yaml'), '');
  await mkdir(join(project, 'content/config'), { recursive: true });
  await writeFile(join(project, 'content/config/site.yaml'), options.settings);
  console.log(JSON.stringify(await compare(), undefined, 2));
} finally {
  if (options.keep) console.error(project);
  else await rm(project, { recursive: true, force: true });
}

async function compare() {
  const corpus = await readCorpus({
    format,
    path: source,
    media: options.media,
    temporary: tmpdir(),
  });
  const dry = await timed(() => importSite('--dry-run'));
  const first = await timed(() => importSite());
  const again = await timed(() => importSite());
  const imported = await readImported(first.result);
  const [addresses, saves] = await whileServed(async (served) => [
    await checkAddresses(served.site, publicAddresses(corpus, first.result)),
    await saveUnchanged(served, first.result),
  ]);
  const faults = sortFaults(await diagnose(), corpus);
  const { skipped, warnings, redirects } = first.result;
  return {
    before: corpus.counts,
    after: {
      pages: first.result.documents.length,
      drafts: first.result.documents.filter(({ status }) => status === 'draft').length,
      media: first.result.files.length,
      ...imported,
      redirects,
    },
    seconds: { dryRun: dry.seconds, import: first.seconds, again: again.seconds },
    changedAgain: again.result.pages + again.result.media,
    skipped: reasons(skipped.map(({ reason }) => reason)),
    warnings: reasons(warnings.map(({ message }) => message)),
    addresses,
    saves,
    links: options.list ? faults : { here: faults.here.length, source: faults.source.length },
    ...(options.list && { all: { skipped, warnings } }),
  };
}

async function timed<T>(work: () => Promise<T>) {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - begun) / 100) / 10 };
}

async function importSite(...args: readonly string[]): Promise<Report> {
  const media = options.media === undefined ? [] : ['--media', options.media];
  const all = ['import', format, source, ...media, '--publish', '--json', ...args];
  return JSON.parse(await run(all)) as Report;
}

async function diagnose(): Promise<Diagnosis> {
  return JSON.parse(await run(['doctor', '--json'])) as Diagnosis;
}

/** Output also of a command that ends with 1, as the doctor does after an error. */
async function run(args: readonly string[]): Promise<string> {
  const all = [galley, ...args, '--project', project];
  const limits = { maxBuffer: 256 * 1024 * 1024 };
  try {
    return (await promisify(execFile)(process.execPath, all, limits)).stdout;
  } catch (error) {
    const { code, stdout = '' } = error as { readonly code?: unknown; readonly stdout?: string };
    if (code === 1 && stdout.startsWith('{')) return stdout;
    throw error;
  }
}

async function whileServed<T>(work: (served: Served) => Promise<T>): Promise<T> {
  const variables = {
    ...administratorVariables,
    ...withoutLimits,
    GALLEY_BUILD__ON_PUBLISH: 'false',
  };
  const served = await serveProject(project, variables);
  try {
    return await work(served);
  } finally {
    await served.stop();
  }
}

async function readImported({ documents }: Report) {
  const tags = new Set<unknown>();
  let links = 0;
  for (const { path } of documents) {
    const { values, body } = readFrontmatter(await readFile(join(project, 'content', path)));
    for (const tag of [values['tags'] ?? [], values['categories'] ?? []].flat()) tags.add(tag);
    links += listLinks(body, path).length;
  }
  return { tags: tags.size, links };
}

function publicAddresses({ addresses }: Corpus, { documents }: Report): readonly string[] {
  const open = documents.filter(({ status }) => status === 'published');
  return [...new Set(open.flatMap((document) => addresses.get(document.source) ?? []))];
}

async function checkAddresses(site: string, addresses: readonly string[]) {
  const lost: string[] = [];
  for (const address of addresses) {
    const response = await fetch(site + encodeURI(decodeURI(address)));
    await response.arrayBuffer();
    if (!response.ok) lost.push(address);
  }
  return { checked: addresses.length, lost };
}

/** Saves random published documents as the editor loads them. */
async function saveUnchanged({ site }: Served, { documents }: Report) {
  const signedIn = await SignedIn.at(site);
  const below = numbers();
  const left = documents.filter(({ status }) => status === 'published').map(({ path }) => path);
  const changed: string[] = [];
  let saved = 0;
  while (left.length > 0 && saved < Number(options.saves)) {
    const [path] = left.splice(below(left.length), 1);
    const file = join(project, 'content', path!);
    const before = await readFile(file);
    const detail = await signedIn.document(path!);
    await signedIn.publish(detail, detail.raw_body);
    if (!before.equals(await readFile(file))) changed.push(path!);
    saved += 1;
  }
  return { saved, changed };
}

/** Faults whose target the source has are those of the import. */
function sortFaults({ findings }: Diagnosis, { names }: Corpus) {
  const checks = new Set(['broken_link', 'missing_media', 'shared_address', 'redirects']);
  const faults = findings.filter(({ check }) => checks.has(check));
  const isHere = ({ message }: { readonly message: string }) => {
    const target = /(?:at|file) (\S+)$/.exec(message)?.[1] ?? '';
    return names.has(nameOf(target));
  };
  const text = ({ path, message }: Diagnosis['findings'][number]) => `${path}: ${message}`;
  return {
    here: faults.filter(isHere).map(text),
    source: faults.filter((one) => !isHere(one)).map(text),
  };
}

function nameOf(target: string): string {
  const [path = ''] = target.split('#', 1);
  return basename(path)
    .toLowerCase()
    .replace(/\.(?:md|html?)$/, '');
}

function reasons(texts: readonly string[]): Readonly<Record<string, number>> {
  const plain = texts.map((text) => text.replace(/"[^"]*"|\S+[/.]\S+|\d+/g, '…').slice(0, 80));
  return Object.fromEntries(
    [...Map.groupBy(plain, (text) => text)].map(([text, all]) => [text, all.length]),
  );
}
