import { commands } from './command-line.ts';
import type { ConsoleState, Size } from './console-state.ts';
import { chooseApproval } from './approval-choice.ts';
import type { ConsoleView } from './console-view.ts';
import type { Tone } from './line.ts';
import { panes, type PaneName } from './panes.ts';
import { clockTime } from './time-text.ts';
import { clipped, wrapped } from './visible-text.ts';

export const smallest: Size = { columns: 60, rows: 16 };

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < smallest.columns || rows < smallest.rows;
}

/** The last row stays empty: for a frame of full height, Ink clears the terminal, which flickers. */
export function rowsOf({ rows }: Size): number {
  return rows - 1;
}

/** Title, tabs or page title, and keys. */
const rowsAround = 3;
/** Rows for messages and the command line. A short message moves nothing. */
const minPromptRows = 2;
const maxNoticeRows = 4;

export interface Notice {
  readonly lines: readonly string[];
  readonly tone: Tone;
}

export function noticeOf(state: ConsoleState): Notice {
  const { text, tone } = noticeText(state);
  const lines = text === '' ? [] : wrapped(text, state.size.columns).slice(0, maxNoticeRows);
  return { lines, tone };
}

function noticeText(state: ConsoleState): { readonly text: string; readonly tone: Tone } {
  if (state.prompt) return { text: promptHint(state.prompt), tone: 'quiet' };
  if (state.message) return state.message;
  if (state.failure) {
    const { since, message } = state.failure;
    return { text: `Not updated since ${clockTime(since)}: ${message}`, tone: 'bad' };
  }
  if (hasNewPatch(state)) {
    const text =
      'The patch has changed. Press r to load the new one; decisions apply to the shown patch.';
    return { text, tone: 'warning' };
  }
  return { text: situation(state), tone: 'plain' };
}

/** The run of this coordinator: a line each for what it waits for, and for use and budget. */
function situation({ view, size }: ConsoleState): string {
  const run = view?.runs.rows.find(({ id }) => id === view.tickedRunId);
  const lines = [run?.waiting ?? '', run?.use ? `Used: ${run.use}` : ''];
  return lines.map((text) => clipped(text.replaceAll('\n', ' '), size.columns)).join('\n');
}

function promptHint(prompt: NonNullable<ConsoleState['prompt']>): string {
  if (prompt.question) return prompt.question.text;
  const chosen = chooseApproval('', prompt.approvals);
  const names = `Commands: ${Object.keys(commands).join(' ')}`;
  if (typeof chosen === 'string') return names;
  const patch =
    chosen.patchSha256 === null ? 'no patch' : `patch ${chosen.patchSha256.slice(0, 8)}`;
  return `${names}\nWithout an ID: approval ${chosen.approval.id}, ${patch}`;
}

function hasNewPatch({ page, view }: ConsoleState): boolean {
  const detail = page?.detail;
  if (!detail) return false;
  const row = view?.proposals.rows.find(({ id }) => id === detail.id);
  return row !== undefined && row.patchSha256 !== detail.patchSha256;
}

export function bodyRows(state: ConsoleState): number {
  return rowsOf(state.size) - rowsAround - talkRows(state);
}

function talkRows(state: ConsoleState): number {
  return Math.max(minPromptRows, noticeOf(state).lines.length + (hasPromptRow(state) ? 1 : 0));
}

function hasPromptRow({ prompt, goal }: ConsoleState): boolean {
  return prompt !== undefined || goal !== '';
}

/** Its rows include a rule and the headings. */
export interface Block {
  readonly pane: PaneName;
  readonly rows: number;
}

const rowsOfHeading = 2;
const minRowsForThreeBlocks = 23;

/** Shows runs, one more list and events if there is room for three; the focused list gets the most rows. */
export function blocksOf(state: ConsoleState, view: ConsoleView): readonly Block[] {
  const { focus, middle, size } = state;
  if (size.rows < minRowsForThreeBlocks)
    return [{ pane: focus, rows: bodyRows(state) - rowsOfHeading }];
  const rows = bodyRows(state) - 3 * rowsOfHeading;
  const count = Math.max(1, panes.runs.ids(view).length);
  const events = focus === 'events' ? Math.ceil(rows / 2) : Math.floor(rows / 4);
  const mostRuns = focus === 'runs' ? rows - events - Math.floor(rows / 3) : 3;
  const runs = Math.min(count, mostRuns);
  return [
    { pane: 'runs', rows: runs },
    { pane: middle, rows: rows - events - runs },
    { pane: 'events', rows: events },
  ];
}

export function firstRow(count: number, rows: number, selected: number): number {
  return Math.max(0, Math.min(selected - Math.floor(rows / 2), count - rows));
}
