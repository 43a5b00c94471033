import type { ReactNode } from 'react';
import type { Field, FieldErrors, FieldValues } from './field.ts';

export interface FieldFormProps {
  readonly fields: readonly Field[];
  /** By the names of the fields; others are kept as they are. */
  readonly values: FieldValues;
  readonly errors: FieldErrors;
  /** With all values; null is what was emptied. */
  readonly onChange: (values: FieldValues) => void;
  /** What the places of errors begin with: `fields`. */
  readonly path?: string;
  readonly isDisabled?: boolean;
}

/** What each kind of input is given. */
export interface FieldInputProps {
  readonly field: Field;
  /** Undefined and null: nothing is given. */
  readonly value: unknown;
  /** Null when it was emptied. */
  readonly onChange: (value: unknown) => void;
  /** Where the value is, as `errors` name it. */
  readonly path: string;
  readonly errors: FieldErrors;
  readonly isDisabled?: boolean;
}

/** The same for fields that hold fields, which `Form` shows. */
export interface NestedInputProps extends FieldInputProps {
  readonly Form: (props: FieldFormProps) => ReactNode;
}

/** The same for one value of those that a field may have. */
export interface SingleInputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  /** Its name for ears alone: among others of the same field. */
  readonly hiddenLabel?: string;
}
