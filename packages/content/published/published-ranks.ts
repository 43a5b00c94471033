import { termKeys } from '../store/document-rows.ts';
import type { PublishedQuery, PublishedSummary } from './published.ts';

export type Sort = NonNullable<PublishedQuery['sort']>;

/** A document and its places among all. */
export interface Ranked {
  readonly summary: PublishedSummary;
  /** Its place among all, by path. */
  readonly pathRank: number;
  /** Its place among all, the newest first. */
  dateRank: number;
  readonly terms: readonly string[];
}

export interface LanguageGroups {
  readonly types: Map<string, Ranked[]>;
  readonly terms: Map<string, Ranked[]>;
}

/** Where one of a list is, of which the newest come first. */
export function placeIn(newest: readonly Ranked[], { dateRank }: Ranked): number {
  let [from, until] = [0, newest.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (newest[middle]!.dateRank < dateRank) from = middle + 1;
    else until = middle;
  }
  return from;
}

/** Documents of each language and type, and of each language and term. */
export function groupsOf(newest: readonly Ranked[]): ReadonlyMap<string, LanguageGroups> {
  const groups = new Map<string, LanguageGroups>();
  for (const one of newest) {
    const { lang, type } = one.summary;
    if (!groups.has(lang)) groups.set(lang, { types: new Map(), terms: new Map() });
    const { types, terms } = groups.get(lang)!;
    addTo(types, type, one);
    for (const term of one.terms) addTo(terms, term, one);
  }
  return groups;
}

function addTo(groups: Map<string, Ranked[]>, name: string, one: Ranked): void {
  const group = groups.get(name);
  if (group) group.push(one);
  else groups.set(name, [one]);
}

type Comparator = (a: Ranked, b: Ranked) => number;

const byPath: Comparator = (a, b) => a.pathRank - b.pathRank;

/** In either direction, what is equal is in the order of the paths, and what has no time comes last. */
export const comparators: Readonly<Record<Sort, (direction: 1 | -1) => Comparator>> = {
  path: (direction) => (a, b) => direction * byPath(a, b),
  title: (direction) => (a, b) =>
    direction * compare(a.summary.title, b.summary.title) || byPath(a, b),
  date: (direction) => (a, b) =>
    direction * (a.summary.date.getTime() - b.summary.date.getTime()) || byPath(a, b),
  updated_at: (direction) => (a, b) => {
    const [one, other] = [a.summary.updatedAt, b.summary.updatedAt];
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || byPath(a, b);
    return direction * (one.getTime() - other.getTime()) || byPath(a, b);
  },
};

export const newestFirst = comparators.date(-1);

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function byLang(a: { readonly lang: string }, b: { readonly lang: string }): number {
  return compare(a.lang, b.lang);
}

/** Kept with the summary, which snapshots of one site have in common: to make slugs of every term takes long. */
export function termsOf(summary: PublishedSummary): readonly string[] {
  const known = termsOfSummaries.get(summary);
  if (known) return known;
  const terms = [...new Set(termKeys(summary.taxonomies))];
  termsOfSummaries.set(summary, terms);
  return terms;
}

const termsOfSummaries = new WeakMap<PublishedSummary, readonly string[]>();
