import { ArrowUp, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { isMapping } from '../session/frontmatter-text.ts';
import { fieldWords } from './field-words.ts';
import { SingleField } from './single-field.tsx';
import type { ValueFieldProps } from './value-field-props.ts';

/** A value of any type: one, several, fields in a field, or rows of them. */
export function ValueField(props: ValueFieldProps): ReactNode {
  const { definition } = props;
  if (definition.type === 'object') return <ObjectField {...props} />;
  if (definition.type === 'repeater' || definition.isMultiple) return <RowsField {...props} />;
  return <SingleField {...props} />;
}

function ObjectField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange, at, errors } = props;
  const values = isMapping(value) ? value : {};
  const change = (name: string) => (next: unknown) => {
    const { [name]: _before, ...others } = values;
    const after = next === undefined ? others : { ...values, [name]: next };
    onChange(Object.keys(after).length === 0 ? undefined : after);
  };
  return (
    <fieldset className={styles['nested']}>
      <legend>{definition.label}</legend>
      {errors[at] && <p className="field-error">{errors[at]}</p>}
      {definition.fields.map((field) => (
        <ValueField
          {...props}
          key={field.name}
          definition={field}
          value={values[field.name]}
          onChange={change(field.name)}
          at={`${at}.${field.name}`}
        />
      ))}
    </fieldset>
  );
}

function RowsField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange, at, errors, isReadOnly } = props;
  const words = useWords(fieldWords);
  const rows: readonly unknown[] = Array.isArray(value)
    ? value
    : value === undefined
      ? []
      : [value];
  const isObject = definition.type === 'repeater';
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? undefined : next);
  const row = { ...definition, isMultiple: false, type: isObject ? 'object' : definition.type };
  return (
    <fieldset className={styles['nested']}>
      <legend>{definition.label}</legend>
      {definition.help && <p className="field-help">{definition.help}</p>}
      {errors[at] && <p className="field-error">{errors[at]}</p>}
      {rows.map((one, place) => (
        <div key={place} className={styles['row']}>
          <ValueField
            {...props}
            definition={{ ...row, label: words.row(place + 1), help: '' }}
            value={one}
            onChange={(next) =>
              set(rows.map((was, at_) => (at_ === place ? (next ?? (isObject ? {} : '')) : was)))
            }
            at={`${at}[${place}]`}
          />
          {!isReadOnly && (
            <div className={styles['row-acts']}>
              {place > 0 && (
                <IconButton
                  size="small"
                  kind="quiet"
                  icon={ArrowUp}
                  onPress={() => set(movedUp(rows, place))}
                >
                  {words.moveUp(place + 1)}
                </IconButton>
              )}
              <IconButton
                size="small"
                kind="quiet"
                icon={X}
                onPress={() => set(rows.filter((_row, at_) => at_ !== place))}
              >
                {words.removeRow(place + 1)}
              </IconButton>
            </div>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button size="small" icon={Plus} onPress={() => set([...rows, isObject ? {} : ''])}>
          {words.addRow}
        </Button>
      )}
    </fieldset>
  );
}

function movedUp(rows: readonly unknown[], place: number): unknown[] {
  const moved = [...rows];
  moved.splice(place - 1, 2, rows[place], rows[place - 1]);
  return moved;
}
