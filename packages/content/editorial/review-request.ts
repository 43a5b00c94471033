import type { DocumentStatus } from '../document.ts';
import type { Decision } from './decision.ts';

/** The event of asking for a review (CMS-ST-2); undefined when a step does not. */
export function reviewRequest(from: DocumentStatus, { status }: Decision, note?: string) {
  if (status !== 'in_review' || from === 'in_review') return undefined;
  return { action: 'request_review', note: note || null } as const;
}
