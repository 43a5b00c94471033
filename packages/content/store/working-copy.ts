/** Relation of unsaved text to its document. */
export interface WorkingCopyState {
  readonly savedAt: Date;
  /** Revision that the text started from; null for a new document. */
  readonly baseRevision: string | null;
  readonly isStale: boolean;
}

/** Identifies a user's working copy: of a document, or of a new one by draft key. */
export type WorkingCopyOf =
  | { readonly path: string; readonly draftKey?: undefined }
  | { readonly path?: undefined; readonly draftKey: string };

/** Exact bytes of the text. */
export interface UnsavedText {
  readonly content: string;
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
}

/** Unsaved text, visible only to its author. */
export interface WorkingCopy extends WorkingCopyState, UnsavedText {
  readonly path: string | null;
  readonly draftKey: string | null;
}

export interface WorkingCopySummary extends WorkingCopyState {
  readonly path: string | null;
  readonly draftKey: string | null;
  readonly title: string | null;
  /** Whether the document is deleted. */
  readonly isGone: boolean;
  readonly trashPath: string | null;
}

export type WorkingCopyKey = { readonly username: string } & (
  | { readonly documentId: number; readonly draftKey?: undefined }
  | { readonly documentId?: undefined; readonly draftKey: string }
);
