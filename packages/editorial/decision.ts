import type { DocumentStatus } from './document-status.ts';
import type { Approval } from './editorial-facts.ts';

/**
 * Effect on the public revision: it stays, becomes the new text, becomes it with `published_at` unchanged, or is
 * unpublished.
 */
export type Publication = 'keep' | 'publish' | 'renew' | 'withdraw';

/** Effect on the approval: it stays, is cleared, is granted for the resulting revision, or is the first of two. */
export type ApprovalEffect = 'keep' | 'clear' | 'grant' | 'first';

export interface Decision {
  readonly status: DocumentStatus;
  readonly publication: Publication;
  readonly approval: ApprovalEffect;
  /** Earlier approval that the granted one completes. */
  readonly restsOn?: Approval | undefined;
}
