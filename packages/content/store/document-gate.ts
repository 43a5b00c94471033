import type { IndexedDocument } from '../document/document.ts';
import type { Change } from './change.ts';

/** Refuses changes that the policy allows, before they are committed (ADD-PLUG-7). Called under the document's lock. */
export interface DocumentGate {
  /** Before the fields of a change are checked, whose types may depend on it. */
  prepare(): Promise<void>;
  /** Changes nothing, and takes no other connection. @throws a DomainError; nothing is then changed */
  check(change: Change, before: IndexedDocument | undefined): Promise<void>;
}

/** Edits on disk have happened already. */
export const isRefusable = ({ kind }: Change): boolean => kind !== 'external';

/** A restore from the trash, for one, does not. */
export const changesText = ({ document }: Change, before: IndexedDocument | undefined): boolean =>
  document.revision !== before?.revision;

/** Decisions about a scheduled document (assignment, approval) schedule nothing new. */
export function makesPublic({ kind, decision }: Change): boolean {
  if (kind !== 'save' && kind !== 'status') return false;
  return decision.publication === 'publish' || decision.status === 'scheduled';
}
