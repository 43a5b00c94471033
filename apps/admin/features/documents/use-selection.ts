import type { DocumentSummary } from '@galley/sdk';
import { useState } from 'react';

interface State {
  /** Of the list in which it was selected; in another one, nothing is. */
  readonly list: string;
  readonly paths: ReadonlySet<string>;
  /** What was selected before the row at which the selection began to grow. */
  readonly before: ReadonlySet<string>;
  readonly anchor: number | null;
}

export interface Selection {
  readonly paths: ReadonlySet<string>;
  readonly documents: readonly DocumentSummary[];
  readonly toggle: (index: number) => void;
  /** From the row that was toggled last, or else from `from`, to another one. */
  readonly extend: (from: number, to: number) => void;
  readonly all: () => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Which rows of a list are selected: only those that are still in it. */
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
