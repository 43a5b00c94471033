import { readField, type Field, type FieldType } from '../../fields/index.ts';
import { appliesToType } from './definition.ts';
import type { customFieldMessages } from './custom-field-messages.ts';
import type { TextsOf } from '../../lib/messages.ts';

type Messages = TextsOf<typeof customFieldMessages>;

export interface TypeName {
  readonly id: string;
  readonly label: string;
}

/** Without its type, its default and its inner fields. */
export function fieldsOfDefinition(
  type: FieldType,
  {
    words,
    types,
    formats,
  }: {
    readonly words: Messages;
    readonly types: readonly TypeName[];
    readonly formats: readonly TypeName[];
  },
): Field[] {
  const [least, most] = boundLabels(type, words);
  const all = [
    { name: 'label', type: 'text', label: words.label, help: words.labelHelp },
    { name: 'name', type: 'text', label: words.name, help: words.nameHelp, required: true },
    { name: 'help', type: 'text', label: words.help, help: words.helpHelp },
    { name: 'group', type: 'text', label: words.group, help: words.groupHelp },
    { name: 'required', type: 'boolean', label: words.isRequired, help: words.requiredHelp },
    { name: 'show', type: 'boolean', label: words.show, help: words.showHelp },
    { name: 'multiple', type: 'boolean', label: words.isMultiple },
    { name: 'whole', type: 'boolean', label: words.whole },
    { name: 'options', type: 'repeater', label: words.options, fields: optionFields(words) },
    {
      name: 'format',
      type: 'select',
      label: words.format,
      required: true,
      options: formats.map(({ id, label }) => ({ value: id, label })),
    },
    { name: 'min', type: 'number', label: least },
    { name: 'max', type: 'number', label: most },
    {
      name: 'input',
      type: 'select',
      label: words.input,
      help: words.inputHelp,
      options: [
        { value: 'stars', label: words.inputStars },
        { value: 'slider', label: words.inputSlider },
      ],
    },
    {
      name: 'to',
      type: 'select',
      label: words.to,
      help: words.toHelp,
      multiple: true,
      options: types.map(({ id, label }) => ({ value: id, label })),
    },
  ];
  return all.filter(({ name }) => appliesToType(name, type)).map(readField);
}

const optionFields = (messages: Messages) => [
  { name: 'value', type: 'text', label: messages.optionValue, required: true },
  { name: 'label', type: 'text', label: messages.optionLabel },
];

function boundLabels(type: FieldType, messages: Messages): readonly [string, string] {
  if (type === 'number') return [messages.min, messages.max];
  return type === 'repeater'
    ? [messages.minRows, messages.maxRows]
    : [messages.minText, messages.maxText];
}
