import type { DocumentSummary } from '@galley/sdk';
import { useState } from 'react';

interface State {
  /** Another list starts with an empty selection. */
  readonly list: string;
  readonly paths: ReadonlySet<string>;
  /** Selection before the current range was extended. */
  readonly before: ReadonlySet<string>;
  readonly anchor: number | null;
}

export interface Selection {
  readonly paths: ReadonlySet<string>;
  readonly documents: readonly DocumentSummary[];
  readonly toggle: (index: number) => void;
  /** Selects the range from the last toggled row, or else from `from`, to `to`. */
  readonly extend: (from: number, to: number) => void;
  readonly all: () => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Limited to rows still in the list. */
export function useSelection(documents: readonly DocumentSummary[], list: string): Selection {
  const empty: State = { list, paths: none, before: none, anchor: null };
  const [state, setState] = useState(empty);
  const now = state.list === list ? state : empty;
  const paths = (from: number, to: number) =>
    documents.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ path }) => path);
  return {
    paths: now.paths,
    documents: now.paths.size === 0 ? [] : documents.filter(({ path }) => now.paths.has(path)),
    toggle(index) {
      const [path] = paths(index, index);
      if (path === undefined) return;
      const next = new Set(now.paths);
      if (!next.delete(path)) next.add(path);
      setState({ list, paths: next, before: next, anchor: index });
    },
    extend(from, to) {
      const anchor = now.anchor ?? from;
      const next = new Set([...now.before, ...paths(anchor, to)]);
      setState({ ...now, paths: next, anchor });
    },
    all() {
      const every = new Set(documents.map(({ path }) => path));
      setState({ list, paths: every, before: every, anchor: null });
    },
    clear: () => setState(empty),
  };
}
