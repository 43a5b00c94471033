import type { ApprovalsOnScreen } from './approval-choice.ts';
import type { ConsoleState, Prompt, Update } from './console-state.ts';
import type { ApprovalRow } from './console-view.ts';
import { edited, emptyLine, inserted, textOf } from './edit-line.ts';
import type { KeyPress } from './key-press.ts';
import type { ProposalsOnScreen } from './proposal-choice.ts';
import { submitted } from './submission.ts';

const historyLength = 100;

/** Remembers what is currently on the screen. */
export function openPrompt(state: ConsoleState): ConsoleState {
  return {
    ...state,
    message: undefined,
    prompt: {
      line: emptyLine,
      approvals: approvalsOnScreen(state),
      proposals: proposalsOnScreen(state),
      back: 0,
      draft: '',
      question: undefined,
    },
  };
}

function approvalsOnScreen(state: ConsoleState): ApprovalsOnScreen {
  const rows = state.view?.approvals.rows ?? [];
  const ofPage = state.page?.detail?.approvals ?? [];
  const known = new Set(rows.map(({ id }) => id));
  return {
    rows: [...rows, ...ofPage.filter(({ id }) => !known.has(id))],
    selected: selectedApprovals(state, rows),
    shownPatches: state.shownPatches,
  };
}

function proposalsOnScreen(state: ConsoleState): ProposalsOnScreen {
  const { view, page, focus, selection, shownPatches } = state;
  const selected = page ? page.detail?.id : focus === 'proposals' ? selection[focus].id : undefined;
  return { rows: view?.proposals.rows ?? [], selected, shownPatches };
}

function selectedApprovals(
  { page, focus, selection }: ConsoleState,
  rows: readonly ApprovalRow[],
): readonly ApprovalRow[] {
  if (page?.approval) return [page.approval];
  if (page) return page.detail?.approvals ?? [];
  const { id } = selection[focus];
  if (focus === 'approvals') return rows.filter((row) => row.id === id);
  return focus === 'proposals' ? rows.filter(({ proposalId }) => proposalId === id) : [];
}

export function pressInPrompt(state: ConsoleState, prompt: Prompt, press: KeyPress): Update {
  if ('character' in press) return typed(state, prompt, press.character);
  switch (press.key) {
    case 'escape':
      return { state: { ...state, prompt: undefined } };
    case 'enter':
      return submit(state, prompt);
    case 'up':
      return { state: { ...state, prompt: recalled(state, prompt, prompt.back + 1) } };
    case 'down':
      return { state: { ...state, prompt: recalled(state, prompt, prompt.back - 1) } };
    default:
      return { state: { ...state, prompt: { ...prompt, line: edited(prompt.line, press.key) } } };
  }
}

function typed(state: ConsoleState, prompt: Prompt, text: string): Update {
  return { state: { ...state, prompt: { ...prompt, line: inserted(prompt.line, text) } } };
}

/** Without a command line, pasted text is ignored, so that it does not act as key presses. */
export function pasteIntoPrompt(state: ConsoleState, text: string): ConsoleState {
  return state.prompt ? typed(state, state.prompt, text).state : state;
}

function recalled({ history }: ConsoleState, prompt: Prompt, back: number): Prompt {
  if (prompt.question || back < 0 || back > history.length) return prompt;
  const draft = prompt.back === 0 ? textOf(prompt.line) : prompt.draft;
  const before = back === 0 ? draft : history[history.length - back]!;
  return { ...prompt, back, draft, line: { before, after: '' } };
}

function submit(state: ConsoleState, prompt: Prompt): Update {
  const text = textOf(prompt.line).trim();
  const history =
    text === '' || prompt.question || state.history.at(-1) === text
      ? state.history
      : [...state.history, text].slice(-historyLength);
  return submitted({ ...state, history, prompt: undefined }, prompt, text);
}
