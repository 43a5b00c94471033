import type { ReactNode } from 'react';
import type { Field, FieldErrors, FieldValues } from './field.ts';

export interface FieldFormProps {
  readonly fields: readonly Field[];
  /** Values by field name; unknown names are kept. */
  readonly values: FieldValues;
  readonly errors: FieldErrors;
  /** Receives all values; null marks a cleared value. */
  readonly onChange: (values: FieldValues) => void;
  /** Path prefix of the errors: `fields`. */
  readonly path?: string;
  readonly isDisabled?: boolean;
}

export interface FieldInputProps {
  readonly field: Field;
  /** `undefined` and null mean no value. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly path: string;
  readonly errors: FieldErrors;
  readonly isDisabled?: boolean;
}

export interface NestedInputProps extends FieldInputProps {
  readonly Form: (props: FieldFormProps) => ReactNode;
}

export interface SingleInputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  /** Accessible name, which tells apart several inputs of the same field. */
  readonly hiddenLabel?: string;
}
