export interface WorkingCopyState {
  readonly savedAt: Date;
  /** Null for a new document. */
  readonly baseRevision: string | null;
  readonly isStale: boolean;
}

/** A document by path, or a new one by draft key. */
export type WorkingCopyOf =
  | { readonly path: string; readonly draftKey?: undefined }
  | { readonly path?: undefined; readonly draftKey: string };

export interface UnsavedText {
  readonly content: string;
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
}

/** Visible only to its author. */
export interface WorkingCopy extends WorkingCopyState, UnsavedText {
  readonly path: string | null;
  readonly draftKey: string | null;
}

export interface WorkingCopySummary extends WorkingCopyState {
  readonly path: string | null;
  readonly draftKey: string | null;
  readonly title: string | null;
  readonly isGone: boolean;
  readonly trashPath: string | null;
}

export type WorkingCopyKey = { readonly username: string } & (
  | { readonly documentId: number; readonly draftKey?: undefined }
  | { readonly documentId?: undefined; readonly draftKey: string }
);
