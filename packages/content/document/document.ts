import type { DocumentStatus, EditorialFacts } from '@galley/editorial';
import type { DocumentFields, FieldName } from '@galley/kernel';
import type { SourceProblem } from './frontmatter/source-problem.ts';

/** Where a document belongs, as its path tells. */
export interface DocumentPlace {
  readonly path: string;
  /** `<lang>:<type>:<key>`. */
  readonly id: string;
  readonly type: string;
  readonly lang: string;
  /** Path in the type's folder, without language folder and extension: the same in every language. */
  readonly key: string;
}

/** The fields of a document, read from its text. */
export type DocumentMetadata = DocumentFields<FieldName>;

/** A document file, read. With a `problem`, everything is as far as it could be told. */
export interface ReadDocument {
  readonly place: DocumentPlace;
  readonly bytes: Buffer;
  /** Null when the bytes are not UTF-8. */
  readonly text: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly problem: SourceProblem | null;
  /** Why a file that can be read counts as a draft although it has no `draft: true`. */
  readonly notice: SourceProblem | null;
  /** What the file says of its state (gaps page, Documents): `workflow`, else `draft: true`, else published. */
  readonly status: DocumentStatus;
  readonly revision: string;
  readonly metadata: DocumentMetadata;
}

/** The working state of a document, as the index has it. */
export interface IndexedDocument {
  readonly documentId: number;
  readonly place: DocumentPlace;
  readonly metadata: DocumentMetadata;
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
  /** Null when the file has to be read to know whether it changed. */
  readonly fileStamp: { readonly size: number; readonly mtimeMs: number } | null;
  readonly materialised: boolean;
  readonly deletedAt: Date | null;
  /** Who replaced the tree, while the rows have yet to follow what that did to the file. */
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
  /** People for whom a plugin, an agent or an unsigned edit acted; null when nobody can tell (ADD-IND-1). */
  readonly onBehalfOf: readonly string[] | null;
}

/** An entry as it stands in the history. */
export interface RetainedEntry extends HistoryEntry {
  /** 1, 2, 3 … within the document. */
  readonly seq: number;
}
