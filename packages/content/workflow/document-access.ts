import type { Database } from '@galley/database';
import { may, type Actor } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { requireDocumentPath } from '../document/content-path.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import type { IndexedDocument } from '../document/document.ts';
import { contentProblems, documentNotFound } from '../document/problems.ts';
import { placeOf } from '../document/read-document.ts';
import type { Settled } from '../store/settled.ts';
import type { TreeReconciler } from '../sync/tree-reconciler.ts';

interface DocumentSource {
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
}

/**
 * Runs `work` under the lock of the document at `path`, with the document as it stands in the tree now, on the
 * connection that holds the lock. `invalid_path` or `not_found` when there is none.
 */
export async function withDocument<T>(
  { locks, reconciler, settings }: DocumentSource,
  path: string,
  work: (connection: Database, found: Settled) => Promise<T>,
): Promise<T> {
  requireDocumentPath(path);
  const place = placeOf(path, settings());
  if (!place) throw documentNotFound(path);
  return locks.hold(path, async (connection) => {
    const found = await reconciler.settle(connection, place);
    if (!found) throw documentNotFound(path);
    return work(connection, found);
  });
}

/** Whether what is granted for own documents (`.own`) reaches this one: the actor is its owner or its assignee. */
export function owns(actor: Actor, { metadata, editorial }: IndexedDocument): boolean {
  return metadata.author === actor.username || editorial.assignee === actor.username;
}

export function mayRead(actor: Actor, indexed: IndexedDocument): boolean {
  return may(actor, 'documents.read', owns(actor, indexed));
}

/** Refuses as `not_found`: whoever may not read a document does not learn that it is there. */
export function requireReadable(actor: Actor, indexed: IndexedDocument): void {
  if (!mayRead(actor, indexed)) throw documentNotFound(indexed.place.path);
  actor.within?.forEach((other) => requireReadable(other, indexed));
}

/** Refuses as `not_found` who may not read the document, and as `forbidden` who may only read it. */
export function requireWritable(actor: Actor, indexed: IndexedDocument): void {
  requireReadable(actor, indexed);
  if (!may(actor, 'documents.write', owns(actor, indexed)))
    throw contentProblems.forbidden(`Your role (${actor.role}) may not change this document.`);
  actor.within?.forEach((other) => requireWritable(other, indexed));
}

const insights = {
  'documents.history': 'read the history of',
  'documents.diff': 'compare revisions of',
} as const;

/** Refuses as `forbidden` who may read the document, but not this of it. */
export function requireInsight(
  actor: Actor,
  indexed: IndexedDocument,
  capability: keyof typeof insights,
): void {
  if (may(actor, capability, owns(actor, indexed))) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) may not ${insights[capability]} this document.`,
  );
}
