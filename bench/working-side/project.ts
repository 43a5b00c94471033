import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attachEmbeddedServer, type EmbeddedServer } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { listFiles } from '../build-sites.ts';
import { makeDocuments } from '../make-documents.ts';
import { cpuOfTree } from '../process-usage.ts';
import { quantile } from '../quantile.ts';
import { serveProject, type Served } from '../served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from '../signed-in.ts';
import { LoadClient } from './load-client.ts';

const starts = 3;
/** Documents whose search index is complete before the server is ready. */
const indexedAtStart = 1_000;
const quietSampleMs = 500;
const quietShare = 0.05;
const quietTimeoutMs = 60_000;

export interface Project {
  readonly folder: string;
  readonly content: string;
  readonly paths: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly database: EmbeddedServer;
}

export interface ProjectOptions {
  readonly documents: number;
  readonly bytes: number;
  readonly builds: boolean;
}

export type Headers = Readonly<Record<string, string>>;

/** The caller detaches from the database. */
export async function createProject(
  folder: string,
  { documents, bytes, builds }: ProjectOptions,
): Promise<Project> {
  const content = join(folder, 'content');
  await writeFile(join(folder, 'galley.yaml'), '');
  await makeDocuments(content, { count: documents, bytes });
  const paths = (await listFiles(content)).filter((path) => path.endsWith('.md')).sort();
  const variables = {
    ...administratorVariables,
    ...withoutLimits,
    // As in the Docker image and `npm start`.
    NODE_OPTIONS: '--max-semi-space-size=4',
    // As in `galley`, which keeps it beside the packages; the first start fills it.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    GALLEY_BUILD__ON_PUBLISH: String(builds),
  };
  // Attached before the server starts, so that PostgreSQL runs throughout, and with this setting.
  const database = await attachEmbeddedServer({
    dataDirectory: join(folder, 'data/postgres'),
    secretsDirectory: join(folder, 'data/secrets'),
    settings: { shared_preload_libraries: 'pg_stat_statements' },
    logger: silentLogger,
  });
  return { folder, content, paths, variables, database };
}

/** Indexes all documents in a first start; the session outlasts it. */
export async function indexAndSignIn({ folder, variables, paths }: Project): Promise<Headers> {
  const server = await serveProject(folder, variables);
  try {
    if (paths.length > indexedAtStart) await server.searchable;
    const { headers } = await SignedIn.at(server.site);
    await waitUntilQuiet(server);
    return headers;
  } finally {
    await server.stop();
  }
}

/** Median seconds until a request with a session is answered. The server of the last start keeps running. */
export async function measureStarts(
  project: Project,
  headers: Headers,
): Promise<{ server: Served; start: number }> {
  const times: number[] = [];
  for (;;) {
    const begun = performance.now();
    const server = await serveProject(project.folder, project.variables);
    try {
      await openDocument(server, project.paths[0]!, headers);
    } catch (error) {
      await server.stop();
      throw error;
    }
    times.push(performance.now() - begun);
    if (times.length === starts) return { server, start: quantile(times, 0.5) / 1_000 };
    await server.stop();
  }
}

async function openDocument({ site }: Served, path: string, headers: Headers): Promise<void> {
  using client = new LoadClient();
  const url = `${site}/__admin/api/document?path=${encodeURIComponent(path)}`;
  await client.send({ url, headers });
}

/** Work after the start or after answers must not count for what is measured next. */
export async function waitUntilQuiet({ pid }: Pick<Served, 'pid'>): Promise<void> {
  const deadline = performance.now() + quietTimeoutMs;
  const maxCpu = (quietShare * quietSampleMs) / 1_000;
  for (let before = (await cpuOfTree(pid))!; performance.now() < deadline;) {
    await delay(quietSampleMs);
    const after = (await cpuOfTree(pid))!;
    if (after - before <= maxCpu) return;
    before = after;
  }
}
