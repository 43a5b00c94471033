import type { DocumentStatus } from '../document.ts';

/**
 * What happens to the public revision: it stays, becomes the new text, becomes it without counting as published
 * anew (`published_at` stays), or goes.
 */
export type Publication = 'keep' | 'publish' | 'renew' | 'withdraw';

/** What happens to the approval: it stays, goes, or is given to the revision that the change leads to. */
export type ApprovalEffect = 'keep' | 'clear' | 'grant';

export interface Decision {
  readonly status: DocumentStatus;
  readonly publication: Publication;
  readonly approval: ApprovalEffect;
}
