import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/index.ts';
import { errorAt, pathTo } from './field-paths.ts';
import type { FieldInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { moveByKeys, RowActions } from './row-actions.tsx';
import { SingleInput } from './single-input.tsx';
import { useRows } from './use-rows.ts';
import { fieldMessages } from './messages.ts';

export function ListInput(props: FieldInputProps): ReactNode {
  const { field, value, onChange, path, errors, isDisabled = false } = props;
  const messages = useMessages(fieldMessages);
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const nameOf = (place: number) => `${field.label} ${place + 1}`;
  const rows = useRows({ rows: given, onChange, nameOf });
  const error = errorAt(errors, path, false);
  return (
    <fieldset className={styles['group']}>
      <legend className="field-label">{field.label}</legend>
      {field.help && <p className="field-help">{field.help}</p>}
      {error !== undefined && <p className="field-error">{error}</p>}
      {given.map((item, place) => (
        <div
          key={rows.keys[place]}
          id={rows.rowId(place)}
          className={styles['item']}
          data-field={pathTo(path, place)}
          onKeyDown={moveByKeys(rows, place)}
        >
          <div className="grow">
            <SingleInput
              field={field}
              hiddenLabel={nameOf(place)}
              value={item}
              onChange={(next) => rows.change(place, next ?? '')}
              error={errorAt(errors, pathTo(path, place))}
              isDisabled={isDisabled}
            />
          </div>
          {!isDisabled && <RowActions rows={rows} place={place} name={nameOf(place)} />}
        </div>
      ))}
      {!isDisabled && (
        <div id={rows.addId}>
          <Button size="small" icon={Plus} onPress={() => rows.add('')}>
            {messages.addRow}
            <span className="sr-only"> {field.label}</span>
          </Button>
        </div>
      )}
      <span className="sr-only" aria-live="polite">
        {rows.said}
      </span>
    </fieldset>
  );
}
