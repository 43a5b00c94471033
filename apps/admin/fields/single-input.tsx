import { useState, type ReactNode } from 'react';
import { TextField, type TextFieldProps } from '../ui/index.ts';
import { AbsentPluginInput } from './absent-plugin-input.tsx';
import { BooleanInput, SelectInput } from './choice-inputs.tsx';
import { ColorInput } from './color-input.tsx';
import { textOf, type Field } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import { MediaInput } from './media-input.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { SliderInput, StarsInput } from './scale-inputs.tsx';
import { useSharedProps } from './use-shared-props.ts';

export function SingleInput(props: SingleInputProps): ReactNode {
  switch (props.field.type) {
    case 'boolean':
      return <BooleanInput {...props} />;
    case 'select':
      return <SelectInput {...props} />;
    case 'number':
      return <NumericInput {...props} />;
    case 'plugin':
      return <AbsentPluginInput {...props} />;
    case 'color':
      return <ColorInput {...props} />;
    case 'media':
      return <MediaInput {...props} />;
    case 'reference':
      return <ReferenceInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

function NumericInput(props: SingleInputProps): ReactNode {
  const { input, multiple } = props.field;
  if (input === 'stars' && !multiple) return <StarsInput {...props} />;
  if (input === 'slider' && !multiple) return <SliderInput {...props} />;
  return <NumberInput {...props} />;
}

function TextInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange } = props;
  const shared = useSharedProps(props);
  const text = textOf(value);
  return (
    <TextField
      {...shared}
      {...kindOf(field, text)}
      value={text}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}

/** Date and time inputs accept only values in their format; others stay text. */
function kindOf({ type }: Field, text: string): Partial<TextFieldProps> {
  if (type === 'textarea') return { rows: 3 };
  if (type === 'markdown') return { rows: 6, isCode: true };
  if (type === 'url') return { inputMode: 'url' };
  if (type === 'date' && isEmptyOr(text, /^\d{4}-\d\d-\d\d$/)) return { type: 'date' };
  if (type === 'datetime' && isEmptyOr(text, /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/))
    return { type: 'datetime-local', value: text.replace(' ', 'T') };
  return {};
}

const isEmptyOr = (text: string, pattern: RegExp) => text === '' || pattern.test(text);

function NumberInput(props: SingleInputProps): ReactNode {
  const { field, value, onChange } = props;
  const shared = useSharedProps(props);
  // Keeps the text as typed: `0.` may become 0.5.
  const [typed, setTyped] = useState('');
  const shown = Object.is(numberIn(typed), value ?? null) ? typed : textOf(value);
  return (
    <TextField
      {...shared}
      inputMode={field.whole ? 'numeric' : 'decimal'}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        onChange(numberIn(next));
      }}
    />
  );
}

/** Returns other text unchanged, and the server rejects it. */
function numberIn(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  const plain = text.replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : typed;
}
