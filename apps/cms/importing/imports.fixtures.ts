import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import type { AnswerOf, contract } from '@galley/contract';
import type { ImportFormat, ImportJob, ImportRow } from '@galley/importing';
import { silentLogger, systemActor } from '@galley/kernel';
import { ShutdownStack } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { createTestDatabase, temporaryDirectory, zipOfFiles } from '@galley/testing';
import { writeFiles, type Answer, type Client, type TestServer } from '../fixtures.ts';
import { openContent, type OpenContent } from '../open-content.ts';

const at = '/__admin/api/imports';

export type SiteImport = AnswerOf<typeof contract.imports.upload>;
type Rows = AnswerOf<typeof contract.imports.rows>;

export const zipped = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(zipOfFiles(files));

/** An old site of Hugo with so many posts. */
export function manyPosts(count: number, name = 'post'): Uint8Array<ArrayBuffer> {
  const posts = Array.from({ length: count }, (_one, index) => [
    `content/posts/${name}-${index}.md`,
    `---\ntitle: Post ${index}\ndate: 2024-01-02\n---\nThe text of ${index}.\n`,
  ]);
  return zipped(Object.fromEntries(posts) as Record<string, string>);
}

/** Steps of a person on the page of imports. */
export class Importer {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  send(
    format: string | undefined,
    content: string | Uint8Array<ArrayBuffer>,
    name = 'old-site.zip',
  ): Promise<Answer> {
    return this.client.upload(`${at}/upload`, {
      file: { name, content },
      fields: format === undefined ? {} : { format },
    });
  }

  /** Waits for the end of the dry run. */
  async upload(...source: Parameters<Importer['send']>): Promise<SiteImport> {
    ok(await this.send(...source));
    return this.untilEnded();
  }

  start(id: string, publish = false): Promise<Answer> {
    return this.client.post(`${at}/start`, { id, publish });
  }

  async started(id: string, publish = false): Promise<SiteImport> {
    return ok(await this.start(id, publish)).json<SiteImport>();
  }

  cancel(id: string): Promise<Answer> {
    return this.client.post(`${at}/cancel`, { id });
  }

  async current(): Promise<SiteImport | null> {
    return ok(await this.client.get(at)).json<{ import: SiteImport | null }>().import;
  }

  async until(isReached: (job: SiteImport) => boolean): Promise<SiteImport> {
    return vi.waitUntil(
      async () => {
        const job = await this.current();
        return job && isReached(job) ? job : undefined;
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  untilEnded(): Promise<SiteImport> {
    return this.until(({ state }) => !['reading', 'importing'].includes(state));
  }

  async rows(id: string, query: Readonly<Record<string, string>> = {}): Promise<Rows> {
    const search = new URLSearchParams({ id, ...query }).toString();
    return ok(await this.client.get(`${at}/rows?${search}`)).json<Rows>();
  }
}

/** Imports of a project without a server, in this process: a process of its own takes seconds to start. */
export class ImportsHere implements AsyncDisposable {
  readonly project: string;
  readonly content: OpenContent;
  readonly #cleanUp: AsyncDisposableStack;

  private constructor(parts: {
    project: string;
    content: OpenContent;
    cleanUp: AsyncDisposableStack;
  }) {
    this.project = parts.project;
    this.content = parts.content;
    this.#cleanUp = parts.cleanUp;
  }

  static async open(): Promise<ImportsHere> {
    await using cleanUp = new AsyncDisposableStack();
    const { path: project } = cleanUp.use(await temporaryDirectory());
    await writeFiles(project, { 'galley.yaml': '' });
    const database = await createTestDatabase();
    cleanUp.defer(() => database.close());
    const stack = new ShutdownStack(silentLogger);
    cleanUp.defer(() => stack.run());
    const environment = { DATABASE_URL: database.url };
    const given = { projectDirectory: project, environment, logger: silentLogger };
    const config = await loadConfig({ ...given, overlays: [], overrides: {} });
    const content = await openContent({ ...given, config, cleanUp: stack });
    return new ImportsHere({ project, content, cleanUp: cleanUp.move() });
  }

  get service() {
    return this.content.services.imports.service;
  }

  /** Uploads a source, and waits for the end of its dry run. */
  async upload(
    format: ImportFormat,
    source: string | Uint8Array,
    name = 'old-site.zip',
  ): Promise<ImportJob> {
    const file = await this.service.receive(Readable.from([Buffer.from(source)]));
    await this.service.upload(systemActor, { format, name, file });
    await this.work();
    return (await this.service.current())!;
  }

  /** Does what is due. */
  work(): Promise<void> {
    return this.service.work(new AbortController().signal);
  }

  rows(id: string): Promise<readonly ImportRow[]> {
    return this.service.rows(id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanUp.disposeAsync();
  }
}

export function ok(answer: Answer): Answer {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer;
}

/** Files of imports in the data folder, without the state. */
export async function importFiles({ project }: Pick<TestServer, 'project'>): Promise<string[]> {
  const root = join(project, 'data/import');
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name !== 'state.json')
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1));
}

export async function documentsIn({ project }: Pick<TestServer, 'project'>): Promise<string[]> {
  const names = await readdir(join(project, 'content'), { recursive: true });
  return names.filter((name) => name.endsWith('.md')).toSorted();
}

export async function auditedImports({
  database: { db },
}: {
  readonly database: Pick<TestServer['database'], 'db'>;
}) {
  return db
    .selectFrom('audit_entries')
    .select(['actor', 'target', 'details'])
    .where('action', '=', 'content.import')
    .orderBy('id')
    .execute();
}
