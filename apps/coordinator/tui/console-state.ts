import type { ApprovalsOnScreen } from './approval-choice.ts';
import type { ConsoleCommand } from './command-line.ts';
import type { ApprovalRow, ConsoleView, ProposalDetail } from './console-view.ts';
import type { EditedLine } from './edit-line.ts';
import type { KeyPress } from './key-press.ts';
import type { Subject } from './page.ts';
import { paneNames, type PaneName } from './panes.ts';
import type { ProposalsOnScreen } from './proposal-choice.ts';

/** Everything the screen depends on, except the time. */
export interface ConsoleState {
  readonly size: Size;
  readonly view: ConsoleView | undefined;
  readonly lastReadAt: Date | undefined;
  /** Set if the last read failed: the shown data is from `since`. */
  readonly failure: Failure | undefined;
  readonly focus: PaneName;
  readonly middle: PaneName;
  readonly selection: Readonly<Record<PaneName, Selection>>;
  readonly page: Page | undefined;
  readonly awaited: AwaitedProposal | undefined;
  readonly prompt: Prompt | undefined;
  readonly history: readonly string[];
  /** Used by the next start; empty if unset. */
  readonly goal: string;
  readonly message: Message | undefined;
  readonly shownPatches: ReadonlyMap<string, string | null>;
  readonly underWay: ConsoleCommand | undefined;
  /** `undefined` if the console is not read-only. */
  readonly readOnlyReason: string | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Failure {
  readonly since: Date;
  readonly message: string;
}

/** Identifies the row by id. If it disappears, the index keeps its position. */
export interface Selection {
  readonly id: string | undefined;
  readonly index: number;
}

export interface Page {
  readonly subject: Subject;
  readonly offset: number;
  readonly detail: ProposalDetail | undefined;
  /** Set if the page belongs to an approval. */
  readonly approval: ApprovalRow | undefined;
}

export interface AwaitedProposal {
  readonly proposalId: string;
  readonly approval: ApprovalRow | undefined;
}

export interface Prompt {
  readonly line: EditedLine;
  readonly approvals: ApprovalsOnScreen;
  readonly proposals: ProposalsOnScreen;
  /** Position in the history; 0 is the line being typed. */
  readonly back: number;
  /** The line before going back. */
  readonly draft: string;
  /** Only `yes` confirms. */
  readonly question: { readonly text: string; readonly command: ConsoleCommand } | undefined;
}

export interface Message {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

export type ConsoleEvent =
  | { readonly type: 'read'; readonly view: ConsoleView; readonly at: Date }
  | { readonly type: 'read-failed'; readonly message: string; readonly at: Date }
  | { readonly type: 'resized'; readonly size: Size }
  | { readonly type: 'pressed'; readonly press: KeyPress }
  | { readonly type: 'pasted'; readonly text: string }
  | { readonly type: 'answered' | 'refused'; readonly text: string }
  | { readonly type: 'inspected'; readonly detail: ProposalDetail }
  | { readonly type: 'inspection-failed'; readonly proposalId: string; readonly message: string };

export type ConsoleEffect =
  | { readonly type: 'leave' }
  | { readonly type: 'act'; readonly command: ConsoleCommand }
  | { readonly type: 'inspect'; readonly proposalId: string };

export interface Update {
  readonly state: ConsoleState;
  readonly effect?: ConsoleEffect;
}

export function initialState(size: Size, readOnlyReason: string | undefined): ConsoleState {
  const nothing: Selection = { id: undefined, index: 0 };
  return {
    size,
    view: undefined,
    lastReadAt: undefined,
    failure: undefined,
    focus: 'runs',
    middle: 'tasks',
    selection: Object.fromEntries(paneNames.map((name) => [name, nothing])) as Record<
      PaneName,
      Selection
    >,
    page: undefined,
    awaited: undefined,
    prompt: undefined,
    history: [],
    goal: '',
    message: undefined,
    shownPatches: new Map(),
    underWay: undefined,
    readOnlyReason,
  };
}
