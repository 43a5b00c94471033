import { storePreference, readPreference } from './local-preference.ts';
import { createStore } from './store.ts';

/** `auto` follows the operating system. */
export type Appearance = 'auto' | 'light' | 'dark';

export const appearance = createStore<Appearance>(first());

export function followAppearance(): void {
  show();
  appearance.subscribe(() => {
    storePreference('appearance', appearance.get());
    show();
  });
}

function show(): void {
  const chosen = appearance.get();
  document.documentElement.style.colorScheme = chosen === 'auto' ? 'light dark' : chosen;
}

function first(): Appearance {
  const kept = readPreference('appearance');
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}
