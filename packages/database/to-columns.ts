import { snakeCase, type SnakeCase } from '@galley/kernel';

export type Columns<Source> = {
  [Name in keyof Source as SnakeCase<Name>]: Source[Name] extends readonly (infer Item)[]
    ? Item[]
    : Source[Name];
};

/** A record as a row to insert, whose columns have the names of its fields: `run_id` for `runId`. */
export function toColumns<Source extends object>(record: Source): Columns<Source> {
  const columns = Object.entries(record).map(([name, value]: [string, unknown]) => [
    snakeCase(name),
    value,
  ]);
  return Object.fromEntries(columns) as Columns<Source>;
}
