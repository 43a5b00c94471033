import { keepChoice, readChoice } from '../../lib/local-choice.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** Whose runs are shown. A project that names no `coordinator.workspace.id` has `default`; the API tells no other. */
export const workspace = createStore(readChoice('workspace') ?? 'default');

workspace.subscribe(() => keepChoice('workspace', workspace.get()));

export function useWorkspace(): string {
  return useStore(workspace);
}
