import type { DocumentStatus } from './document-status.ts';
import type { EditorialFacts } from './editorial-facts.ts';

export interface WorkflowDocument {
  readonly status: DocumentStatus;
  readonly revision: string;
  readonly metadata: {
    readonly author: string | null;
    readonly lastEditor: string | null;
    readonly scheduledPublishAt: Date | null;
    readonly scheduledUnpublishAt: Date | null;
  };
  readonly editorial: EditorialFacts;
  /** Null while nothing is public. */
  readonly publicHash: string | null;
  readonly problem: { readonly message: string } | null;
}
