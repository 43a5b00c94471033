import type { DocumentSummary } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import type { Selection } from './use-selection.ts';
import { documentMessages } from './messages.ts';

interface Grid {
  readonly documents: readonly DocumentSummary[];
  readonly selection: Selection;
  readonly onMenu: (document: DocumentSummary, button: Element) => void;
}

const page = 10;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
  Home: -Infinity,
  End: Infinity,
};

/** `moves` counts keyboard moves; after each, the active row takes the focus. */
export function useGridKeys({ documents, selection, onMenu }: Grid) {
  const messages = useMessages(documentMessages);
  const navigate = useNavigate();
  const [{ active: wanted, moves }, setPlace] = useState({ active: 0, moves: 0 });
  const active = Math.max(0, Math.min(wanted, documents.length - 1));
  const move = (step: number, isExtending = false) => {
    // The first key press goes to the first row instead of skipping it.
    const from = moves === 0 && step === 1 && !isInRows() ? -1 : active;
    const next = Math.max(0, Math.min(from + step, documents.length - 1));
    setPlace({ active: next, moves: moves + 1 });
    if (isExtending) selection.extend(active, next);
  };
  const open = (path: string) => void navigate({ to: '/edit/$', params: { _splat: path } });
  useShortcut({ keys: 'j', label: messages.next, run: () => move(1) });
  useShortcut({ keys: 'k', label: messages.previous, run: () => move(-1) });
  useShortcut({ keys: 'x', label: messages.toggle, run: () => selection.toggle(active) });
  useShortcut({ keys: 'Escape', label: messages.clearSelection, run: selection.clear });

  const pressRow = (key: string, row: Element): boolean => {
    const document = documents[active];
    if (!document) return false;
    if (key === 'Enter') open(document.path);
    else if (key === ' ') selection.toggle(active);
    else if (key === 'ContextMenu') onMenu(document, row.querySelector('[data-act=menu]')!);
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, altKey, target, currentTarget } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const step = steps[key];
    const row = rowOf(target);
    if (altKey || !row || !currentTarget.contains(row)) return;
    const isDone = () => {
      if (isCommand) return key === 'a' && (selection.all(), true);
      if (step !== undefined) return (move(step, shiftKey), true);
      if (key === 'Escape') return (selection.clear(), true);
      return target === row && pressRow(key, row);
    };
    if (isDone()) event.preventDefault();
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    const index = indexOf(event.target);
    const button = (event.target as Element).closest('[data-act]');
    const document = index === undefined ? undefined : documents[index];
    if (index === undefined || !button || !document) return;
    if (button.getAttribute('data-act') === 'menu') onMenu(document, button);
    else if (event.shiftKey) selection.extend(active, index);
    else selection.toggle(index);
  };
  const focus = (event: FocusEvent<HTMLElement>) => {
    const index = indexOf(event.target);
    if (index !== undefined && index !== active) setPlace({ active: index, moves });
  };
  return { active, moves, press, click, focus };
}

function rowOf(target: EventTarget): Element | null {
  return (target as Element).closest('[role=row][data-index]');
}

function indexOf(target: EventTarget): number | undefined {
  const index = rowOf(target)?.getAttribute('data-index');
  return index == null ? undefined : Number(index);
}

function isInRows(): boolean {
  return document.activeElement !== null && rowOf(document.activeElement) !== null;
}
