import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { makeBody, numbers } from '../make-documents.ts';
import type { Act } from '../working-side/acts.ts';
import { LoadClient, type Call } from '../working-side/load-client.ts';

export const peerActs = ['open', 'list', 'create', 'save', 'publish'] as const;
export type PeerAct = (typeof peerActs)[number];

export interface Peer {
  readonly name: string;
  readonly pid: number;
  readonly acts: Readonly<Record<PeerAct, Act>>;
  stop(): Promise<void>;
}

export interface PeerSettings {
  /** In which both are installed. */
  readonly folder: string;
  /** Connection to an empty database. */
  readonly database: {
    host: string;
    port: number;
    user: string;
    password: string;
    database: string;
  };
  readonly documents: number;
  readonly bytes: number;
}

export type Article = Readonly<Record<string, unknown>>;

/** Calls of an API that stores articles. */
export interface ArticleApi {
  readonly open: (id: unknown) => Call;
  readonly list: () => Call;
  readonly create: (article: Article) => Call;
  readonly save: (id: unknown, body: string) => Call;
  readonly publish: (id: unknown) => Call;
  readonly idIn: (answer: string) => unknown;
}

const minDrafts = 100;
const seeders = 8;

/** Creates the documents, and says how each act asks for them, as `actsOf` does for Galley. */
export async function peerActsOf(
  api: ArticleApi,
  { documents, bytes }: PeerSettings,
): Promise<Record<PeerAct, Act>> {
  const articles = articlesOf(bytes);
  const ids: unknown[] = [];
  const drafts: unknown[] = [];
  await createInto(ids, documents);
  let turn = 0;
  return {
    open: { next: () => api.open(ids[(turn++ * 37) % ids.length]) },
    list: { next: () => api.list() },
    create: {
      next: () => api.create(articles()),
      onAnswer: (answer) => drafts.push(api.idIn(answer)),
    },
    save: { next: () => api.save(ids[turn++ % 64], String(articles().body)) },
    publish: {
      prepare: () => createInto(drafts, minDrafts),
      next: () => (drafts.length === 0 ? undefined : api.publish(drafts.shift())),
    },
  };

  async function createInto(list: unknown[], count: number): Promise<void> {
    using client = new LoadClient();
    const work = async (): Promise<void> => {
      while (list.length < count) list.push(api.idIn(await client.send(api.create(articles()))));
    };
    await Promise.all(Array.from({ length: seeders }, work));
  }
}

function articlesOf(bytes: number): () => Article & { readonly body: string } {
  const below = numbers();
  const bodies = Array.from({ length: 64 }, () => makeBody(bytes, below));
  let count = 0;
  return () => {
    count += 1;
    return {
      title: `Article ${count}`,
      slug: `article-${count}`,
      lang: 'en',
      summary: 'The press stands where light falls from both sides.',
      author: 'ines',
      date: new Date(Date.UTC(2020, 0, 1 + (count % 2_000))).toISOString(),
      tags: ['Paper', 'Ink'],
      body: `Text ${count}.\n${bodies[count % bodies.length]}`,
    };
  };
}

export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Address that answers as soon as the server is ready. */
  readonly ready: string;
}

const startMs = 120_000;

export async function startProgram({ program, args, cwd, variables, ready }: Program) {
  const env = { ...process.env, ...variables };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on(
    'data',
    (data: Buffer) => (complaint = (complaint + data.toString()).slice(-5_000)),
  );
  const ended = once(child, 'exit');
  const deadline = performance.now() + startMs;
  while (!(await answers(ready))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${program} ${args.join(' ')} does not answer at ${ready}:\n${complaint}`);
    await delay(100);
  }
  return {
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.status < 500,
    () => false,
  );
}
