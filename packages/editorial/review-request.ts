import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

interface Request {
  readonly note?: string | undefined;
  /** Who was asked by name, if anybody: again, where it is in review already. */
  readonly asked?: string | undefined;
}

/** The event of asking for a review (CMS-ST-2); undefined when a step does not. */
export function reviewRequest(
  from: DocumentStatus,
  { status }: Decision,
  { note, asked }: Request = {},
) {
  if (status !== 'in_review' || (from === 'in_review' && asked === undefined)) return undefined;
  const details = asked === undefined ? {} : { asked };
  return { action: 'request_review', note: note || null, details } as const;
}
