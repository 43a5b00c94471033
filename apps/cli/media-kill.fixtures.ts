import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import { adminVariables, Client, openTestDatabase, Site, type GalleyProcess } from './fixtures.ts';

const api = '/__admin/api';

interface Brought {
  readonly content: string;
  /** Paths, exactly one of which holds the file; empty until an upload is confirmed. */
  places: readonly string[];
  alt?: string | undefined;
}

export interface Moment {
  readonly answers: number;
  readonly milliseconds: number;
}

interface Listed {
  readonly path: string;
  readonly metadata: { readonly alt: string | null };
}

export class MediaKillSite implements AsyncDisposable {
  readonly site: Site;
  readonly database: TestDatabase;
  readonly brought: Brought[] = [];
  answered = 0;
  #server: GalleyProcess | undefined;
  #client: Client | undefined;

  private constructor(site: Site, database: TestDatabase) {
    this.site = site;
    this.database = database;
  }

  static async open(): Promise<MediaKillSite> {
    return new MediaKillSite(await Site.create({ 'galley.yaml': '' }), await openTestDatabase());
  }

  async start(): Promise<void> {
    this.#server = this.site.serve({ ...adminVariables, GALLEY_DATABASE__URL: this.database.url });
    this.#client = await Client.signedIn(await this.#server.ready());
  }

  /** Works until the server is killed: `milliseconds` after so many more answers. */
  async workUntilKilled({ answers, milliseconds }: Moment): Promise<void> {
    const server = this.#server!;
    const last = this.answered + answers;
    const workers = Array.from({ length: 4 }, (_one, index) => this.#work(server, index));
    await vi.waitUntil(() => this.answered >= last, { timeout: 30_000, interval: 5 });
    await delay(milliseconds);
    await server.kill('SIGKILL');
    await Promise.all(workers);
  }

  async #work(server: GalleyProcess, worker: number): Promise<void> {
    for (let step = 0; !server.hasEnded; step += 1) {
      // Requests cut off by the kill are expected.
      await this.#uploadAndMove(`${worker}-${step}-${this.brought.length}`).catch(() => undefined);
    }
  }

  async #uploadAndMove(mark: string): Promise<void> {
    const content = `Of ${mark}.\n${'x'.repeat(5_000)}\n`;
    const one: Brought = { content, places: [] };
    this.brought.push(one);
    const form = new FormData();
    form.set('file', new Blob([content]), 'a.txt');
    const { path } = await this.#ask<{ path: string }>('/media/upload', form);
    one.places = [path];
    await this.#ask('/media/metadata', { path, metadata: { alt: mark } });
    one.alt = mark;
    const to = `media/moved/${mark}.txt`;
    one.places = [path, to];
    await this.#ask('/media/move', { path, to });
    one.places = [to, 'trash'];
    await this.#ask('/media/delete', { path: to });
    one.places = ['trash'];
    if (this.brought.length % 2 === 0) return;
    one.places = [to, 'trash'];
    await this.#ask('/media/restore', { path: to });
    one.places = [to];
  }

  async #ask<T>(path: string, body: object): Promise<T> {
    const answer = await this.#client!.post<T>(api + path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    this.answered += 1;
    return answer.json();
  }

  async expectAgreement(): Promise<void> {
    await vi.waitFor(
      async () => expect(await this.#listed()).toEqual(await this.#files('content/media')),
      { timeout: 30_000, interval: 100 },
    );
    const trashed = (await this.#get<{ path: string }[]>('/media/trash')).map(({ path }) => path);
    expect(trashed.toSorted()).toEqual(await this.#files('content/.trash/media'));
    const where = await this.#whereContentsAre();
    for (const { content, places } of this.brought) {
      const found = where.get(content) ?? [];
      if (places.length > 0 || found.length > 0) expect(found).toHaveLength(1);
      const [place] = found;
      if (place === undefined || places.length === 0) continue;
      expect(places).toContain(place.startsWith('.trash/') ? 'trash' : place);
    }
    await this.#expectDescribed(where);
  }

  /** A moved file keeps its description. */
  async #expectDescribed(where: ReadonlyMap<string, readonly string[]>): Promise<void> {
    for (const { content, alt } of this.brought) {
      const [place] = where.get(content) ?? [];
      if (alt === undefined || place === undefined) continue;
      expect(await this.site.read(`content/${place}.meta.yaml`)).toContain(`alt: ${alt}`);
    }
  }

  async #whereContentsAre(): Promise<Map<string, string[]>> {
    const where = new Map<string, string[]>();
    for (const folder of ['content/media', 'content/.trash/media']) {
      for (const path of await this.#files(folder)) {
        const content = await this.site.read(`content/${path}`);
        where.set(content, [...(where.get(content) ?? []), path]);
      }
    }
    return where;
  }

  async #listed(): Promise<string[]> {
    const paths: string[] = [];
    for (let page = 1; ; page += 1) {
      const { items } = await this.#get<{ items: Listed[] }>(`/media?limit=200&page=${page}`);
      paths.push(...items.map(({ path }) => path));
      if (items.length < 200) return paths.toSorted();
    }
  }

  async #files(folder: string): Promise<string[]> {
    const root = join(this.site.directory, 'content');
    const entries = await readdir(join(this.site.directory, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.meta.yaml'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .toSorted();
  }

  async #get<T>(path: string): Promise<T> {
    const answer = await this.#client!.get<T>(api + path);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.site[Symbol.asyncDispose]();
    await this.database.close();
  }
}
