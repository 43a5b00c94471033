import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { AnswerOf, contract } from '@galley/contract';
import { zipOfFiles } from '@galley/testing';
import type { Answer, Client, TestServer } from '../fixtures.ts';

const at = '/__admin/api/imports';

export type SiteImport = AnswerOf<typeof contract.imports.upload>;
type Rows = AnswerOf<typeof contract.imports.rows>;

export const zipped = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(zipOfFiles(files));

/** An old site of Hugo with so many posts. */
export function manyPosts(count: number): Uint8Array<ArrayBuffer> {
  const posts = Array.from({ length: count }, (_one, index) => [
    `content/posts/post-${index}.md`,
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

export function ok(answer: Answer): Answer {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer;
}

/** Files of imports in the data folder, without the state. */
export async function importFiles({ project }: TestServer): Promise<string[]> {
  const root = join(project, 'data/import');
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name !== 'state.json')
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1));
}

export async function documentsIn({ project }: TestServer): Promise<string[]> {
  const names = await readdir(join(project, 'content'), { recursive: true });
  return names.filter((name) => name.endsWith('.md')).toSorted();
}

export async function auditedImports({ database: { db } }: TestServer) {
  return db
    .selectFrom('audit_entries')
    .select(['actor', 'target', 'details'])
    .where('action', '=', 'content.import')
    .orderBy('id')
    .execute();
}
