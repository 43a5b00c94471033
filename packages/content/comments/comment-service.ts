import { DomainEventRepository, type Transaction } from '@galley/database';
import { newId, type Actor, type NewDomainEvent } from '@galley/kernel';
import { editorText } from '../document/editor-text.ts';
import { contentProblems } from '../document/problems.ts';
import { readDocument } from '../document/read-document.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { quotePassage } from '../history/passages/passage.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import type { ContentServiceOptions } from '../workflow/content-service.ts';
import { requireReadable } from '../workflow/document-access.ts';
import { requireCommenter, requireRight } from './comment-access.ts';
import { commentAdded, threadChanged } from './comment-events.ts';
import { CommentRepository } from './comment-repository.ts';
import { locatePassages } from './locate-passages.ts';
import {
  commentLimits,
  mentionsIn,
  type Anchor,
  type Comment,
  type LocatedThread,
  type Thread,
  type ThreadState,
} from './thread.ts';

export interface GivenPassage {
  /** On which the text of the writer is based; the text itself may have unsaved changes. */
  readonly revision: string;
  readonly from: number;
  readonly to: number;
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
}

export interface NewThread {
  readonly path: string;
  /** Absent for the whole document. */
  readonly passage?: GivenPassage | undefined;
  readonly body: string;
  /** Makes it a suggestion; empty to delete the passage. */
  readonly replacement?: string | undefined;
}

export interface ThreadQuery {
  readonly path: string;
  readonly states: 'open' | 'closed' | 'all';
  readonly page: number;
  readonly pageSize: number;
}

export interface ThreadPage {
  /** Revision that the passages refer to. */
  readonly revision: string;
  readonly items: readonly LocatedThread[];
  readonly open: number;
  readonly total: number;
  readonly document: ReconciledDocument;
}

export interface FoundThread {
  readonly thread: LocatedThread;
  readonly document: ReconciledDocument;
}

const statesOf: Readonly<Record<ThreadQuery['states'], readonly ThreadState[]>> = {
  open: ['open'],
  closed: ['resolved', 'accepted', 'rejected'],
  all: ['open', 'resolved', 'accepted', 'rejected'],
};

