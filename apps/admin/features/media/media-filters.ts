import type { MediaListInput } from '@galley/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';

export const kinds = ['image', 'video', 'audio', 'document'] as const;
export type Kind = (typeof kinds)[number];

/** The part before `-` is the API's sort name. */
export const sorts = ['uploaded_at', 'uploaded_at-asc', 'name', 'name-desc', 'size'] as const;
export type Sort = (typeof sorts)[number];

export interface MediaFilters {
  readonly q: string;
  readonly kind: Kind | undefined;
  readonly folder: string | undefined;
  readonly by: string | undefined;
  readonly isAltMissing: boolean;
  readonly isDuplicate: boolean;
  readonly sort: Sort;
}

/** `undefined` removes a key. */
interface MediaSearch {
  readonly q?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly folder?: string | undefined;
  readonly by?: string | undefined;
  readonly alt?: 'missing' | undefined;
  readonly duplicates?: 'yes' | undefined;
  readonly sort?: Sort | undefined;
  readonly item?: string | undefined;
}

export interface MediaAddress {
  readonly filters: MediaFilters;
  readonly item: string | undefined;
  /** `replace` replaces the history entry, for example while the user types. */
  readonly change: (search: MediaSearch, replace?: boolean) => void;
}

export function useMediaAddress(): MediaAddress {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    filters: filtersOf(search),
    item: textOf(search['item']),
    change: (changed, replace = false) =>
      void navigate({
        to: '/media',
        search: (before: object) => ({ ...before, ...changed }),
        replace,
        resetScroll: false,
      }),
  };
}

function filtersOf(search: Readonly<Record<string, unknown>>): MediaFilters {
  return {
    q: textOf(search['q']) ?? '',
    kind: kinds.find((kind) => kind === search['kind']),
    folder: textOf(search['folder']),
    by: textOf(search['by']),
    isAltMissing: search['alt'] === 'missing',
    isDuplicate: search['duplicates'] === 'yes',
    sort: sorts.find((sort) => sort === search['sort']) ?? 'uploaded_at',
  };
}

/** Accepts numbers too: the router parses `?q=1890` as a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The folder does not count: it is a location. */
export function isFiltered({ q, kind, by, isAltMissing, isDuplicate }: MediaFilters): boolean {
  return Boolean(q || kind || by || isAltMissing || isDuplicate);
}

export const noFilters = {
  q: undefined,
  kind: undefined,
  by: undefined,
  alt: undefined,
  duplicates: undefined,
} as const;

export function inputOf(filters: MediaFilters): MediaListInput {
  const { q, kind, folder, by, isAltMissing, isDuplicate, sort } = filters;
  const [by_what, order] = sort.split('-') as [MediaListInput['sort'], MediaListInput['order']];
  return {
    sort: by_what!,
    ...(q && { q }),
    ...(kind && { type: kind }),
    ...(folder && { folder }),
    ...(by && { uploaded_by: by }),
    ...(isAltMissing && { missing_alt: 'true' }),
    ...(isDuplicate && { duplicates: 'true' }),
    ...(order && { order }),
  };
}
