import type { ReactNode } from 'react';
import { FieldInput, type Field } from '../../../fields/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { toStoredValue } from './definitions.ts';
import { useCanEdit } from './use-can-edit.ts';

export function CustomField(props: {
  readonly field: Field;
  readonly path: readonly string[];
}): ReactNode {
  const { field, path } = props;
  const editing = useEditing();
  const value = useEditingState(({ values }) =>
    path.reduce<unknown>(
      (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
      values,
    ),
  );
  const errors = useEditingState(({ fieldErrors }) => fieldErrors);
  return (
    <FieldInput
      field={field}
      value={value}
      onChange={(next) => editing.setValue(path, toStoredValue(next))}
      path={path.join('.')}
      errors={errors}
      isDisabled={!useCanEdit()}
    />
  );
}
