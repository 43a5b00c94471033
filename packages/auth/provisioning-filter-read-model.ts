import { sql, type RawBuilder } from 'kysely';
import { fieldError } from '@galley/kernel';
import { authProblems } from './problems.ts';
import type { ComparisonOperator, ProvisioningFilter } from './provisioning-filter.ts';

/** Text that ignores case, text that does not, or a truth value; or a membership, which only has `eq`. */
export type FilterColumn =
  | { readonly kind: 'text' | 'exact' | 'boolean'; readonly column: RawBuilder<unknown> }
  | { readonly kind: 'member'; readonly hasMember: (id: string) => RawBuilder<boolean> };

type Condition = RawBuilder<boolean>;

/** @throws `invalid_fields` for attributes that are not in `columns`, and for operators that they do not have */
export function filterToSql(
  filter: ProvisioningFilter,
  columns: ReadonlyMap<string, FilterColumn>,
): Condition {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => sql`(${filterToSql(part, columns)})`);
      return sql`${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)}`;
    }
    case 'not':
      return sql`not coalesce((${filterToSql(filter.part, columns)}), false)`;
    case 'pr': {
      const column = columnOf(filter.attribute, columns);
      if (column.kind === 'member') throw unsupported(filter.attribute);
      return sql`coalesce(${column.column}::text, '') <> ''`;
    }
    default:
      return comparison(filter, columnOf(filter.attribute, columns));
  }
}

interface Comparison {
  readonly op: ComparisonOperator;
  readonly attribute: string;
  readonly value: string | boolean;
}

function comparison({ op, attribute, value }: Comparison, column: FilterColumn): Condition {
  if (column.kind === 'member') {
    if (op !== 'eq' || typeof value !== 'string') throw unsupported(attribute);
    return column.hasMember(value);
  }
  if (column.kind === 'boolean') return booleanComparison({ op, attribute, value }, column.column);
  if (typeof value !== 'string') throw unsupported(attribute);
  return textComparison(op, {
    column: column.kind === 'exact' ? column.column : sql`lower(${column.column})`,
    value: column.kind === 'exact' ? sql`${value}::text` : sql`lower(${value}::text)`,
  });
}

function booleanComparison(
  { op, attribute, value }: Comparison,
  column: RawBuilder<unknown>,
): Condition {
  const wanted = typeof value === 'string' ? booleans.get(value.toLowerCase()) : value;
  if (wanted === undefined || (op !== 'eq' && op !== 'ne')) throw unsupported(attribute);
  return sql`${column} = ${op === 'eq' ? wanted : !wanted}`;
}

function textComparison(
  op: ComparisonOperator,
  { column, value }: { readonly column: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
): Condition {
  switch (op) {
    case 'eq':
      return sql`${column} = ${value}`;
    case 'ne':
      return sql`${column} is distinct from ${value}`;
    case 'co':
      return sql`position(${value} in ${column}) > 0`;
    case 'sw':
      return sql`starts_with(${column}, ${value})`;
    case 'ew':
      return sql`right(${column}, length(${value})) = ${value}`;
  }
}

/** Directories send truth values as text, too. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function columnOf(attribute: string, columns: ReadonlyMap<string, FilterColumn>): FilterColumn {
  const column = columns.get(attribute);
  if (!column) throw unsupported(attribute, [...columns.keys()]);
  return column;
}

function unsupported(attribute: string, known?: readonly string[]): Error {
  return authProblems.invalid_fields.at([
    fieldError('filter', 'not_found', { value: attribute, known }),
  ]);
}
