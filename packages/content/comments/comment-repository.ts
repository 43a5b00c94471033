import type { CommentThreadsRow, CommentsRow, Database, Transaction } from '@galley/database';
import type { TextRange } from '../history/passages/passage.ts';
import type { Anchor, Comment, Thread, ThreadState } from './thread.ts';

/** Newest comments of each thread of a list, beside its first one. */
const shownInList = 9;

export interface AnchorInText {
  readonly revision: string;
  readonly range: TextRange;
  readonly prefix: string;
  readonly suffix: string;
}

export class CommentRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insertThread(thread: Thread): Promise<void> {
    await this.#db
      .insertInto('comment_threads')
      .values({
        id: thread.id,
        document_id: thread.documentId,
        kind: thread.kind,
        state: thread.state,
        author: thread.author,
        created_at: thread.createdAt,
        ...anchorColumns(thread.anchor),
        replacement: thread.replacement,
        decided_by: null,
        decided_at: null,
        preview_link: thread.previewLink,
      })
      .execute();
  }

  async insertComment(comment: Comment): Promise<void> {
    await this.#db
      .insertInto('comments')
      .values({
        id: comment.id,
        thread_id: comment.threadId,
        author: comment.author,
        guest_name: comment.guestName,
        body: comment.body,
        created_at: comment.createdAt,
        edited_at: null,
      })
      .execute();
  }

  /** All of them, withdrawn ones too: those still count for contributors, and for the limit. */
  async countThreads(documentId: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('comment_threads')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async countComments(threadId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('comments')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('thread_id', '=', threadId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Oldest first, without withdrawn ones. */
  async listThreads(documentId: number, states: readonly ThreadState[]): Promise<Thread[]> {
    const rows = await this.#db
      .selectFrom('comment_threads')
      .selectAll()
      .where('document_id', '=', documentId)
      .where('state', 'in', states)
      .orderBy('id')
      .execute();
    return rows.map(threadFrom);
  }

  /** Threads about words that no saved text contained yet. */
  async listUnsaved(documentIds: readonly number[]): Promise<Thread[]> {
    if (documentIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('comment_threads')
      .selectAll()
      .where('document_id', 'in', [...new Set(documentIds)])
      .where('revision', 'is', null)
      .where('quote', 'is not', null)
      .execute();
    return rows.map(threadFrom);
  }

  async anchor(id: string, { revision, range, prefix, suffix }: AnchorInText): Promise<void> {
    await this.#db
      .updateTable('comment_threads')
      .set({ revision, range_from: range.from, range_to: range.to, prefix, suffix })
      .where('id', '=', id)
      .where('revision', 'is', null)
      .execute();
  }

  /** Comments that guests made through a link, oldest first. */
  async listOfGuests(previewLink: string, limit: number): Promise<Comment[]> {
    const rows = await this.#db
      .selectFrom('comments')
      .innerJoin('comment_threads', 'comment_threads.id', 'comments.thread_id')
      .selectAll('comments')
      .where('comment_threads.preview_link', '=', previewLink)
      .where('comments.guest_name', 'is not', null)
      .orderBy('comments.id')
      .limit(limit)
      .execute();
    return rows.map(commentFrom);
  }

  async findThread(id: string): Promise<(Thread & { readonly path: string }) | undefined> {
    const row = await this.#living()
      .selectAll('comment_threads')
      .select('documents.path')
      .where('comment_threads.id', '=', id)
      .executeTakeFirst();
    return row && { ...threadFrom(row), path: row.path };
  }

  async findComment(id: string): Promise<Comment | undefined> {
    const row = await this.#db
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && commentFrom(row);
  }

  /** Oldest first. In a list of threads, the first one and the newest ones of each. */
  async listComments(threadIds: readonly string[], all: boolean): Promise<Comment[]> {
    if (threadIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom((from) =>
        from
          .selectFrom('comments')
          .selectAll()
          .select((row) => [
            row.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('thread_id').orderBy('id'))
              .as('place'),
            row.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('thread_id').orderBy('id', 'desc'))
              .as('place_from_end'),
          ])
          .where('thread_id', 'in', threadIds)
          .as('numbered'),
      )
      .selectAll()
      .$if(!all, (query) =>
        query.where((row) =>
          row.or([row('place', '=', 1), row('place_from_end', '<=', shownInList)]),
        ),
      )
      .orderBy('id')
      .execute();
    return rows.map(commentFrom);
  }

  async countByThread(threadIds: readonly string[]): Promise<Map<string, number>> {
    if (threadIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('comments')
      .select((row) => ['thread_id', row.fn.countAll<number>().as('count')])
      .where('thread_id', 'in', threadIds)
      .groupBy('thread_id')
      .execute();
    return new Map(rows.map(({ thread_id: id, count }) => [id, Number(count)]));
  }

  async listParticipants(threadId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('comments')
      .select('author')
      .distinct()
      .where('thread_id', '=', threadId)
      .execute();
    return rows.map(({ author }) => author);
  }

  /** False: its state was another one. */
  async decide(
    id: string,
    { from, to, by, at }: { from: readonly ThreadState[]; to: ThreadState; by: string; at: Date },
  ): Promise<boolean> {
    const isOpen = to === 'open';
    const { numUpdatedRows } = await this.#db
      .updateTable('comment_threads')
      .set({ state: to, decided_by: isOpen ? null : by, decided_at: isOpen ? null : at })
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async editComment(id: string, { body, at }: { body: string; at: Date }): Promise<void> {
    await this.#db
      .updateTable('comments')
      .set({ body, edited_at: at })
      .where('id', '=', id)
      .execute();
  }

  async removeComment(id: string): Promise<void> {
    await this.#db.deleteFrom('comments').where('id', '=', id).execute();
  }

  async removeThread(id: string): Promise<void> {
    await this.#db.deleteFrom('comment_threads').where('id', '=', id).execute();
  }

  #living() {
    return this.#db
      .selectFrom('comment_threads')
      .innerJoin('documents', 'documents.id', 'comment_threads.document_id')
      .where('documents.deleted_at', 'is', null);
  }
}

function anchorColumns(anchor: Anchor | null) {
  if (!anchor)
    return {
      revision: null,
      range_from: null,
      range_to: null,
      quote: null,
      prefix: '',
      suffix: '',
    };
  const { revision, range, quote, prefix, suffix } = anchor;
  const place = { range_from: range?.from ?? null, range_to: range?.to ?? null };
  return { revision, ...place, quote, prefix, suffix };
}

function threadFrom(row: CommentThreadsRow): Thread {
  const { quote, prefix, suffix, revision, range_from: from, range_to: to } = row;
  const range = from === null || to === null ? null : { from, to };
  return {
    id: row.id,
    documentId: row.document_id,
    kind: row.kind,
    state: row.state,
    author: row.author,
    createdAt: row.created_at,
    anchor: quote === null ? null : { quote, prefix, suffix, revision, range },
    replacement: row.replacement,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    previewLink: row.preview_link,
  };
}

function commentFrom(row: CommentsRow): Comment {
  return {
    id: row.id,
    threadId: row.thread_id,
    author: row.author,
    guestName: row.guest_name,
    body: row.body,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  };
}
