import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button, IconButton } from '../ui/index.ts';
import { isMap, textOf, type Field, type FieldValues } from './field.ts';
import { errorAt, hasErrorWithin, pathTo } from './field-paths.ts';
import type { NestedInputProps } from './field-props.ts';
import styles from './fields.module.css';
import { moveByKeys, RowActions } from './row-actions.tsx';
import { useRows, type Rows } from './use-rows.ts';
import { fieldMessages } from './messages.ts';

/** Maximum number of rows that start unfolded. */
const maxUnfolded = 2;

export function RepeaterInput(props: NestedInputProps): ReactNode {
  const { field, value, onChange, path, errors, isDisabled = false, Form } = props;
  const messages = useMessages(fieldMessages);
  const given = Array.isArray(value) ? value.map(asRow) : [];
  const nameOf = (place: number) =>
    titleOf(field, given[place]) || messages.row({ place: place + 1 });
  const rows = useRows({ rows: given, onChange, nameOf });
  const [folded, setFolded] = useState<Readonly<Record<number, boolean>>>(() =>
    Object.fromEntries(given.map((_, place) => [place, given.length > maxUnfolded])),
  );
  const error = errorAt(errors, path, false);
  return (
    <fieldset className={styles['group']}>
      <legend className="field-label">{field.label}</legend>
      {field.help && <p className="field-help">{field.help}</p>}
      {error !== undefined && <p className="field-error">{error}</p>}
      {given.length === 0 && <p className="soft small">{messages.noRows}</p>}
      {given.map((row, place) => {
        const key = rows.keys[place] ?? place;
        const isWrong = hasErrorWithin(errors, pathTo(path, place));
        return (
          <Row
            key={key}
            {...{ field, row, rows, place, path: pathTo(path, place), errors, isDisabled, Form }}
            name={nameOf(place)}
            isFolded={folded[key] === true && !isWrong}
            onFold={(isFolded) => setFolded({ ...folded, [key]: isFolded })}
          />
        );
      })}
      {!isDisabled && <AddRow field={field} rows={rows} />}
      <span className="sr-only" aria-live="polite">
        {rows.said}
      </span>
    </fieldset>
  );
}

function AddRow({ field, rows }: { readonly field: Field; readonly rows: Rows }): ReactNode {
  const messages = useMessages(fieldMessages);
  const { max } = field;
  const isFull = max !== null && rows.keys.length >= max;
  return (
    <div id={rows.addId}>
      <Button
        size="small"
        icon={Plus}
        onPress={() => rows.add({})}
        disabledReason={isFull && messages.atMost({ most: max })}
      >
        {messages.addRow}
        <span className="sr-only"> {field.label}</span>
      </Button>
    </div>
  );
}

interface RowProps extends Pick<NestedInputProps, 'field' | 'path' | 'errors' | 'Form'> {
  readonly row: FieldValues;
  readonly rows: Rows;
  readonly place: number;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

function Row(props: RowProps): ReactNode {
  const { field, row, rows, place, name, path, errors, isDisabled, isFolded, onFold, Form } = props;
  const messages = useMessages(fieldMessages);
  return (
    <div
      id={rows.rowId(place)}
      className={styles['row']}
      role="group"
      aria-label={name}
      data-field={path}
      onKeyDown={moveByKeys(rows, place)}
    >
      <div className={styles['row-head']}>
        <IconButton
          icon={isFolded ? ChevronRight : ChevronDown}
          kind="quiet"
          size="small"
          isExpanded={!isFolded}
          onPress={() => onFold(!isFolded)}
        >
          {isFolded ? messages.show({ what: name }) : messages.hide({ what: name })}
        </IconButton>
        <span className={`grow cut ${styles['row-name']}`}>{name}</span>
        {!isDisabled && <RowActions rows={rows} place={place} name={name} />}
      </div>
      {!isFolded && (
        <div className={styles['row-body']}>
          <Form
            fields={field.fields}
            values={row}
            errors={errors}
            onChange={(next) => rows.change(place, next)}
            path={path}
            isDisabled={isDisabled}
          />
        </div>
      )}
    </div>
  );
}

const asRow = (row: unknown): FieldValues => (isMap(row) ? row : {});

function titleOf({ fields }: Field, row: FieldValues | undefined): string {
  const values = fields.map(({ name }) => textOf(row?.[name]).trim());
  return values.find((text) => text !== '')?.slice(0, 120) ?? '';
}
