import { may, type Actor } from '@galley/kernel';
import type { IndexedDocument } from '../document/document.ts';
import { contentProblems, documentNotFound } from '../document/problems.ts';

export interface OwnedDocument {
  readonly metadata: { readonly author: string | null };
  readonly editorial: { readonly assignee: string | null };
}

/** Grants for own documents (`.own`) then apply. */
export function owns(actor: Actor, { metadata, editorial }: OwnedDocument): boolean {
  return metadata.author === actor.username || editorial.assignee === actor.username;
}

export function mayRead(actor: Actor, document: OwnedDocument): boolean {
  return may(actor, 'documents.read', owns(actor, document));
}

/** Hides the existence of unreadable documents. @throws `not_found` */
export function requireReadable(actor: Actor, indexed: IndexedDocument): void {
  if (!mayRead(actor, indexed)) throw documentNotFound(indexed.place.path);
  actor.within?.forEach((other) => requireReadable(other, indexed));
}

/** @throws `not_found` without read access, `forbidden` with read access only */
export function requireWritable(actor: Actor, indexed: IndexedDocument): void {
  requireReadable(actor, indexed);
  if (!may(actor, 'documents.write', owns(actor, indexed)))
    throw contentProblems.forbidden(`Your role (${actor.role}) cannot change this document.`);
  actor.within?.forEach((other) => requireWritable(other, indexed));
}

const insights = {
  'documents.history': 'read the history of',
  'documents.diff': 'compare revisions of',
} as const;

/** @throws `forbidden` */
export function requireInsight(
  actor: Actor,
  indexed: IndexedDocument,
  capability: keyof typeof insights,
): void {
  if (may(actor, capability, owns(actor, indexed))) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) cannot ${insights[capability]} this document.`,
  );
}
