/** How text that somebody has not saved stands to its document. */
export interface WorkingCopyState {
  readonly savedAt: Date;
  /** The revision that the text was begun on; null when there was no document yet. */
  readonly baseRevision: string | null;
  /** The document is at another revision than `baseRevision`. */
  readonly isStale: boolean;
}

/** Which one of somebody's: that of a document, or one of theirs of a document that is not there yet. */
export type WorkingCopyOf =
  | { readonly path: string; readonly draftKey?: undefined }
  | { readonly path?: undefined; readonly draftKey: string };

/** The text itself, to the byte. */
export interface UnsavedText {
  readonly content: string;
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
}

/** Text that somebody has written and not saved; for nobody else's eyes. */
export interface WorkingCopy extends WorkingCopyState, UnsavedText {
  readonly path: string | null;
  readonly draftKey: string | null;
}

/** What a list says of one. */
export interface WorkingCopySummary extends WorkingCopyState {
  readonly path: string | null;
  readonly draftKey: string | null;
  readonly title: string | null;
  /** The document is in the trash, or gone. */
  readonly isGone: boolean;
  readonly trashPath: string | null;
}

/** How the table tells them apart. */
export type WorkingCopyKey = { readonly username: string } & (
  | { readonly documentId: number; readonly draftKey?: undefined }
  | { readonly documentId?: undefined; readonly draftKey: string }
);
