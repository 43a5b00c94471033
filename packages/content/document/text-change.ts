import type { HistoryEntry } from './document.ts';
import { externalAuthor } from '@galley/kernel';

export type TextChangeCause =
  'save' | 'restore' | 'status' | 'disk' | 'backup' | 'plugin' | 'agent';

export interface TextChange {
  readonly cause: TextChangeCause;
  readonly author: string;
  readonly at: Date;
}

/** `entry` is the first history entry with that text. */
export function textChangeOf({
  kind,
  author,
  at,
}: Pick<HistoryEntry, 'kind' | 'author' | 'at'>): TextChange {
  return { cause: causeOf(kind, author), author, at };
}

function causeOf(kind: HistoryEntry['kind'], author: string): TextChangeCause {
  // The user who restored a tree signs its entries.
  if (kind === 'external') return author === externalAuthor ? 'disk' : 'backup';
  if (author.startsWith('plugin:')) return 'plugin';
  if (author.startsWith('agent:')) return 'agent';
  if (kind === 'restore') return 'restore';
  return kind === 'status' || kind === 'editorial' ? 'status' : 'save';
}
