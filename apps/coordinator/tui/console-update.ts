import type { ConsoleEvent, ConsoleState, Selection, Update } from './console-state.ts';
import type { ConsoleView, ProposalDetail } from './console-view.ts';
import { pressInList } from './list-keys.ts';
import { pressOnPage, scrolledTo } from './page-keys.ts';
import { proposalSubject } from './page.ts';
import { paneNames, panes, type PaneName } from './panes.ts';
import { pasteIntoPrompt, pressInPrompt } from './prompt-keys.ts';
import type { KeyPress } from './key-press.ts';
import { isTooSmall } from './screen-layout.ts';

/** Pure: reading, writing and waiting are left to the effect. */
export function updated(state: ConsoleState, event: ConsoleEvent): Update {
  switch (event.type) {
    case 'read':
      return { state: withView(state, event.view, event.at) };
    case 'read-failed':
      return { state: withFailure(state, event.message, event.at) };
    case 'resized': {
      const resized = { ...state, size: event.size };
      return { state: resized.page ? scrolledTo(resized, resized.page.offset) : resized };
    }
    case 'pressed':
      return pressed(state, event.press);
    case 'pasted':
      return { state: pasteIntoPrompt(state, event.text) };
    case 'answered':
      return { state: answered(state, { text: event.text, tone: 'good' }) };
    case 'refused':
      return { state: answered(state, { text: event.text, tone: 'bad' }) };
    case 'inspected':
      return { state: withDetail(state, event.detail) };
    case 'inspection-failed':
      return { state: withoutDetail(state, event.proposalId, event.message) };
  }
}

function pressed(state: ConsoleState, press: KeyPress): Update {
  if (isTooSmall(state.size)) return leavesOnly(state, press);
  if (state.prompt) return pressInPrompt(state, state.prompt, press);
  return state.page ? pressOnPage(state, state.page, press) : pressInList(state, press);
}

/** On a screen that is too small, only leaving is allowed, so that nobody acts on data they cannot see. */
function leavesOnly(state: ConsoleState, press: KeyPress): Update {
  const leaves = 'character' in press && press.character === 'q';
  return leaves ? { state, effect: { type: 'leave' } } : { state };
}

function withView(state: ConsoleState, view: ConsoleView, at: Date): ConsoleState {
  const selection = Object.fromEntries(
    paneNames.map((name) => [name, followed(name, view, state.selection[name])]),
  ) as Record<PaneName, Selection>;
  return { ...state, view, lastReadAt: at, failure: undefined, selection };
}

function followed(name: PaneName, view: ConsoleView, { id, index }: Selection): Selection {
  const ids = panes[name].ids(view);
  // A selection on the newest event stays on the newest.
  const found = name === 'events' && index === 0 ? 0 : id === undefined ? -1 : ids.indexOf(id);
  const place = found === -1 ? Math.max(0, Math.min(index, ids.length - 1)) : found;
  return { id: ids[place], index: place };
}

function withFailure(state: ConsoleState, message: string, at: Date): ConsoleState {
  const since = state.failure?.since ?? state.lastReadAt ?? at;
  // An older message would hide this one.
  const shown = state.failure ? state.message : undefined;
  return { ...state, failure: { since, message }, message: shown };
}

function answered(state: ConsoleState, message: ConsoleState['message']): ConsoleState {
  const started = state.underWay?.name === 'start' && message?.tone === 'good';
  return { ...state, message, underWay: undefined, goal: started ? '' : state.goal };
}

function withDetail(state: ConsoleState, detail: ProposalDetail): ConsoleState {
  if (state.awaited?.proposalId !== detail.id) return state;
  const { approval } = state.awaited;
  return {
    ...state,
    awaited: undefined,
    message: undefined,
    shownPatches: new Map(state.shownPatches).set(detail.id, detail.patchSha256),
    page: { subject: proposalSubject(detail, approval), offset: 0, detail, approval },
  };
}

function withoutDetail(state: ConsoleState, proposalId: string, message: string): ConsoleState {
  if (state.awaited?.proposalId !== proposalId) return state;
  return { ...state, awaited: undefined, message: { text: message, tone: 'bad' } };
}
