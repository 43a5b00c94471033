import type { HistoryEntry } from './document.ts';
import { externalAuthor } from '@galley/kernel';

export type TextChangeCause =
  'save' | 'restore' | 'status' | 'disk' | 'backup' | 'plugin' | 'agent';

/** What brought a document the text that it has, by whom, and when. */
export interface TextChange {
  readonly cause: TextChangeCause;
  readonly author: string;
  readonly at: Date;
}

/** `entry` is the first of the history with that text. */
export function textChangeOf({
  kind,
  author,
  at,
}: Pick<HistoryEntry, 'kind' | 'author' | 'at'>): TextChange {
  return { cause: causeOf(kind, author), author, at };
}

function causeOf(kind: HistoryEntry['kind'], author: string): TextChangeCause {
  // A restored tree is signed by who restored it.
  if (kind === 'external') return author === externalAuthor ? 'disk' : 'backup';
  if (author.startsWith('plugin:')) return 'plugin';
  if (author.startsWith('agent:')) return 'agent';
  if (kind === 'restore') return 'restore';
  return kind === 'status' || kind === 'editorial' ? 'status' : 'save';
}
