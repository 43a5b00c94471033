import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Something that the command palette offers. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Further words that find it. */
  readonly words?: string;
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Of the page that is shown. */
export const pageCommands = createStore<readonly Command[]>([]);

/** Offers commands in the palette while the page is there. `commands` has to be kept (`useMemo`) between renders. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    pageCommands.set((current) => [...current, ...commands]);
    return () =>
      pageCommands.set((current) => current.filter((command) => !commands.includes(command)));
  }, [commands]);
}
