import type { DocumentDetail } from '@galley/sdk';
import type { EditableDocument } from './editable-document.ts';
import { readFrontmatter, type Values, type YamlProblem } from './frontmatter-text.ts';
import type { BackupState } from './backup-state.ts';
import type { LockState } from './edit-lock.ts';

export type TextChange = NonNullable<DocumentDetail['last_change']>;

/** Each text is a whole file. */
export interface Conflict {
  /** Null if the history does not have the common base. */
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string;
  readonly theirRevision: string;
  readonly theirChange: TextChange | null;
}

export interface Restored {
  readonly at: string;
  /** Someone else has changed the document since. */
  readonly isStale: boolean;
}

/** The text itself is in the CodeMirror view. */
export interface EditingState {
  readonly detail: EditableDocument;
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
  readonly problem: unknown;
}

export function firstState(detail: EditableDocument, yaml: string): EditingState {
  return {
    detail,
    yaml,
    isDirty: false,
    isSaving: false,
    restored: null,
    conflict: null,
    ...parseValues(yaml),
    backupState: { state: 'clean' },
    lock: { state: 'free' },
    fieldErrors: {},
    problem: null,
    refusals: 0,
  };
}

export function parseValues(yaml: string): Pick<EditingState, 'values' | 'yamlProblem'> {
  const { values, problem } = readFrontmatter(yaml);
  return { values, yamlProblem: problem };
}
