import { useNavigate, useSearch } from '@tanstack/react-router';

export type Search = Readonly<Record<string, unknown>>;

/** `undefined` removes a parameter. */
export function useAddress(): [Search, (changes: Search) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Search) => {
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  };
  return [search, change];
}

/** Returns `given` if it is one of the values, else the first value. */
export function oneOf<Value extends string>(given: unknown, values: readonly Value[]): Value {
  return values.find((value) => value === given) ?? values[0]!;
}

/** The router parses digits as numbers. */
export function searchText(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' && given !== '' ? given : undefined;
}