/** Comments on passages, and suggestions (ADD-CMT-1). They are rows beside the document, never a part of its text. */
export class CommentService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /** In the order of the text; those whose passage is gone come last. @throws `not_found` */
  async list(actor: Actor, { path, states, page, pageSize }: ThreadQuery): Promise<ThreadPage> {
    const document = await this.#read(actor, path);
    const { documentId, revision } = document.indexed;
    const comments = new CommentRepository(this.#options.db);
    const all = await comments.listThreads(documentId, statesOf.all);
    const wanted = all.filter(({ state }) => statesOf[states].includes(state));
    const passages = await this.#locate(document, wanted);
    const order = ({ id }: Thread): number => passages.get(id)?.range?.from ?? Infinity;
    const ordered = wanted.toSorted((one, other) =>
      order(one) === order(other) ? 0 : order(one) - order(other),
    );
    const threads = ordered.slice((page - 1) * pageSize, page * pageSize);
    const ids = threads.map(({ id }) => id);
    const [found, counts] = await Promise.all([
      comments.listComments(ids, false),
      comments.countByThread(ids),
    ]);
    const byThread = Map.groupBy(found, ({ threadId }) => threadId);
    const items = threads.map((thread) => ({
      ...thread,
      passage: passages.get(thread.id)!,
      comments: byThread.get(thread.id) ?? [],
      commentCount: counts.get(thread.id) ?? 0,
    }));
    const open = all.filter(({ state }) => state === 'open').length;
    return { revision, items, open, total: wanted.length, document };
  }

  /** With all its comments. @throws `not_found` */
  async get(actor: Actor, id: string): Promise<FoundThread> {
    const { thread, document } = await this.#open(actor, id);
    return { thread: await this.#show(document, thread), document };
  }

  async add(actor: Actor, input: NewThread): Promise<FoundThread> {
    const document = await this.#read(actor, input.path);
    requireCommenter(actor, document.indexed);
    const anchor = input.passage ? await this.#anchor(document, input.passage) : null;
    const at = this.#options.clock.now();
    const isSuggestion = input.replacement !== undefined;
    const thread: Thread = {
      id: newId(at.getTime()),
      documentId: document.indexed.documentId,
      kind: isSuggestion ? 'suggestion' : 'comment',
      state: 'open',
      author: actor.username,
      createdAt: at,
      anchor,
      replacement: input.replacement ?? null,
      decidedBy: null,
      decidedAt: null,
      previewLink: null,
    };
    const comment = commentOf(thread.id, { author: actor.username, body: input.body, at });
    await this.#write(async (transaction, comments) => {
      await this.#requireRoom(comments, thread.documentId, transaction);
      await comments.insertThread(thread);
      if (!isSuggestion || input.body !== '') await comments.insertComment(comment);
      return this.#added(document, comment, []);
    });
    return { thread: await this.#show(document, thread), document };
  }

  /** A resolved thread stays resolved. */
  async reply(actor: Actor, id: string, body: string): Promise<FoundThread> {
    const { thread, document } = await this.#openToWrite(actor, id);
    requireRight('reply', actor, { indexed: document.indexed, of: thread });
    const at = this.#options.clock.now();
    const comment = commentOf(id, { author: actor.username, body, at });
    await this.#write(async (_, comments) => {
      if ((await comments.countComments(id)) >= commentLimits.commentsInThread)
        throw contentProblems.too_many_comments(
          `A thread has at most ${commentLimits.commentsInThread} comments. Resolve it and begin a new one.`,
        );
      const participants = await comments.listParticipants(id);
      await comments.insertComment(comment);
      return this.#added(document, comment, [thread.author, ...participants]);
    });
    return { thread: await this.#show(document, thread), document };
  }

  async edit(actor: Actor, id: string, body: string): Promise<FoundThread> {
    const { comment, thread, document } = await this.#openComment(actor, id);
    const { indexed } = document;
    requireRight('edit_comment', actor, { indexed, of: comment });
    const at = this.#options.clock.now();
    await this.#write(async (_, comments) => {
      await comments.editComment(id, { body, at });
      const before = mentionsIn(comment.body);
      const mentioned = mentionsIn(body).filter((name) => !before.includes(name));
      const happened = { indexed, actor: actor.username, at };
      return [
        threadChanged(happened),
        ...commentAdded(happened, { ...comment, body }, { mentioned, involved: [] }).slice(1),
      ];
    });
    return { thread: await this.#show(document, thread), document };
  }

  /** Without its first comment, a thread is still there; without any comment, only a suggestion is. */
  async removeComment(actor: Actor, id: string): Promise<void> {
    const { comment, thread, document } = await this.#openComment(actor, id);
    requireRight('delete_comment', actor, { indexed: document.indexed, of: comment });
    await this.#change(actor, document, async (comments) => {
      await comments.removeComment(id);
      const isLast = (await comments.countComments(thread.id)) === 0;
      if (isLast && thread.kind === 'comment') await comments.removeThread(thread.id);
    });
  }

  /** A suggestion is withdrawn: it is shown no more, and still tells whose words a later text has (ADD-SUG-3). */
  async removeThread(actor: Actor, id: string): Promise<string> {
    const { thread, document } = await this.#openToWrite(actor, id);
    requireRight('delete_thread', actor, { indexed: document.indexed, of: thread });
    const at = this.#options.clock.now();
    await this.#change(actor, document, async (comments) => {
      if (thread.kind === 'comment') await comments.removeThread(id);
      else
        await comments.decide(id, {
          from: statesOf.all,
          to: 'withdrawn',
          by: actor.username,
          at,
        });
    });
    return document.indexed.place.path;
  }

  /** Idempotent. @throws `invalid_request` for a decided suggestion */
  async setState(actor: Actor, id: string, state: 'open' | 'resolved'): Promise<FoundThread> {
    const { thread, document } = await this.#openToWrite(actor, id);
    requireRight('resolve', actor, { indexed: document.indexed, of: thread });
    if (thread.kind === 'suggestion')
      throw contentProblems.invalid_request(
        'A suggestion is accepted, rejected or withdrawn, not resolved.',
      );
    const at = this.#options.clock.now();
    const from = state === 'open' ? (['resolved'] as const) : (['open'] as const);
    await this.#change(actor, document, async (comments) => {
      await comments.decide(id, { from, to: state, by: actor.username, at });
    });
    return this.get(actor, id);
  }

  async #read(actor: Actor, path: string): Promise<ReconciledDocument> {
    const document = await this.#options.store.get(path);
    requireReadable(actor, document.indexed);
    return document;
  }

  async #open(actor: Actor, id: string) {
    const found = await new CommentRepository(this.#options.db).findThread(id);
    if (!found || found.state === 'withdrawn') throw threadNotFound(id);
    const { path, ...thread } = found;
    const document = await this.#options.store.find(path);
    // Another document may have the path meanwhile.
    if (document?.indexed.documentId !== thread.documentId) throw threadNotFound(id);
    requireReadable(actor, document.indexed);
    return { thread, document };
  }

  async #openToWrite(actor: Actor, id: string) {
    const opened = await this.#open(actor, id);
    requireCommenter(actor, opened.document.indexed);
    return opened;
  }

  async #openComment(actor: Actor, id: string) {
    const comment = await new CommentRepository(this.#options.db).findComment(id);
    if (!comment) throw threadNotFound(id);
    return { comment, ...(await this.#openToWrite(actor, comment.threadId)) };
  }

  async #show(document: ReconciledDocument, thread: Thread): Promise<LocatedThread> {
    const passages = await this.#locate(document, [thread]);
    const comments = await new CommentRepository(this.#options.db).listComments([thread.id], true);
    const passage = passages.get(thread.id)!;
    return { ...thread, passage, comments, commentCount: comments.length };
  }

  #locate(document: ReconciledDocument, threads: readonly Thread[]) {
    const { db, settings } = this.#options;
    return locatePassages({ db, settings: settings(), document }, threads);
  }

  /** In the text of the given revision if that has the words there; else they are unsaved, and found once saved. */
  async #anchor(
    { indexed, current }: ReconciledDocument,
    { revision, from, to, ...quoted }: GivenPassage,
  ): Promise<Anchor> {
    const body =
      revision === indexed.revision ? current.body : await this.#bodyOf(indexed, revision);
    const isThere =
      body !== undefined &&
      editorText(body).slice(from, to) === quoted.quote &&
      editorText(body).slice(0, from).endsWith(quoted.prefix);
    // The surroundings decide on contributors (ADD-SUG-3), so those of the text count, not those of the client.
    return isThere
      ? { ...quotePassage(editorText(body), { from, to }), revision, range: { from, to } }
      : { ...quoted, revision: null, range: null };
  }

  async #bodyOf(
    { documentId, place }: ReconciledDocument['indexed'],
    revision: string,
  ): Promise<string | undefined> {
    const { db, settings } = this.#options;
    const found = await new HistoryReadModel(db).findByRevision(documentId, revision);
    return found && readDocument(place, found.bytes, settings()).body;
  }

  async #requireRoom(
    comments: CommentRepository,
    documentId: number,
    transaction: Transaction,
  ): Promise<void> {
    // Two people who begin threads at once count one after the other.
    await transaction
      .selectFrom('documents')
      .select('id')
      .where('id', '=', documentId)
      .forNoKeyUpdate()
      .execute();
    if ((await comments.countThreads(documentId)) < commentLimits.threads) return;
    throw contentProblems.too_many_comments(
      `A document has at most ${commentLimits.threads} comments and suggestions. Delete some that are resolved.`,
    );
  }

  #added(
    { indexed }: ReconciledDocument,
    comment: Comment,
    participants: readonly string[],
  ): NewDomainEvent[] {
    const { assignee } = indexed.editorial;
    const involved = new Set([...participants, indexed.metadata.author, assignee]);
    involved.delete(comment.author);
    const names = [...involved].filter((name) => name !== null);
    const happened = { indexed, actor: comment.author, at: comment.createdAt };
    const mentioned = mentionsIn(comment.body);
    return commentAdded(happened, comment, { mentioned, involved: names });
  }

  #change(
    actor: Actor,
    { indexed }: ReconciledDocument,
    work: (comments: CommentRepository) => Promise<void>,
  ): Promise<void> {
    const at = this.#options.clock.now();
    return this.#write(async (_, comments) => {
      await work(comments);
      return [threadChanged({ indexed, actor: actor.username, at })];
    });
  }

  /** Events are the last statement of their transaction. */
  async #write(
    work: (
      transaction: Transaction,
      comments: CommentRepository,
    ) => Promise<readonly NewDomainEvent[]>,
  ): Promise<void> {
    await this.#options.db.transaction().execute(async (transaction) => {
      const events = await work(transaction, new CommentRepository(transaction));
      await new DomainEventRepository(transaction).append(events);
    });
  }
}

function commentOf(
  threadId: string,
  { author, body, at }: { readonly author: string; readonly body: string; readonly at: Date },
): Comment {
  const id = newId(at.getTime());
  return { id, threadId, author, guestName: null, body, createdAt: at, editedAt: null };
}

function threadNotFound(id: string): Error {
  return contentProblems.not_found(
    `There is no comment ${JSON.stringify(id)}, or you may not read its document.`,
  );
}
