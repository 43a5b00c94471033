import type { AuthSession, DocumentDetail } from '@galley/sdk';
import { hasCapability } from '../../app/session.ts';

export function isOwnDocument(
  { username }: AuthSession,
  { author, editorial }: DocumentDetail,
): boolean {
  return [author, editorial.owner, editorial.assignee].includes(username);
}

/** Display only: the server has the final decision. */
export function hasDocumentCapability(
  session: AuthSession,
  capability: string,
  detail: DocumentDetail,
): boolean {
  return hasCapability(session, capability, isOwnDocument(session, detail));
}
