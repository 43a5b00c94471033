import type { ReactNode } from 'react';
import { formatValue } from '../../../lib/format-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { TextField } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { fieldMessages } from './field-messages.ts';
import { useCanEdit } from './use-can-edit.ts';

export interface PlainFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly placeholder?: string | undefined;
}

/** A text of the frontmatter; empty for none. */
export function PlainField(props: PlainFieldProps): ReactNode {
  const { name, label, rows, placeholder } = props;
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const value = useEditingState(({ values }) => values[name]);
  const refused = useEditingState(({ fieldErrors }) => fieldErrors[name]);
  const isText = value === undefined || value === null || typeof value !== 'object';
  const canEdit = useCanEdit() && isText;
  return (
    <div data-field={name}>
      <TextField
        label={label}
        value={formatValue(value ?? '')}
        onChange={(text) => editing.setValue([name], text === '' ? undefined : text)}
        error={refused ?? props.error}
        help={isText ? props.help : messages.notHere}
        isReadOnly={!canEdit}
        {...(rows && { rows })}
        {...(placeholder && { placeholder })}
      />
    </div>
  );
}

export function useText(name: string): string {
  return useEditingState(({ values }) => textOf(values[name]));
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
