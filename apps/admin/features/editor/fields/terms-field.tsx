import { useState, type ReactNode } from 'react';
import { formatValue } from '../../../lib/format-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { TextField } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { fieldMessages } from './field-messages.ts';
import { useCanEdit } from './use-can-edit.ts';

export function TermsField(props: { readonly name: string; readonly label: string }): ReactNode {
  const { name, label } = props;
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const value = useEditingState(({ values }) => values[name]);
  const error = useEditingState(({ fieldErrors }) => fieldErrors[name]);
  const canEdit = useCanEdit();
  // Typed text: while the user types, a trailing comma starts another term and must stay.
  const [typed, setTyped] = useState<string | null>(null);
  const terms: readonly unknown[] = [value ?? []].flat();
  const isPlain = terms.every(
    (term) => typeof term !== 'object' && !formatValue(term).includes(','),
  );
  const change = (text: string) => {
    setTyped(text);
    editing.setValue([name], termsFrom(text, value));
  };
  return (
    <div data-field={name}>
      <TextField
        label={label}
        help={isPlain ? messages.termsHelp : messages.notHere}
        value={typed ?? (isPlain ? terms.map(formatValue).join(', ') : JSON.stringify(value))}
        onChange={change}
        onBlur={() => setTyped(null)}
        error={error}
        isReadOnly={!canEdit || !isPlain}
      />
    </div>
  );
}

/** Keeps the form of the value: a list, or a single term. */
function termsFrom(text: string, before: unknown): unknown {
  const had = new Map(
    ([before ?? []].flat() as unknown[]).map((term): [string, unknown] => [
      formatValue(term),
      term,
    ]),
  );
  const names = text.split(',').map((name) => name.trim());
  const terms = [...new Set(names.filter(Boolean))].map((name) => had.get(name) ?? name);
  if (terms.length === 0) return undefined;
  const isSingle = before !== undefined && before !== null && !Array.isArray(before);
  return isSingle && terms.length === 1 ? terms[0] : terms;
}
