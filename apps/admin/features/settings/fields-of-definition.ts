import { readField, type Field, type FieldType } from '../../fields/index.ts';
import { goesWith } from './definition.ts';
import type { customFieldWords } from './custom-field-words.ts';

type Text = (typeof customFieldWords)['en'];

export interface TypeName {
  readonly id: string;
  readonly label: string;
}

/** Form fields of a definition, except its type, its default and its inner fields. */
export function fieldsOfDefinition(
  type: FieldType,
  { words, types }: { readonly words: Text; readonly types: readonly TypeName[] },
): Field[] {
  const [least, most] = boundWords(type, words);
  const all = [
    { name: 'label', type: 'text', label: words.label, help: words.labelHelp },
    { name: 'name', type: 'text', label: words.name, help: words.nameHelp, required: true },
    { name: 'help', type: 'text', label: words.help, help: words.helpHelp },
    { name: 'required', type: 'boolean', label: words.isRequired, help: words.requiredHelp },
    { name: 'multiple', type: 'boolean', label: words.isMultiple },
    { name: 'whole', type: 'boolean', label: words.whole },
    { name: 'options', type: 'repeater', label: words.options, fields: optionFields(words) },
    { name: 'min', type: 'number', label: least },
    { name: 'max', type: 'number', label: most },
    {
      name: 'to',
      type: 'select',
      label: words.to,
      help: words.toHelp,
      multiple: true,
      options: types.map(({ id, label }) => ({ value: id, label })),
    },
  ];
  return all.filter(({ name }) => goesWith(name, type)).map(readField);
}

const optionFields = (words: Text) => [
  { name: 'value', type: 'text', label: words.optionValue, required: true },
  { name: 'label', type: 'text', label: words.optionLabel },
];

function boundWords(type: FieldType, words: Text): readonly [string, string] {
  if (type === 'number') return [words.min, words.max];
  return type === 'repeater' ? [words.minRows, words.maxRows] : [words.minText, words.maxText];
}
