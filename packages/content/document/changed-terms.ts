import { isEqual, isObject, own, type Values } from '@galley/settings';
import { textValue } from './read-document.ts';

export interface TermsChange {
  readonly taxonomy: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** `to` takes the place of the first of `from`; without any of them nothing changes. */
  readonly rename?: { readonly from: readonly string[]; readonly to: string } | undefined;
}

/**
 * The frontmatter with the changed terms, at the key where they are: `tags`, or `tags` in `taxonomies`. `undefined` if
 * it has them already. Other entries of the list stay as they are.
 */
export function changedTerms(values: Values, change: TermsChange): Values | undefined {
  const { taxonomy, add, remove, rename } = change;
  const nested = own(values, 'taxonomies');
  if (
    isObject(nested) &&
    own(nested, taxonomy) !== undefined &&
    own(values, taxonomy) === undefined
  ) {
    const changed = changedTerms(nested, change);
    return changed && { ...values, taxonomies: changed };
  }
  const before = [own(values, taxonomy) ?? []].flat();
  const renamed = rename === undefined ? before : renamedTerms(before, rename);
  const kept = renamed.filter((term) => !remove.includes(termText(term)));
  const known = new Set(kept.map(termText));
  const after = [...kept, ...new Set(add).difference(known)];
  if (isEqual(before, after)) return undefined;
  const { [taxonomy]: _before, ...rest } = values;
  return after.length === 0 ? rest : { ...values, [taxonomy]: after };
}

function renamedTerms(
  before: readonly unknown[],
  { from, to }: NonNullable<TermsChange['rename']>,
): unknown[] {
  const first = before.findIndex((term) => from.includes(termText(term)));
  if (first === -1) return [...before];
  const isAlready = before.some((term) => termText(term) === to && !from.includes(to));
  return before.flatMap((term, index) => {
    if (!from.includes(termText(term))) return [term];
    return index === first && !isAlready ? [to] : [];
  });
}

function termText(term: unknown): string {
  return textValue(term)?.trim() ?? '';
}
