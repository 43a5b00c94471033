import type { Selectable } from 'kysely';

/** Names of authors are no references: they stay when an account is deleted. */
export interface CommentThreadsTable {
  id: string;
  document_id: number;
  kind: 'comment' | 'suggestion';
  state: 'open' | 'resolved' | 'accepted' | 'rejected' | 'withdrawn';
  author: string;
  created_at: Date;
  /** Null while no saved text contains the quote. */
  revision: string | null;
  /** In UTF-16 units of the body with line feeds. */
  range_from: number | null;
  range_to: number | null;
  /** Null for the whole document. */
  quote: string | null;
  prefix: string;
  suffix: string;
  replacement: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  /** Link of the guest who began the thread. */
  preview_link: string | null;
}

export interface CommentsTable {
  id: string;
  thread_id: string;
  /** `guest` for a reader of a preview link. */
  author: string;
  guest_name: string | null;
  body: string;
  created_at: Date;
  edited_at: Date | null;
}

export interface CommentSchema {
  comment_threads: CommentThreadsTable;
  comments: CommentsTable;
}

export type CommentThreadsRow = Selectable<CommentThreadsTable>;
export type CommentsRow = Selectable<CommentsTable>;
