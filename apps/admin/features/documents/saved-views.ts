import { storePreference, readPreference } from '../../lib/local-preference.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { parseFilters, toSearchParams } from './filters.ts';

export interface SavedView {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
}

const stores = new Map<string, Store<readonly SavedView[]>>();

export function savedViewsStore(username: string): Store<readonly SavedView[]> {
  const known = stores.get(username);
  if (known) return known;
  const key = `documents.views.${username}`;
  const store = createStore(parseViews(readPreference(key)));
  store.subscribe(() => storePreference(key, JSON.stringify(store.get())));
  stores.set(username, store);
  return store;
}

/** Another version of this page, or a person, may have written the value. */
function parseViews(kept: string | undefined): readonly SavedView[] {
  try {
    const values: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(values) ? values.flatMap(parseView) : [];
  } catch {
    return [];
  }
}

function parseView(value: unknown): SavedView[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, search } = value as Record<string, unknown>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name, search: toSearchParams(parseFilters(search as Record<string, unknown>)) }];
}

/** Ignores the order of the keys. */
export function isSameSearch(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
