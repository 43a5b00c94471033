import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 60rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}
