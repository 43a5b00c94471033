import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

interface Request {
  readonly note?: string | undefined;
  /** Requested reviewer, if any; can be set again during a review. */
  readonly asked?: string | undefined;
}

/** Event of a review request (CMS-ST-2); undefined when the step requests none. */
export function reviewRequest(
  from: DocumentStatus,
  { status }: Decision,
  { note, asked }: Request = {},
) {
  if (status !== 'in_review' || (from === 'in_review' && asked === undefined)) return undefined;
  const details = asked === undefined ? {} : { asked };
  return { action: 'request_review', note: note || null, details } as const;
}
