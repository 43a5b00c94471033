import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 60rem)');

/** Whether there is room for two things side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
