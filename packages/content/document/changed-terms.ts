import { isEqual, isObject, own, type Values } from '@galley/settings';
import { textValue } from './read-document.ts';

export interface TermsChange {
  readonly taxonomy: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * The frontmatter with the changed terms, at the key where they are: `tags`, or `tags` in `taxonomies`. `undefined` if
 * it has them already. Other entries of the list stay as they are.
 */
export function changedTerms(
  values: Values,
  { taxonomy, add, remove }: TermsChange,
): Values | undefined {
  const nested = own(values, 'taxonomies');
  if (
    isObject(nested) &&
    own(nested, taxonomy) !== undefined &&
    own(values, taxonomy) === undefined
  ) {
    const changed = changedTerms(nested, { taxonomy, add, remove });
    return changed && { ...values, taxonomies: changed };
  }
  const before = [own(values, taxonomy) ?? []].flat();
  const kept = before.filter((term) => !remove.includes(termText(term)));
  const known = new Set(kept.map(termText));
  const after = [...kept, ...new Set(add).difference(known)];
  if (isEqual(before, after)) return undefined;
  const { [taxonomy]: _before, ...rest } = values;
  return after.length === 0 ? rest : { ...values, [taxonomy]: after };
}

function termText(term: unknown): string {
  return textValue(term)?.trim() ?? '';
}
