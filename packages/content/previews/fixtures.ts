import { newSecret, type Actor } from '@galley/kernel';
import { author, editor as everything, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { PreviewLinkService } from './preview-link-service.ts';
import { PreviewService } from './preview-service.ts';

export const path = 'posts/ink.md';
export const maria = author('maria');
export const jan = author('jan');
export const editor: Actor = {
  ...everything,
  grants: new Set([
    'documents.read',
    'documents.create',
    'documents.write',
    'documents.history',
    'documents.lifecycle',
    'documents.assign',
    'documents.publish',
  ]),
};

export const reader: Actor = {
  ...everything,
  username: 'rosa',
  role: 'reader',
  grants: new Set(['documents.read']),
};

export class PreviewRoom implements AsyncDisposable {
  readonly room: Newsroom;
  readonly previews: PreviewService;
  readonly links: PreviewLinkService;
  readonly secret = newSecret();
  readonly actors = new Map<string, Actor>();

  private constructor(room: Newsroom) {
    this.room = room;
    const { clock, store, database } = room;
    const shared = { clock, store, db: database.db, settings: () => room.settings };
    this.previews = new PreviewService(shared);
    const findActor = (username: string) => Promise.resolve(this.actors.get(username));
    this.links = new PreviewLinkService({ ...shared, secret: this.secret, findActor });
  }

  static async open(): Promise<PreviewRoom> {
    const preview = new PreviewRoom(await Newsroom.open());
    for (const actor of [maria, jan, editor, reader]) await preview.#enter(actor);
    await preview.room.indexer.scan();
    const draft = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n' };
    await preview.room.service.create(maria, { ...draft, frontmatter: { tags: ['Ink'] } });
    return preview;
  }

  async everything(): Promise<unknown> {
    const { db } = this.room.database;
    const files: string[] = [];
    for await (const file of this.room.tree.walk()) files.push(file);
    return {
      documents: await db.selectFrom('documents').selectAll().orderBy('id').execute(),
      history: await db.selectFrom('document_history').selectAll().orderBy('hash').execute(),
      published: await db.selectFrom('published_documents').selectAll().execute(),
      search: await db.selectFrom('document_search').selectAll().execute(),
      links: await db.selectFrom('preview_links').selectAll().execute(),
      text: await this.room.read(path),
      files: files.toSorted(),
    };
  }

  async #enter(actor: Actor): Promise<void> {
    const { username, name } = actor;
    this.actors.set(username, actor);
    const row = { username, name, email: '', role: 'author', created_at: this.room.clock.now() };
    await this.room.database.db.insertInto('users').values(row).execute();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.room[Symbol.asyncDispose]();
  }
}
