import { Star } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import type { SingleInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { fieldMessages } from './messages.ts';

/** A star for each number; other values stay until one is chosen. */
export function StarsInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, isDisabled } = props;
  const messages = useMessages(fieldMessages);
  const group = useId();
  const most = field.max ?? 0;
  const chosen = typeof value === 'number' ? value : field.default;
  const least = Math.max(1, field.min ?? 1);
  const stars = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  return (
    <fieldset className={styles['group']} disabled={isDisabled}>
      <Legend {...props} />
      <div className={styles['scale']}>
        {stars.map((star) => (
          <label key={star} className={styles['star']}>
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={chosen === star}
              onChange={() => onChange(star)}
            />
            <Star
              aria-hidden
              size={22}
              data-on={(typeof chosen === 'number' && chosen >= star) || undefined}
            />
            <span className="sr-only">{messages.stars({ count: star, most })}</span>
          </label>
        ))}
        <Clear {...props} />
      </div>
      <Notes {...props} />
    </fieldset>
  );
}

export function SliderInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange, isDisabled } = props;
  const messages = useMessages(fieldMessages);
  const [least, most] = [field.min ?? 0, field.max ?? 100];
  const chosen = typeof value === 'number' ? value : field.default;
  const isSet = typeof chosen === 'number';
  return (
    <fieldset className={styles['group']} disabled={isDisabled}>
      <Legend {...props} />
      <div className={styles['scale']}>
        <input
          type="range"
          className="grow"
          aria-label={props.hiddenLabel ?? field.label}
          aria-valuetext={isSet ? String(chosen) : messages.none}
          min={least}
          max={most}
          step={field.whole ? 1 : 'any'}
          value={isSet ? chosen : least}
          onChange={(event) => onChange(rounded(event.target.valueAsNumber))}
        />
        <output>{isSet ? chosen : messages.none}</output>
        <Clear {...props} />
      </div>
      <Notes {...props} />
    </fieldset>
  );
}

/** Dragging gives many digits. */
const rounded = (value: number): number => Number(value.toFixed(2));

function Legend({ field, hiddenLabel }: SingleInputProps): ReactNode {
  return (
    <legend className={hiddenLabel === undefined ? 'field-label' : 'sr-only'}>
      {hiddenLabel ?? field.label}
    </legend>
  );
}

function Notes({ field, error, hiddenLabel }: SingleInputProps): ReactNode {
  return (
    <>
      {hiddenLabel === undefined && field.help && <span className="field-help">{field.help}</span>}
      {error !== undefined && <span className="field-error">{error}</span>}
    </>
  );
}

function Clear({ field, value, onChange, isDisabled }: SingleInputProps): ReactNode {
  const messages = useMessages(fieldMessages);
  if (value === undefined || value === null || isDisabled) return null;
  return (
    <button type="button" className={styles['clear']} onClick={() => onChange(null)}>
      {messages.clear}
      <span className="sr-only"> {field.label}</span>
    </button>
  );
}
