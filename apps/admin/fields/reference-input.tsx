import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { galley } from '../lib/galley.ts';
import { useDebouncedValue } from '../lib/use-debounced-value.ts';
import { useMessages } from '../lib/messages.ts';
import { ComboField } from '../ui/index.ts';
import { textOf } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import { fieldMessages } from './messages.ts';

export function ReferenceInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, error, isDisabled, hiddenLabel } = props;
  const messages = useMessages(fieldMessages);
  const [search, setSearch] = useState('');
  const { data } = useFound(search, field.to);
  const options = (data ?? []).map(({ path, title }) => ({
    id: path,
    label: title || path,
    about: path,
  }));
  return (
    <ComboField
      label={hiddenLabel ?? field.label}
      isLabelHidden={hiddenLabel !== undefined}
      help={hiddenLabel === undefined && field.help}
      error={error}
      value={textOf(value)}
      onChange={(next) => onChange(next === '' ? null : next)}
      onSearch={setSearch}
      options={options}
      placeholder={messages.findDocument}
      isDisabled={isDisabled}
    />
  );
}

function useFound(search: string, types: readonly string[]) {
  const q = useDebouncedValue(search.trim());
  return useQuery({
    queryKey: ['documents', 'choices', q, types],
    queryFn: async ({ signal }) => {
      const [only] = types;
      const type = types.length === 1 && only !== undefined ? { type: only } : {};
      const given = { limit: 30, ...type, ...(q !== '' && { q }) };
      const { items } = await galley.documents.list(given, { signal, background: true });
      return items.filter((item) => types.length === 0 || types.includes(item.type)).slice(0, 12);
    },
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
}
