import type { DocumentDetail } from '@galley/sdk';
import type { Values, YamlProblem } from './frontmatter-text.ts';
import type { Kept } from './kept.ts';
import type { LockState } from './lock-keeper.ts';

export type TextChange = NonNullable<DocumentDetail['last_change']>;

/** Both have changed the text. All are whole files. */
export interface Conflict {
  /** What both began with; null where the history does not tell. */
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string;
  readonly theirRevision: string;
  readonly theirChange: TextChange | null;
}

/** Text of an earlier time that was put back when the document was opened. */
export interface Restored {
  readonly at: string;
  /** The document was changed since by somebody else. */
  readonly isStale: boolean;
}

/** What the page shows of a document being written; its text is in the editor alone. */
export interface EditingState {
  /** As it was last saved. */
  readonly detail: DocumentDetail;
  readonly yaml: string;
  readonly values: Values;
  readonly yamlProblem: YamlProblem | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly kept: Kept;
  readonly lock: LockState;
  readonly restored: Restored | null;
  readonly conflict: Conflict | null;
  /** By the name of the field: `title`, `fields.price`. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** How often fields were refused: each time, somebody is led to them. */
  readonly refusals: number;
  /** Why the last save failed. */
  readonly problem: unknown;
}
