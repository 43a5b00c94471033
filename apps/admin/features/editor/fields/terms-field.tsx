import type { Term } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatValue } from '../../../lib/format-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { TextField } from '../../../ui/index.ts';
import { isMapping, valueAt } from '../session/frontmatter-text.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { ChipsField } from './chips-field.tsx';
import type { Suggestion } from './chips.ts';
import { fieldMessages } from './field-messages.ts';
import { termsQuery } from '../../tags/queries.ts';
import { useCanEdit } from './use-can-edit.ts';
import { useFirstFocus } from './use-first-focus.ts';

export function TermsField(props: { readonly name: string; readonly label: string }): ReactNode {
  const { name, label } = props;
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const path = useTermsPath(name);
  const value = useEditingState(({ values }) => valueAt(values, path));
  const error = useEditingState(({ fieldErrors }) => fieldErrors[name]);
  const canEdit = useCanEdit();
  const { isUsed, onFocus } = useFirstFocus();
  const { data } = useQuery({ ...termsQuery(name), enabled: isUsed });
  const terms: readonly unknown[] = [value ?? []].flat();
  const isPlain = terms.every((term) => typeof term !== 'object');
  return (
    <div data-field={name} onFocus={onFocus}>
      {isPlain ? (
        <ChipsField
          label={label}
          names={[...new Set(terms.map(formatValue))]}
          onChange={(names) => editing.setValue(path, termsFrom(names, value))}
          suggestions={suggestedTerms(data?.terms ?? [], (count) => messages.uses({ count }))}
          help={messages.termsHelp}
          error={error}
          isDisabled={!canEdit}
        />
      ) : (
        <TextField
          label={label}
          help={messages.notHere}
          value={JSON.stringify(value)}
          onChange={() => undefined}
          isReadOnly
        />
      )}
    </div>
  );
}

/** Most used first, among the public documents and those that the person may read. */
function suggestedTerms(terms: readonly Term[], describe: (count: number) => string): Suggestion[] {
  const counted = terms.map(
    (term) => [term.name, Math.max(term.documents, term.published)] as const,
  );
  return counted
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => ({ name, about: describe(count) }));
}

/** Terms are under their own key, or in the mapping `taxonomies`. */
function useTermsPath(name: string): readonly string[] {
  const isNested = useEditingState(({ values }) => {
    const nested = values['taxonomies'];
    return values[name] === undefined && isMapping(nested) && name in nested;
  });
  return isNested ? ['taxonomies', name] : [name];
}

/** Keeps the form of the value: a list, or a single term; and numbers as numbers. */
function termsFrom(names: readonly string[], before: unknown): unknown {
  const had = new Map(
    ([before ?? []].flat() as unknown[]).map((term): [string, unknown] => [
      formatValue(term),
      term,
    ]),
  );
  const terms = names.map((name) => had.get(name) ?? name);
  if (terms.length === 0) return undefined;
  const isSingle = before !== undefined && before !== null && !Array.isArray(before);
  return isSingle && terms.length === 1 ? terms[0] : terms;
}
