import { useMessages } from '../lib/messages.ts';
import type { TextFieldProps } from '../ui/index.ts';
import { textOf } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import { fieldMessages } from './messages.ts';

export function useSharedProps({
  field,
  error,
  isDisabled,
  hiddenLabel,
}: SingleInputProps): Pick<
  TextFieldProps,
  'label' | 'isLabelHidden' | 'help' | 'error' | 'isDisabled' | 'isRequired' | 'placeholder'
> {
  const messages = useMessages(fieldMessages);
  const absent = field.multiple ? '' : textOf(field.default);
  return {
    label: hiddenLabel ?? field.label,
    isLabelHidden: hiddenLabel !== undefined,
    ...(hiddenLabel === undefined && field.help && { help: field.help }),
    error,
    isDisabled,
    isRequired: field.required && hiddenLabel === undefined,
    ...(absent !== '' && { placeholder: messages.byDefault({ value: absent }) }),
  };
}
