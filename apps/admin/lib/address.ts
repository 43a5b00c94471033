import { useNavigate, useSearch } from '@tanstack/react-router';

export type Search = Readonly<Record<string, unknown>>;

/** What stands behind the question mark, and how to change some of it: undefined takes a part away. */
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

/** The one of these that the address says; else the first. */
export function oneOf<Value extends string>(given: unknown, values: readonly Value[]): Value {
  return values.find((value) => value === given) ?? values[0]!;
}

/** A text of the address; numbers come as such. */
export function textOf(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** What follows the folder of the page in the address: the path of a document. */
export interface SplatParams {
  readonly _splat?: string;
}
