import type { AuthSession, DocumentDetail } from '@galley/sdk';
import { may } from '../../app/session.ts';

/** Whether a document is somebody's own, as far as it says. */
export function isOwn({ username }: AuthSession, { author, editorial }: DocumentDetail): boolean {
  return [author, editorial.owner, editorial.assignee].includes(username);
}

/** Whether somebody may do something with this document. The server decides; this says what to offer. */
export function mayHere(session: AuthSession, capability: string, detail: DocumentDetail): boolean {
  return may(session, capability, isOwn(session, detail));
}
