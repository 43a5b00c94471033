import type { ColumnType, InsertType } from 'kysely';
import type { FieldName, FieldType, FieldValues } from '@galley/kernel';

type Json<T> = ColumnType<T, string, string>;

interface ColumnTypes extends Pick<FieldValues, 'text' | 'optional_text' | 'time'> {
  readonly terms: Json<Record<string, string[]>>;
  readonly mapping: Json<Record<string, unknown>>;
}

export type FieldColumns<Name extends FieldName = FieldName> = {
  [N in Name]: ColumnTypes[FieldType<N>];
};

export type NewFieldColumns<Name extends FieldName = FieldName> = {
  [N in Name]: InsertType<FieldColumns[N]>;
};
