import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Checkbox, ComboField, Select } from '../ui/index.ts';
import { textOf, type Field } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { fieldMessages } from './messages.ts';

/** With more options, the field offers a search. */
const maxRadioOptions = 15;

export function BooleanInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, error, isDisabled } = props;
  // An untouched checkbox would mean no, so a required choice without a default is a select.
  if (field.required && field.default === null) return <YesOrNo {...props} />;
  return (
    <div className="field">
      <Checkbox
        isSelected={(value ?? field.default) === true}
        onChange={onChange}
        isDisabled={isDisabled}
        help={field.help}
      >
        {field.label}
      </Checkbox>
      {error !== undefined && <span className="field-error">{error}</span>}
    </div>
  );
}

function YesOrNo({ field, value, onChange, error, isDisabled }: SingleInputProps): ReactNode {
  const messages = useMessages(fieldMessages);
  return (
    <Select
      label={field.label}
      help={field.help}
      error={error}
      isDisabled={isDisabled}
      isRequired
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
      onChange={(id) => onChange(id === 'yes')}
      options={[
        { id: 'yes', label: messages.yes },
        { id: 'no', label: messages.no },
      ]}
    />
  );
}

const none = '\u0000';

export function SelectInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, error, isDisabled, hiddenLabel } = props;
  const messages = useMessages(fieldMessages);
  const shared = {
    label: hiddenLabel ?? field.label,
    help: field.help,
    error,
    isDisabled,
    isLabelHidden: hiddenLabel !== undefined,
  };
  const options = field.options.map((option) => ({ id: option.value, label: option.label }));
  if (options.length > maxRadioOptions)
    return (
      <ComboField
        {...shared}
        value={textOf(value)}
        onChange={(id) => onChange(id === '' ? null : id)}
        options={options}
      />
    );
  const isOptional = !field.required && field.default === null;
  return (
    <Select
      {...shared}
      isRequired={field.required}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => onChange(id === none ? null : id)}
      options={isOptional ? [{ id: none, label: messages.none }, ...options] : options}
      placeholder={defaultLabel(field) ?? messages.none}
    />
  );
}

function defaultLabel({ options, default: absent }: Field): string | undefined {
  return options.find(({ value }) => value === absent)?.label;
}

export function SeveralChoices(props: SingleInputProps): ReactNode {
  const { field, value, onChange, error, isDisabled } = props;
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (option: string, isOn: boolean) => {
    const { options } = field;
    // Keeps the order of the options, and keeps values that are not among them.
    const chosen = options.filter((one) =>
      one.value === option ? isOn : given.includes(one.value),
    );
    const others = given.filter((one) => !options.some((known) => known.value === one));
    onChange([...chosen.map((one) => one.value), ...others]);
  };
  return (
    <fieldset className={styles['group']}>
      <legend className="field-label">{field.label}</legend>
      {field.help && <p className="field-help">{field.help}</p>}
      <div className={styles['choices']}>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            isSelected={given.includes(option.value)}
            onChange={(isOn) => toggle(option.value, isOn)}
            isDisabled={isDisabled}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {error !== undefined && <span className="field-error">{error}</span>}
    </fieldset>
  );
}
