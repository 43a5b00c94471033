import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '@galley/kernel';
import {
  disagreements,
  lostEdits,
  type Facts,
  type ObservedEdit,
  type ObservedSave,
  type Random,
  type TestDatabase,
} from '@galley/testing';
import {
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type Answer,
  type Detail,
  type GalleyProcess,
} from './fixtures.ts';

const sharedPaths = ['posts/one.md', 'posts/two.md', 'posts/three.md'];
const writerCount = 4;

/** A site whose servers are killed repeatedly while people and file editors work on it. */
export class CrashSite implements AsyncDisposable {
  readonly #site: Site;
  readonly #database: TestDatabase & AsyncDisposable;
  readonly #random: Random;
  readonly #saves: ObservedSave[] = [];
  readonly #edits = new Map<string, ObservedEdit>();
  readonly #paths = [...sharedPaths];
  readonly #oddities: string[] = [];
  #session: Client | undefined;
  #servers: GalleyProcess[] = [];
  #saved: () => void = () => undefined;

  private constructor(site: Site, database: TestDatabase & AsyncDisposable, random: Random) {
    this.#site = site;
    this.#database = database;
    this.#random = random;
  }

  static async open(random: Random): Promise<CrashSite> {
    const crash = new CrashSite(await Site.create(), await openTestDatabase(), random);
    for (const path of sharedPaths)
      await crash.#edit({ path, duringSaves: false }, `---\ntitle: ${path}\n---\n`);
    return crash;
  }

