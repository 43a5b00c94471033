import type { DocumentDetail } from '@galley/sdk';
import type { Values, YamlProblem } from './frontmatter-text.ts';
import type { BackupState } from './backup-state.ts';
import type { LockState } from './edit-lock.ts';

export type TextChange = NonNullable<DocumentDetail['last_change']>;

/** Both sides changed the text. Each text is a whole file. */
export interface Conflict {
  /** Common base; null if the history does not have it. */
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string;
  readonly theirRevision: string;
  readonly theirChange: TextChange | null;
}

/** Unsaved text that was restored when the document was opened. */
export interface Restored {
  readonly at: string;
  /** Someone else has changed the document since. */
  readonly isStale: boolean;
}

/** State shown by the editor page. The text itself is in the CodeMirror view. */
export interface EditingState {
  /** Last saved version. */
  readonly detail: DocumentDetail;
  readonly yaml: string;
  readonly values: Values;
  readonly yamlProblem: YamlProblem | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly backupState: BackupState;
  readonly lock: LockState;
  readonly restored: Restored | null;
  readonly conflict: Conflict | null;
  /** Errors by field name: `title`, `fields.price`. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** Number of times fields were refused; each increase moves the focus to them. */
  readonly refusals: number;
  /** Error of the last save. */
  readonly problem: unknown;
}
