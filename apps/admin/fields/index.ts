export {
  fieldTypes,
  isMap,
  readField,
  readFields,
  textOf,
  type Field,
  type FieldErrors,
  type FieldOption,
  type FieldType,
  type FieldValues,
} from './field.ts';
export { FieldForm, FieldInput } from './field-form.tsx';
export type { FieldFormProps, FieldInputProps } from './field-props.ts';
export {
  errorsElsewhere,
  focusFirstError,
  hasErrorWithin,
  isWithin,
  pathTo,
  withoutErrorsAt,
} from './field-paths.ts';
export { missingFields, type MissingField } from './missing-fields.ts';
export { moveByKeys, RowActions } from './row-actions.tsx';
export { useRows, type Rows } from './use-rows.ts';
