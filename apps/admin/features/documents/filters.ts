import type { DocumentsListInput } from '@galley/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { statuses } from '../../lib/document-status.ts';

const sorts = ['updated_at', 'date', 'title', 'path', 'relevance'] as const;
export type Sort = (typeof sorts)[number];

/** An empty string means no filter. */
export interface Filters {
  readonly q: string;
  readonly status: string;
  readonly type: string;
  readonly lang: string;
  readonly author: string;
  readonly assignee: string;
  readonly reviewer: string;
  /** `tags:Ink`, or only a tag. */
  readonly term: string;
  /** Days, such as `2026-05-01`. */
  readonly dated_from: string;
  readonly dated_until: string;
  readonly sort: string;
  readonly order: string;
  readonly view: string;
}

/** In display order. */
export const narrowingFilters = [
  'q',
  'status',
  'type',
  'lang',
  'author',
  'assignee',
  'reviewer',
  'term',
  'dated_from',
  'dated_until',
] as const satisfies readonly (keyof Filters)[];

const maxFilterLength = 500;

export function parseFilters(search: Readonly<Record<string, unknown>>): Filters {
  const text = (name: keyof Filters) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).slice(0, maxFilterLength)
      : '';
  };
  const one = (name: keyof Filters, known: readonly string[]) =>
    known.includes(text(name)) ? text(name) : '';
  const day = (name: keyof Filters) => (/^\d{4}-\d\d-\d\d$/.test(text(name)) ? text(name) : '');
  const q = text('q').trim();
  const sort = one('sort', q === '' ? sorts.slice(0, -1) : sorts);
  return {
    q,
    status: one('status', statuses),
    type: text('type'),
    lang: text('lang'),
    author: text('author'),
    assignee: text('assignee'),
    reviewer: text('reviewer'),
    term: text('term').trim(),
    dated_from: day('dated_from'),
    dated_until: day('dated_until'),
    sort,
    order: sort && sort !== 'relevance' ? one('order', ['asc', 'desc']) : '',
    view: one('view', ['board']),
  };
}

export function toSearchParams(filters: Partial<Filters>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

export function listInput(filters: Filters): DocumentsListInput {
  const { view: _view, term, ...asked } = filters;
  return toSearchParams({ ...asked, term: fullTerm(term) });
}

/** A term without the name of a taxonomy is a tag. */
function fullTerm(term: string): string {
  return term === '' || /^[^:]+:./.test(term) ? term : `tags:${term}`;
}

export function termName(term: string): string {
  return fullTerm(term).split(':').slice(1).join(':');
}

export function effectiveSort({ sort, q }: Filters): Sort {
  return (sort as Sort) || (q ? 'relevance' : 'updated_at');
}

export function effectiveOrder(filters: Filters): 'asc' | 'desc' {
  const sort = effectiveSort(filters);
  return (
    (filters.order as 'asc' | 'desc') || (sort === 'title' || sort === 'path' ? 'asc' : 'desc')
  );
}

export function isNarrowed(filters: Filters): boolean {
  return narrowingFilters.some((name) => filters[name] !== '');
}

export type ChangeFilters = (change: Partial<Filters>, options?: { isTyping?: boolean }) => void;

/** Typing replaces the history entry instead of adding one. */
export function useFilters(): readonly [Filters, ChangeFilters] {
  const navigate = useNavigate();
  const filters = parseFilters(useSearch({ strict: false }));
  const change: ChangeFilters = (some, { isTyping = false } = {}) => {
    void navigate({
      to: '/documents',
      search: toSearchParams(parseFilters({ ...filters, ...some })),
      replace: isTyping,
    });
  };
  return [filters, change];
}
