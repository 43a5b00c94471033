import type { DocumentStatus } from './document-status.ts';
import type { Approval } from './editorial-facts.ts';

/**
 * What happens to the public revision: it stays, becomes the new text, becomes it without counting as published
 * anew (`published_at` stays), or goes.
 */
export type Publication = 'keep' | 'publish' | 'renew' | 'withdraw';

/**
 * What happens to the approval: it stays, goes, is given to the revision that the change leads to, or is the first of
 * the two that it takes.
 */
export type ApprovalEffect = 'keep' | 'clear' | 'grant' | 'first';

export interface Decision {
  readonly status: DocumentStatus;
  readonly publication: Publication;
  readonly approval: ApprovalEffect;
  /** The approval that the one that is given completes. */
  readonly restsOn?: Approval | undefined;
}
