import type { DocumentStatus, EditorialFacts } from '@galley/editorial';
import type { DocumentFields, FieldName } from '@galley/kernel';
import type { SourceProblem } from './frontmatter/source-problem.ts';

export interface DocumentLocation {
  readonly path: string;
  /** `<lang>:<type>:<key>`. */
  readonly id: string;
  readonly type: string;
  readonly lang: string;
  /** Path in the type's folder, without language folder and extension: the same in all languages. */
  readonly key: string;
}

export type DocumentMetadata = DocumentFields<FieldName>;

/** With a `problem`, all fields are best effort. */
export interface ReadDocument {
  readonly place: DocumentLocation;
  readonly bytes: Buffer;
  /** Null when the bytes are not UTF-8. */
  readonly text: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly problem: SourceProblem | null;
  /** Reason why a readable file without `draft: true` counts as a draft. */
  readonly notice: SourceProblem | null;
  /** State by the file (gaps page, Documents): `workflow`, else `draft: true`, else published. */
  readonly status: DocumentStatus;
  readonly revision: string;
  readonly metadata: DocumentMetadata;
}

export interface IndexedDocument extends SummarizedDocument {
  readonly metadata: DocumentMetadata;
}

/** Without the fields that only a single document shows: they can be large. */
export interface SummarizedDocument {
  readonly documentId: number;
  readonly place: DocumentLocation;
  readonly metadata: DocumentFields<FieldName<'working', 'list'>>;
  readonly status: DocumentStatus;
  readonly revision: string;
  readonly headHash: string;
  readonly publicHash: string | null;
  readonly publishedRevision: string | null;
  readonly publishedAt: Date | null;
  readonly editorial: EditorialFacts;
  readonly problem: SourceProblem | null;
  readonly notice: SourceProblem | null;
  readonly fileHash: string | null;
  /** Null when the file has to be read to detect a change. */
  readonly fileStamp: { readonly size: number; readonly mtimeMs: number } | null;
  readonly materialised: boolean;
  readonly deletedAt: Date | null;
  /** User who restored the tree; set until the rows follow the restored file. */
  readonly restoredBy: string | null;
}

export type HistoryKind = 'save' | 'autosave' | 'status' | 'editorial' | 'restore' | 'external';

export interface HistoryEntry {
  readonly hash: string;
  readonly parentHash: string | null;
  readonly author: string;
  readonly message: string;
  readonly kind: HistoryKind;
  readonly status: DocumentStatus;
  readonly revision: string;
  readonly at: Date;
  /** People for whom a plugin, an agent or an unsigned edit acted; null when unknown (ADD-IND-1). */
  readonly onBehalfOf: readonly string[] | null;
  /** Path before this entry, when it records a rename; null otherwise. */
  readonly renamedFrom: string | null;
}

export interface RetainedEntry extends HistoryEntry {
  readonly seq: number;
}
