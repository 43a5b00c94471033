import type { TermCount } from './published.ts';
import { termSlug } from '../document/term-slug.ts';

/** `Wood type` and `wood type` are one term, named by its most frequent spelling. */
export function gatherBySlug(
  names: readonly { readonly name: string; readonly count: number }[],
): TermCount[] {
  const terms = new Map<string, TermCount>();
  for (const { name, count } of names.toSorted(compareByCount)) {
    const slug = termSlug(name);
    const known = terms.get(slug);
    terms.set(slug, { name: known?.name ?? name, slug, count: (known?.count ?? 0) + count });
  }
  return [...terms.values()].sort(compareByCount);
}

/** By code units: the order must not depend on the database's collation. */
function compareByCount(
  a: { readonly name: string; readonly count: number },
  b: { readonly name: string; readonly count: number },
): number {
  return b.count - a.count || (a.name < b.name ? -1 : Number(a.name > b.name));
}
