import type { ColumnType, InsertType } from 'kysely';
import type { FieldName, FieldType, FieldValues } from '@galley/kernel';

/** A `jsonb` column: any JSON value out, JSON text in. */
type Json<T> = ColumnType<T, string, string>;

interface ColumnTypes extends Pick<FieldValues, 'text' | 'optional_text' | 'time'> {
  readonly terms: Json<Record<string, string[]>>;
  readonly mapping: Json<Record<string, unknown>>;
}

/** The columns of these fields of documents. */
export type FieldColumns<Name extends FieldName = FieldName> = {
  [N in Name]: ColumnTypes[FieldType<N>];
};

/** The same as they are written: all of them, so that none is forgotten. */
export type NewFieldColumns<Name extends FieldName = FieldName> = {
  [N in Name]: InsertType<FieldColumns[N]>;
};
