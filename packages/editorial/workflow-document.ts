import type { DocumentStatus } from './document-status.ts';
import type { EditorialFacts } from './editorial-facts.ts';

/** What the policy has to know of a document, however it is stored. */
export interface WorkflowDocument {
  readonly status: DocumentStatus;
  /** Names the content; an approval is of one revision. */
  readonly revision: string;
  readonly metadata: {
    /** The owner. */
    readonly author: string | null;
    readonly lastEditor: string | null;
    readonly scheduledPublishAt: Date | null;
    readonly scheduledUnpublishAt: Date | null;
  };
  readonly editorial: EditorialFacts;
  /** Null while nothing of the document is public. */
  readonly publicHash: string | null;
  /** Why the file cannot be read; null when it can. */
  readonly problem: { readonly message: string } | null;
}
