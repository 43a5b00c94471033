import type { DocumentStatus } from './document-status.ts';
import type { Approval } from './editorial-facts.ts';

/** Effect on the public revision; `renew` publishes the new text with `published_at` unchanged. */
export type Publication = 'keep' | 'publish' | 'renew' | 'withdraw';

/** `first`: the first of two. */
export type ApprovalEffect = 'keep' | 'clear' | 'grant' | 'first';

export interface Decision {
  readonly status: DocumentStatus;
  readonly publication: Publication;
  readonly approval: ApprovalEffect;
  readonly restsOn?: Approval | undefined;
}
