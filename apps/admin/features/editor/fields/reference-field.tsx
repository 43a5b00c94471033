import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { galley } from '../../../lib/galley.ts';
import { ComboField } from '../../../ui/index.ts';
import type { ValueFieldProps } from './value-field-props.ts';

/** The path of another document, found by its words. */
export function ReferenceField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange, errors, at, isReadOnly } = props;
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const [type] = definition.to;
  const { data } = useQuery({
    queryKey: ['documents', 'reference', q, type],
    queryFn: ({ signal }) =>
      galley.documents.list(
        { ...(q && { q }), ...(definition.to.length === 1 && type && { type }), limit: 12 },
        { signal },
      ),
    placeholderData: (before) => before,
  });
  const found = (data?.items ?? []).map(({ path, title }) => ({
    id: path,
    label: path,
    about: title,
  }));
  const chosen = typeof value === 'string' && value ? value : '';
  const isThere = chosen === '' || found.some(({ id }) => id === chosen);
  return (
    <ComboField
      label={definition.label}
      help={definition.help || undefined}
      value={chosen}
      onChange={(path) => onChange(path === '' ? undefined : path)}
      onSearch={setTyped}
      options={isThere ? found : [{ id: chosen, label: chosen }, ...found]}
      error={errors[at]}
      isDisabled={isReadOnly}
    />
  );
}
