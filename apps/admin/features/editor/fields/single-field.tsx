import { useState, type ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Button, Checkbox, Select, TextField } from '../../../ui/index.ts';
import { MediaPicker } from '../../media/media-picker.tsx';
import { fieldWords } from './field-words.ts';
import { ReferenceField } from './reference-field.tsx';
import { shownText } from './shown-text.ts';
import type { ValueFieldProps } from './value-field-props.ts';

/** One value. */
export function SingleField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange, isReadOnly } = props;
  switch (definition.type) {
    case 'boolean':
      return (
        <Checkbox
          isSelected={value === true}
          onChange={onChange}
          isDisabled={isReadOnly}
          help={definition.help || undefined}
        >
          {definition.label}
        </Checkbox>
      );
    case 'select':
      return <ChoiceField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'media':
      return <MediaField {...props} />;
    case 'reference':
      return <ReferenceField {...props} />;
    default:
      return <WordsField {...props} />;
  }
}

const types: Readonly<Record<string, 'date' | 'url' | 'text'>> = { date: 'date', url: 'url' };
const rows: Readonly<Record<string, number>> = { textarea: 3, markdown: 6 };

function WordsField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange } = props;
  const lines = rows[definition.type];
  const text = shownText(value);
  const field = (
    <TextField
      {...shared(props)}
      type={types[definition.type] ?? 'text'}
      value={text}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      {...(lines && { rows: lines })}
      {...(definition.type === 'datetime' && { placeholder: '2026-11-22 09:30' })}
      {...(definition.type === 'color' && { placeholder: '#1f57b5' })}
    />
  );
  if (definition.type !== 'color') return field;
  return <ColourField field={field} {...props} />;
}

function ColourField(props: ValueFieldProps & { readonly field: ReactNode }): ReactNode {
  const { field, value, onChange, isReadOnly, definition } = props;
  const words = useWords(fieldWords);
  const isColour = typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);
  return (
    <div className="input-row">
      <div className="grow">{field}</div>
      {!isReadOnly && (
        <TextField
          label={`${definition.label}: ${words.colour}`}
          isLabelHidden
          type="color"
          value={isColour ? value : '#000000'}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function NumberField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange } = props;
  const words = useWords(fieldWords);
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== '' && Number.isNaN(Number(typed));
  const change = (text: string) => {
    setTyped(text);
    if (text.trim() === '') onChange(undefined);
    else if (!Number.isNaN(Number(text))) onChange(Number(text));
  };
  const { min, max } = definition;
  return (
    <TextField
      {...shared(props)}
      inputMode="decimal"
      value={typed ?? shownText(value)}
      onChange={change}
      onBlur={() => !isWrong && setTyped(null)}
      error={isWrong ? words.notNumber : shared(props).error}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
    />
  );
}

function ChoiceField(props: ValueFieldProps): ReactNode {
  const { definition, value, onChange, isReadOnly, errors, at } = props;
  const words = useWords(fieldWords);
  const options = definition.options.map((option) => ({ id: option.value, label: option.label }));
  const none = definition.isRequired ? [] : [{ id: '', label: words.none }];
  return (
    <Select
      label={definition.label}
      help={definition.help || undefined}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => onChange(id === '' ? undefined : id)}
      options={[...none, ...options]}
      error={errors[at]}
      isDisabled={isReadOnly}
    />
  );
}

function MediaField(props: ValueFieldProps): ReactNode {
  const { value, onChange, isReadOnly } = props;
  const words = useWords(fieldWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="stack">
      <TextField
        {...shared(props)}
        value={shownText(value)}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        placeholder="media/…"
      />
      {!isReadOnly && (
        <div className="row">
          <Button size="small" onPress={() => setOpen(true)}>
            {words.choose}
          </Button>
        </div>
      )}
      {isOpen && (
        <MediaPicker
          onClose={() => setOpen(false)}
          onPick={({ path }) => {
            onChange(path);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

function shared({ definition, errors, at, isReadOnly }: ValueFieldProps) {
  const { label, help, isRequired } = definition;
  return { label, isRequired, isReadOnly, error: errors[at], ...(help && { help }) };
}
