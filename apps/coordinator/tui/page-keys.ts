import type { ConsoleState, Page, Update } from './console-state.ts';
import type { KeyPress } from './key-press.ts';
import { keyOf, movedTo, readProposal } from './list-keys.ts';
import { pageLines } from './page.ts';
import { openPrompt } from './prompt-keys.ts';
import { bodyRows } from './screen-layout.ts';

export function pressOnPage(state: ConsoleState, page: Page, press: KeyPress): Update {
  switch (keyOf(press)) {
    case 'q':
      return { state, effect: { type: 'leave' } };
    case ':':
      return { state: openPrompt(state) };
    case '?':
    case 'escape':
      return { state: { ...state, page: undefined, message: undefined, awaited: undefined } };
    case 'r':
      return page.detail ? readProposal(state, page.detail.id, page.approval) : { state };
    default: {
      const target = movedTo(press, page.offset, bodyRows(state));
      return { state: target === undefined ? state : scrolledTo(state, target) };
    }
  }
}

export function scrolledTo(state: ConsoleState, offset: number): ConsoleState {
  if (!state.page) return state;
  const last = pageLines(state.page.subject, state.size.columns).length - bodyRows(state);
  return { ...state, page: { ...state.page, offset: Math.max(0, Math.min(offset, last)) } };
}
