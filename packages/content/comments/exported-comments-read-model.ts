import type { Database, Transaction } from '@galley/database';

/** A thread as in exports; times as text. */
export interface ExportedThread {
  readonly path: string;
  readonly kind: string;
  readonly state: string;
  readonly author: string;
  readonly created_at: string;
  readonly quote: string | null;
  readonly replacement: string | null;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly comments: readonly ExportedComment[];
}

export interface ExportedComment {
  readonly author: string;
  readonly guest_name: string | null;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly body: string;
}

/** Threads of all documents that are not deleted, by path (ADD-CMT-10). */
export async function listExportedComments(
  db: Database | Transaction,
): Promise<readonly ExportedThread[]> {
  const threads = await db
    .selectFrom('comment_threads')
    .innerJoin('documents', 'documents.id', 'comment_threads.document_id')
    .selectAll('comment_threads')
    .select('documents.path')
    .where('documents.deleted_at', 'is', null)
    .where('comment_threads.state', '<>', 'withdrawn')
    .orderBy('documents.path')
    .orderBy('comment_threads.id')
    .execute();
  const comments = await db.selectFrom('comments').selectAll().orderBy('id').execute();
  const byThread = Map.groupBy(comments, ({ thread_id: id }) => id);
  return threads.map((thread) => ({
    path: thread.path,
    kind: thread.kind,
    state: thread.state,
    author: thread.author,
    created_at: thread.created_at.toISOString(),
    quote: thread.quote,
    replacement: thread.replacement,
    decided_by: thread.decided_by,
    decided_at: thread.decided_at?.toISOString() ?? null,
    comments: (byThread.get(thread.id) ?? []).map((comment) => ({
      author: comment.author,
      guest_name: comment.guest_name,
      created_at: comment.created_at.toISOString(),
      edited_at: comment.edited_at?.toISOString() ?? null,
      body: comment.body,
    })),
  }));
}
