import type { QuotedPassage, TextRange } from '../history/passages/passage.ts';

export type ThreadKind = 'comment' | 'suggestion';
export type ThreadState = 'open' | 'resolved' | 'accepted' | 'rejected' | 'withdrawn';

/** Author of comments by readers of preview links. No account can have this name, which contains a colon. */
export const guestAuthor = 'guest:';

/** In the body of a revision; without revision, words that no saved text contained yet. */
export interface Anchor extends QuotedPassage {
  readonly revision: string | null;
  readonly range: TextRange | null;
}

export interface Thread {
  readonly id: string;
  readonly documentId: number;
  readonly kind: ThreadKind;
  readonly state: ThreadState;
  readonly author: string;
  readonly createdAt: Date;
  /** Null for the whole document. */
  readonly anchor: Anchor | null;
  /** Null for a comment; empty for a suggestion to delete the passage. */
  readonly replacement: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  /** Preview link of the guest who began it. */
  readonly previewLink: string | null;
}

export interface Comment {
  readonly id: string;
  readonly threadId: string;
  readonly author: string;
  readonly guestName: string | null;
  readonly body: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
}

/**
 * Where the passage is in the current text: `found`, `edited` (other words than quoted), `unsaved` (never saved), `gone`, or
 * `document` for a thread about all of it.
 */
export type PassageState = 'document' | 'found' | 'edited' | 'unsaved' | 'gone';

export interface Passage {
  readonly state: PassageState;
  readonly range: TextRange | null;
  /** Current words. */
  readonly text: string | null;
}

export interface LocatedThread extends Thread {
  readonly passage: Passage;
  readonly comments: readonly Comment[];
  readonly commentCount: number;
}

export const commentLimits = {
  threads: 500,
  commentsInThread: 100,
  body: 5_000,
  passage: 2_000,
  replacement: 10_000,
  mentions: 20,
} as const;

/** Names after `@`, in the order of the text. */
export function mentionsIn(body: string): string[] {
  const found = body.matchAll(/(?<![\p{L}\p{N}_.])@([a-z0-9][a-z0-9._-]{0,63})/giu);
  const names = [...found].map(([, name]) => name!.toLowerCase().replace(/[._-]+$/, ''));
  return [...new Set(names)].slice(0, commentLimits.mentions);
}
