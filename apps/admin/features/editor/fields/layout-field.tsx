import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Select } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { fieldMessages, layoutName } from './field-messages.ts';
import { useText } from './plain-field.tsx';
import { useCanEdit } from './use-can-edit.ts';

const byDefault = '\0';

export function LayoutField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const { data } = useQuery(documentTypesQuery);
  const type = useEditingState(({ detail }) => detail.type);
  const error = useEditingState(({ fieldErrors }) => fieldErrors['layout']);
  const layout = useText('layout');
  const isDisabled = !useCanEdit();
  if (!data) return null;
  const usual = data.layouts.find(({ types }) => types.includes(type))?.name ?? 'page';
  const names = data.layouts.map(({ name }) => name);
  const isKnown = layout === '' || names.includes(layout);
  const options = [
    { id: byDefault, label: messages.usualLayout({ name: layoutName(usual) }) },
    ...names.map((id) => ({ id, label: layoutName(id) })),
    ...(isKnown ? [] : [{ id: layout, label: messages.unknownLayout({ name: layout }) }]),
  ];
  return (
    <div data-field="layout">
      <Select
        label={messages.layout}
        help={messages.layoutHelp}
        error={error}
        value={layout === '' ? byDefault : layout}
        onChange={(id) => editing.setValue(['layout'], id === byDefault ? undefined : id)}
        options={options}
        isDisabled={isDisabled}
      />
    </div>
  );
}
