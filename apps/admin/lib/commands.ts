import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { createStore } from './store.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly words?: string;
  readonly shortcut?: string;
  readonly run: () => void;
}

export const pageCommands = createStore<readonly Command[]>([]);

/** Memoize `commands` (`useMemo`). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    pageCommands.set((current) => [...current, ...commands]);
    return () =>
      pageCommands.set((current) => current.filter((command) => !commands.includes(command)));
  }, [commands]);
}
