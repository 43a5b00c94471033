import type { ReactNode } from 'react';
import { isMap, type FieldValues } from './field.ts';
import { errorAt } from './field-paths.ts';
import type { NestedInputProps } from './field-props.ts';
import styles from './fields.module.css';

/** An optional group is removed once all its fields are empty. */
export function ObjectInput(props: NestedInputProps): ReactNode {
  const { field, value, onChange, path, errors, isDisabled = false, Form } = props;
  const error = errorAt(errors, path, false);
  const change = (values: FieldValues) => {
    const isEmpty = Object.values(values).every(isEmptyObject);
    onChange(isEmpty && !field.required ? null : values);
  };
  return (
    <fieldset className={styles['group']}>
      <legend className="field-label">{field.label}</legend>
      {field.help && <p className="field-help">{field.help}</p>}
      {error !== undefined && <p className="field-error">{error}</p>}
      <div className={styles['inner']}>
        <Form
          fields={field.fields}
          values={isMap(value) ? value : {}}
          errors={errors}
          onChange={change}
          path={path}
          isDisabled={isDisabled}
        />
      </div>
    </fieldset>
  );
}

function isEmptyObject(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) && Object.values(value).every(isEmptyObject);
}
