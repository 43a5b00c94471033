import { useWords } from '../lib/words.ts';
import type { TextFieldProps } from '../ui/index.ts';
import { textOf } from './field.ts';
import type { SingleInputProps } from './field-props.ts';
import { fieldWords } from './words.ts';

export function useSharedProps({
  field,
  error,
  isDisabled,
  hiddenLabel,
}: SingleInputProps): Pick<
  TextFieldProps,
  'label' | 'isLabelHidden' | 'help' | 'error' | 'isDisabled' | 'isRequired' | 'placeholder'
> {
  const words = useWords(fieldWords);
  const absent = field.multiple ? '' : textOf(field.default);
  return {
    label: hiddenLabel ?? field.label,
    isLabelHidden: hiddenLabel !== undefined,
    ...(hiddenLabel === undefined && field.help && { help: field.help }),
    error,
    isDisabled,
    isRequired: field.required && hiddenLabel === undefined,
    ...(absent !== '' && { placeholder: words.byDefault(absent) }),
  };
}
