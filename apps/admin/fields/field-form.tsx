import type { ReactNode } from 'react';
import { SeveralChoices } from './choice-inputs.tsx';
import { errorAt, pathTo } from './field-paths.ts';
import type { FieldFormProps, FieldInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { ListInput } from './list-input.tsx';
import { ObjectInput } from './object-input.tsx';
import { RepeaterInput } from './repeater-input.tsx';
import { SingleInput } from './single-input.tsx';

export function FieldForm(props: FieldFormProps): ReactNode {
  const { fields, values, errors, onChange, path = '', isDisabled = false } = props;
  return (
    <div className={styles['form']}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
          path={pathTo(path, field.name)}
          errors={errors}
          isDisabled={isDisabled}
        />
      ))}
    </div>
  );
}

export function FieldInput(props: FieldInputProps): ReactNode {
  return <div data-field={props.path}>{inputOf(props)}</div>;
}

function inputOf(props: FieldInputProps): ReactNode {
  const { field, value, onChange, path, errors, isDisabled = false } = props;
  if (field.type === 'object') return <ObjectInput {...props} Form={FieldForm} />;
  if (field.type === 'repeater') return <RepeaterInput {...props} Form={FieldForm} />;
  const error = errorAt(errors, path);
  const single = { field, value, onChange, error, isDisabled };
  if (!field.multiple) return <SingleInput {...single} />;
  return field.type === 'select' ? <SeveralChoices {...single} /> : <ListInput {...props} />;
}
