import type { ConsoleState, Page, Update } from './console-state.ts';
import type { ApprovalRow, ConsoleView } from './console-view.ts';
import type { KeyPress } from './key-press.ts';
import { helpSubject, type Subject } from './page.ts';
import { paneNames, panes, type PaneName } from './panes.ts';
import { openPrompt } from './prompt-keys.ts';
import { blocksOf } from './screen-layout.ts';

export function keyOf(press: KeyPress): string {
  return 'key' in press ? press.key : press.character;
}

const moves: Readonly<Record<string, (index: number, page: number) => number>> = {
  up: (index) => index - 1,
  k: (index) => index - 1,
  down: (index) => index + 1,
  j: (index) => index + 1,
  'page-up': (index, page) => index - page,
  'page-down': (index, page) => index + page,
  home: () => 0,
  g: () => 0,
  end: () => Infinity,
  G: () => Infinity,
};

/** `undefined` if the key does not move. */
export function movedTo(press: KeyPress, index: number, page: number): number | undefined {
  return moves[keyOf(press)]?.(index, page);
}

export function pressInList(state: ConsoleState, press: KeyPress): Update {
  const pane = paneOfKey(keyOf(press), state.focus);
  if (pane) return { state: focused(state, pane) };
  switch (keyOf(press)) {
    case 'q':
      return { state, effect: { type: 'leave' } };
    case ':':
      return { state: openPrompt(state) };
    case '?':
      return { state: withPage(state, { subject: helpSubject }) };
    case 'enter':
      return inspect(state);
    case 'escape':
      return { state: { ...state, message: undefined, awaited: undefined } };
    default:
      return { state: moved(state, press) };
  }
}

function paneOfKey(key: string, focus: PaneName): PaneName | undefined {
  const index = paneNames.indexOf(focus);
  if (key === 'tab') return paneNames[(index + 1) % paneNames.length];
  if (key === 'back-tab') return paneNames.at(index - 1);
  return /^[1-9]$/.test(key) ? paneNames[Number(key) - 1] : undefined;
}

function focused(state: ConsoleState, focus: PaneName): ConsoleState {
  const isMiddle = focus !== 'runs' && focus !== 'events';
  return { ...state, focus, middle: isMiddle ? focus : state.middle, awaited: undefined };
}

function moved(state: ConsoleState, press: KeyPress): ConsoleState {
  const { view, focus } = state;
  if (!view) return state;
  const ids = panes[focus].ids(view);
  const rows = blocksOf(state, view).find(({ pane }) => pane === focus)?.rows ?? 1;
  const target = movedTo(press, state.selection[focus].index, rows);
  if (target === undefined || ids.length === 0) return state;
  const index = Math.max(0, Math.min(target, ids.length - 1));
  const selection = { ...state.selection, [focus]: { id: ids[index], index } };
  return { ...state, selection, awaited: undefined };
}

function inspect(state: ConsoleState): Update {
  const { view, focus } = state;
  const id = state.selection[focus].id;
  if (!view || id === undefined) return { state };
  const approval = focus === 'approvals' ? approvalOf(view, id) : undefined;
  const proposalId = focus === 'proposals' ? id : approval?.proposalId;
  if (proposalId != null) return readProposal(state, proposalId, approval);
  const subject: Subject = {
    title: `${panes[focus].label.slice(0, -1)} ${id}`,
    facts: panes[focus].facts(view, id),
  };
  return { state: withPage(state, { subject, approval }) };
}

function approvalOf(view: ConsoleView, id: string): ApprovalRow | undefined {
  return view.approvals.rows.find((row) => row.id === id);
}

export function readProposal(
  state: ConsoleState,
  proposalId: string,
  approval: ApprovalRow | undefined,
): Update {
  return {
    state: {
      ...state,
      awaited: { proposalId, approval },
      message: { text: `Reading proposal ${proposalId} …`, tone: 'plain' },
    },
    effect: { type: 'inspect', proposalId },
  };
}

export function withPage(
  state: ConsoleState,
  { subject, approval }: { readonly subject: Subject; readonly approval?: Page['approval'] },
): ConsoleState {
  const page: Page = { subject, offset: 0, detail: undefined, approval };
  return { ...state, page, message: undefined, awaited: undefined };
}
