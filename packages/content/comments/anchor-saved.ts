import type { Transaction } from '@galley/database';
import type { DomainEvent } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { editorText } from '../document/editor-text.ts';
import { locateDocument, readDocument } from '../document/read-document.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { findQuoted, quotePassage } from '../history/passages/passage.ts';
import { CommentRepository } from './comment-repository.ts';

/**
 * Threads about unsaved words get their place in the first saved text that has them, and are followed from there
 * (ADD-CMT-4). For a consumer of events.
 */
export async function anchorSavedPassages(
  transaction: Transaction,
  events: readonly DomainEvent[],
  settings: SiteSettings,
): Promise<void> {
  const saves = events.filter(({ type }) => type === 'document.updated');
  const comments = new CommentRepository(transaction);
  const history = new HistoryReadModel(transaction);
  const waiting = await comments.listUnsaved(saves.map(documentIdOf));
  if (waiting.length === 0) return;
  const left = new Map(waiting.map((thread) => [thread.id, thread]));
  for (const save of saves) {
    const documentId = documentIdOf(save);
    const revision = save.data['revision'] as string;
    const threads = [...left.values()].filter((thread) => thread.documentId === documentId);
    const place = locateDocument(save.subject, settings);
    const found = threads.length > 0 && (await history.findByRevision(documentId, revision));
    if (!found || !place) continue;
    const text = editorText(readDocument(place, found.bytes, settings).body);
    for (const { id, anchor } of threads) {
      const range = anchor && findQuoted(text, anchor);
      if (!range) continue;
      left.delete(id);
      await comments.anchor(id, { ...quotePassage(text, range), revision, range });
    }
  }
}

function documentIdOf({ data }: DomainEvent): number {
  return data['document_id'] as number;
}
