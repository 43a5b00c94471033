import type { Database } from '@galley/database';
import { editorText } from '../document/editor-text.ts';
import { readDocument } from '../document/read-document.ts';
import type { SiteSettings } from '@galley/settings';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { PassageFollower } from '../history/passages/follow-passage.ts';
import { findQuoted, type TextRange } from '../history/passages/passage.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import type { Anchor, Passage, Thread } from './thread.ts';

interface Located {
  readonly db: Database;
  readonly settings: SiteSettings;
  readonly document: Pick<ReconciledDocument, 'indexed' | 'current'>;
}

/** Passages of threads in the current text, by thread. Each revision that they refer to is read and compared once. */
export async function locatePassages(
  { db, settings, document: { indexed, current } }: Located,
  threads: readonly Thread[],
): Promise<Map<string, Passage>> {
  const text = editorText(current.body);
  const revisions = new Set(threads.flatMap(({ anchor }) => anchor?.revision ?? []));
  const followers = new Map<string, PassageFollower>();
  const history = new HistoryReadModel(db);
  for (const revision of revisions) {
    if (revision === indexed.revision) followers.set(revision, new PassageFollower(text, text));
    else {
      const found = await history.findByRevision(indexed.documentId, revision);
      if (!found) continue;
      const { body } = readDocument(indexed.place, found.bytes, settings);
      followers.set(revision, new PassageFollower(editorText(body), text));
    }
  }
  return new Map(
    threads.map(({ id, anchor }) => [id, anchor ? locate(anchor, text, followers) : ofDocument]),
  );
}

const ofDocument: Passage = { state: 'document', range: null, text: null };

function locate(
  anchor: Anchor,
  text: string,
  followers: ReadonlyMap<string, PassageFollower>,
): Passage {
  const range = findRange(anchor, text, followers);
  if (!range)
    return { state: anchor.revision === null ? 'unsaved' : 'gone', range: null, text: null };
  const words = text.slice(range.from, range.to);
  return { state: words === anchor.quote ? 'found' : 'edited', range, text: words };
}

function findRange(
  { revision, range, ...quoted }: Anchor,
  text: string,
  followers: ReadonlyMap<string, PassageFollower>,
): TextRange | undefined {
  const follower = revision === null ? undefined : followers.get(revision);
  // The history may not have the revision any more.
  return follower && range ? follower.follow(range) : findQuoted(text, quoted);
}
