import type { ReactNode } from 'react';
import { useEditing, useEditingState } from '../use-editing.ts';
import type { Definition } from './definitions.ts';
import { useCanEdit } from './use-can-edit.ts';
import { ValueField } from './value-field.tsx';

/** A custom field of the document. */
export function CustomField(props: {
  readonly definition: Definition;
  readonly path: readonly string[];
}): ReactNode {
  const { definition, path } = props;
  const editing = useEditing();
  const value = useEditingState(({ values }) =>
    path.reduce<unknown>(
      (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
      values,
    ),
  );
  const errors = useEditingState(({ fieldErrors }) => fieldErrors);
  return (
    <ValueField
      definition={definition}
      value={value}
      onChange={(next) => editing.setValue(path, next)}
      at={path.join('.')}
      errors={errors}
      isReadOnly={!useCanEdit()}
    />
  );
}