  async start(): Promise<void> {
    const variables = { ...adminVariables, DATABASE_URL: this.#database.url };
    await this.#ageTemporaryFiles();
    if (this.#random.chance(0.15)) {
      const early = this.#site.serve(variables);
      await Promise.race([early.ready(), delay(this.#random.between(200, 900))]);
      await early.kill('SIGKILL');
    }
    const count = this.#random.chance(0.3) ? 2 : 1;
    this.#servers = Array.from({ length: count }, () => this.#site.serve(variables));
    const [address] = await Promise.all(this.#servers.map((server) => server.ready()));
    this.#session ??= await Client.signedIn(address!);
  }

  async workUntilKilled(): Promise<void> {
    const random = this.#random;
    const over = new AbortController();
    const addresses = await Promise.all(this.#servers.map((server) => server.ready()));
    const writers = Array.from({ length: writerCount }, (_, index) =>
      this.#write(this.#session!.at(addresses[index % addresses.length]!)),
    );
    const editor = this.#editFiles(over.signal);
    for (const server of this.#servers) {
      await this.#savesAnswered(random.between(1, 60), writers);
      // A save takes some milliseconds; the kill may come at any point of it.
      await delay(random.next() * 15);
      await server.kill('SIGKILL');
    }
    over.abort();
    await Promise.all([...writers, editor]);
  }

  async disagreements(): Promise<string[]> {
    const complaints = this.#servers.flatMap((server) =>
      server.log.filter(({ level }) => level !== 'info').map((entry) => JSON.stringify(entry)),
    );
    const found = disagreements(await this.#facts());
    return [...this.#oddities.splice(0), ...complaints, ...found, ...(await this.#askServers())];
  }

  async counts(): Promise<Record<'saves' | 'answered' | 'edits' | 'lost' | 'renames', number>> {
    const facts = await this.#facts();
    return {
      saves: this.#saves.length,
      answered: this.#saves.filter(({ answeredAt }) => answeredAt !== undefined).length,
      edits: [...this.#edits.values()].filter(({ duringSaves }) => duringSaves).length,
      lost: lostEdits(facts).length,
      renames: facts.entries.filter(({ renamed_from }) => renamed_from !== null).length,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site[Symbol.asyncDispose]();
    await this.#database.close();
  }

  async #savesAnswered(count: number, writers: readonly Promise<void>[]): Promise<void> {
    const reached = Promise.withResolvers<void>();
    let left = count;
    this.#saved = () => {
      left -= 1;
      if (left <= 0) reached.resolve();
    };
    await Promise.race([reached.promise, Promise.all(writers)]);
  }

  async #write(client: Client): Promise<void> {
    try {
      for (;;) await this.#save(client);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async #save(client: Client): Promise<void> {
    const random = this.#random;
    const token = randomUUID();
    const content = `${token}\n\n${'Ink on paper. '.repeat(this.#size())}\n`;
    if (random.chance(0.1)) {
      await this.#deed({ path: `posts/${token}.md`, token }, () => client.create(token, content));
      return;
    }
    const path = random.pick(random.chance(0.5) ? sharedPaths : this.#paths);
    const workflow = random.pick([
      undefined,
      undefined,
      'published',
      'published',
      'draft',
      'archived',
    ]);
    const frontmatter = workflow && { title: `About ${token}`, tags: ['ink'], workflow };
    const save = { path, content, ...(frontmatter && { frontmatter }) };
    const saved = await this.#deed({ path, token }, () => client.save(save));
    // Saves the same text again in another state, so only the state changes.
    if (saved && random.chance(0.2)) {
      await client.save({
        path,
        content,
        frontmatter: { title: `About ${token}`, workflow: random.pick(['published', 'archived']) },
      });
    }
  }

  async #deed(
    { path, token }: { path: string; token: string },
    send: () => Promise<Answer<Detail>>,
  ): Promise<boolean> {
    const deed: ObservedSave = { path, token, sentAt: performance.now() };
    this.#saves.push(deed);
    const { status, text, json } = await send();
    if (status === 200) {
      const { revision, status: state } = json();
      Object.assign(deed, { answeredAt: performance.now(), revision, status: state });
      if (!this.#paths.includes(path)) this.#paths.push(path);
    } else if (status !== 404 && status !== 409) {
      this.#oddities.push(`${path}: ${status} ${text}`);
    }
    if (status !== 200) return false;
    this.#saved();
    return true;
  }

  #size(): number {
    const random = this.#random;
    if (random.chance(0.05)) return random.between(10_000, 30_000);
    return random.chance(0.3) ? random.between(300, 3_000) : random.between(1, 300);
  }

  /** Edits files like a text editor, saving by rename; edits a file again only after the last edit was noticed. */
  async #editFiles(signal: AbortSignal): Promise<void> {
    const waiting = new Map<string, string>();
    while (!signal.aborted) {
      const path = this.#random.pick(sharedPaths);
      const pending = waiting.get(path);
      if (pending !== undefined && !(await this.#isRecorded(path, pending))) continue;
      const text = await this.#current(path);
      const edited = `${text}\nAdded by hand: ${randomUUID()}\n`;
      await this.#edit({ path, duringSaves: true }, edited);
      waiting.set(path, edited);
      if (this.#random.chance(0.2)) await this.#renameOne();
      await delay(this.#random.between(5, 40));
    }
    await this.#renameOne();
    const quiet = this.#paths.filter((path) => !waiting.has(path));
    if (quiet.length === 0) return;
    const path = this.#random.pick(quiet);
    if (!sharedPaths.includes(path) && this.#random.chance(0.5)) {
      await rm(this.#file(path), { force: true });
    } else {
      const text = `---\ntitle: By hand\n---\n${randomUUID()}\n`;
      await this.#edit({ path, duringSaves: false }, text);
    }
  }

  /** As `git mv`, of a document that people created. */
  async #renameOne(): Promise<void> {
    const path = this.#paths.filter((one) => !sharedPaths.includes(one)).at(-1);
    if (path === undefined) return;
    const to = `posts/moved-${randomUUID()}.md`;
    const isMoved = await rename(this.#file(path), this.#file(to)).then(
      () => true,
      // A save of it may not be written yet, or an earlier rename left another path.
      () => false,
    );
    if (!isMoved) return;
    // If a save of the document was not written, the file is a new document instead.
    this.#edits.set(sha256(await readFile(this.#file(to))), { path: to, duringSaves: true });
    this.#paths.push(to);
  }

  async #current(path: string): Promise<string> {
    return (await readFile(this.#file(path), 'utf8')).slice(0, 20_000);
  }

  async #edit(edit: ObservedEdit, text: string): Promise<void> {
    this.#edits.set(sha256(text), edit);
    await this.#site.write(`content/${edit.path}~`, text);
    await rename(this.#file(`${edit.path}~`), this.#file(edit.path));
  }

  async #isRecorded(path: string, text: string): Promise<boolean> {
    const row = await this.#database.db
      .selectFrom('document_history')
      .innerJoin('documents', 'documents.id', 'document_history.document_id')
      .select('seq')
      .where('path', '=', path)
      .where('bytes', '=', Buffer.from(text))
      .executeTakeFirst();
    return row !== undefined;
  }

  #file(path: string): string {
    return join(this.#site.directory, 'content', path);
  }

  /** Temporary files of killed processes are removed once they are a minute old. */
  async #ageTemporaryFiles(): Promise<void> {
    const old = new Date(Date.now() - 120_000);
    for (const path of await this.#listFiles()) {
      if (path.endsWith('.tmp')) await utimes(this.#file(path), old, old);
    }
  }

  async #listFiles(): Promise<string[]> {
    const folder = join(this.#site.directory, 'content');
    const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  }

  async #facts(): Promise<Facts> {
    const { db } = this.#database;
    const paths = await this.#listFiles();
    const read = async (path: string): Promise<[string, Buffer]> => [
      path,
      await readFile(this.#file(path)),
    ];
    return {
      documents: await db.selectFrom('documents').selectAll().orderBy('path').execute(),
      entries: await db
        .selectFrom('document_history')
        .selectAll()
        .orderBy('document_id')
        .orderBy('seq')
        .execute(),
      published: await db.selectFrom('published_documents').selectAll().execute(),
      files: new Map(await Promise.all(paths.map(read))),
      saves: this.#saves,
      edits: this.#edits,
    };
  }

  async #askServers(): Promise<string[]> {
    const faults: string[] = [];
    for (const server of this.#servers) {
      const client = this.#session!.at(await server.ready());
      for (const path of sharedPaths) {
        const { raw } = await client.document(path);
        if (raw !== (await readFile(this.#file(path), 'utf8')))
          faults.push(`${path}: the API says otherwise`);
      }
    }
    return faults;
  }
}
