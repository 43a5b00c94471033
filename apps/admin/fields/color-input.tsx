import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { TextField } from '../ui/index.ts';
import { textOf } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { useSharedProps } from './use-shared-props.ts';
import { fieldMessages } from './messages.ts';

/** The text can hold values beyond the picker, such as `#b4320e80`. */
export function ColorInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, isDisabled } = props;
  const messages = useMessages(fieldMessages);
  const shared = useSharedProps(props);
  const text = textOf(value);
  const chosen = text || textOf(field.default);
  return (
    <div className={styles['color']}>
      <TextField
        {...shared}
        className="grow"
        value={text}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
      <input
        type="color"
        className={`input ${styles['swatch']}`}
        aria-label={messages.colour({ what: props.hiddenLabel ?? field.label })}
        value={/^#[\da-f]{6}$/i.test(chosen) ? chosen : '#000000'}
        onChange={(event) => onChange(event.target.value)}
        disabled={isDisabled}
      />
    </div>
  );
}
