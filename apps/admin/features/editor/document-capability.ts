import type { AuthSession, DocumentDetail } from '@galley/sdk';
import { hasCapability } from '../../app/session.ts';

/** Whether a user is the author, owner or assignee of a document. */
export function isOwnDocument(
  { username }: AuthSession,
  { author, editorial }: DocumentDetail,
): boolean {
  return [author, editorial.owner, editorial.assignee].includes(username);
}

/** Whether the page offers a capability on this document; the server has the final decision. */
export function hasDocumentCapability(
  session: AuthSession,
  capability: string,
  detail: DocumentDetail,
): boolean {
  return hasCapability(session, capability, isOwnDocument(session, detail));
}
