import type { DocumentStatus } from './document-status.ts';
import type { Decision } from './decision.ts';

interface Request {
  readonly note?: string | undefined;
  readonly asked?: string | undefined;
}

/** CMS-ST-2. Undefined when the step requests no review. */
export function reviewRequest(
  from: DocumentStatus,
  { status }: Decision,
  { note, asked }: Request = {},
) {
  if (status !== 'in_review' || (from === 'in_review' && asked === undefined)) return undefined;
  const details = asked === undefined ? {} : { asked };
  return { action: 'request_review', note: note || null, details } as const;
}
