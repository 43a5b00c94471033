import { z } from 'zod';
import { faultIssue, fieldFault, type FieldFault } from '@galley/kernel';
import type { KeyFault } from './finding.ts';

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type Fields = Readonly<Record<string, z.ZodType>>;
type Camel<F extends Fields> = {
  readonly [Key in keyof F as CamelCase<Key & string>]: z.output<F[Key]>;
};
type Spelled<F extends Fields> = { readonly [Key in keyof F]?: z.input<F[Key]> };

export interface Shape {
  /** The error of other values; begins with "must be". */
  readonly expected: FieldFault;
  readonly fields?: Fields;
  /** Schema of map values or list items. */
  readonly each?: z.ZodType;
  /** Describes valid keys of a map. */
  readonly keyExpected?: FieldFault;
  readonly options?: readonly string[];
  readonly isSecret?: boolean;
  /** Text by default. */
  readonly field?: FieldShape;
  /** For a form, when the key is unsuitable. */
  readonly label?: string;
  readonly help?: string;
  /** As written in the file. */
  readonly absent?: unknown;
  readonly setting?: SettingInformation;
  fromText(text: string): unknown;
}

export interface FieldShape {
  readonly type: 'text' | 'textarea' | 'number' | 'boolean' | 'select' | 'url';
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

export interface SettingInformation {
  readonly description: string;
  /** As written in the file; undefined without one. */
  readonly default: SettingDefault | undefined;
}

export type SettingDefault = string | number | boolean | readonly string[];

// zod's registry cannot hold shapes that contain schemas.
const shapes = new WeakMap<z.ZodType, Shape>();

function withShape<S extends z.ZodType>(schema: S, shape: Shape): S {
  shapes.set(schema, shape);
  return schema;
}

const asText = (text: string) => text;

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const camelCase = (key: string) =>
  key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

export const snakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A key without a value counts as absent: people leave `url:` when they comment a value out. */
function withoutEmpty(value: unknown, fields: Fields): unknown {
  if (value === null) return {};
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => inner !== null || !Object.hasOwn(fields, key)),
  );
}

/** Fixed keys, snake_case in files and camelCase after parsing. Unknown keys are refused. */
export function struct<F extends Fields>(fields: F): z.ZodType<Camel<F>, Spelled<F>> {
  const schema = z
    .preprocess((value) => withoutEmpty(value, fields), z.strictObject(fields))
    .transform((value) =>
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), inner])),
    ) as unknown as z.ZodType<Camel<F>, Spelled<F>>;
  return withShape(schema, { expected: fieldFault('not_a_map'), fields, fromText: asText });
}

/** May be absent, because all its keys are optional. */
export function section<F extends Fields>(fields: F): z.ZodType<Camel<F>, Spelled<F>> {
  return withDefault(struct(fields), {}) as z.ZodType<Camel<F>, Spelled<F>>;
}

/** `fromText` is only needed when environment text must be converted. */
export function value<Out, In>(
  schema: z.ZodType<Out, In>,
  shape: Pick<Shape, 'expected' | 'options' | 'isSecret' | 'field'> &
    Partial<Pick<Shape, 'fromText'>>,
): z.ZodType<Out, In> {
  return withShape(schema, { fromText: asText, ...shape });
}

/** Comma-separated in the environment. */
export function listOf<Out, In>(item: z.ZodType<Out, In>, example?: string) {
  return withShape(z.array(item), {
    expected: fieldFault('not_a_list', { example }),
    each: item,
    fromText: (text) =>
      text
        .split(',')
        .map((part) => shapeOf(item).fromText(part.trim()))
        .filter((part) => part !== ''),
  });
}

export function mapOf<Out, In>(
  key: z.ZodType<string, string>,
  item: z.ZodType<Out, In>,
): z.ZodType<NamedMap<Out>, Readonly<Record<string, In>>> {
  const map = z.record(key, item).transform((found) => mapValues(found, (inner) => inner));
  return withShape(map as never, {
    expected: fieldFault('not_a_map'),
    keyExpected: shapeOf(key).expected,
    each: item,
    fromText: asText,
  });
}

/** Without prototype, so that names such as `constructor` are not inherited. */
export type NamedMap<T> = Readonly<Record<string, T>>;

export function mapValues<In, Out>(
  map: NamedMap<In>,
  convert: (value: In, name: string) => Out,
): NamedMap<Out> {
  const entries = Object.entries(map).map(([name, inner]) => [name, convert(inner, name)] as const);
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries));
}

export function withDefault<Out, In>(schema: z.ZodType<Out, In>, absent: NoInfer<In>) {
  return withShape(schema.prefault(absent as never), { ...shapeOf(schema), absent });
}

export function optional<Out, In>(schema: z.ZodType<Out, In>) {
  return copyShape(schema.optional(), schema);
}

export function setting<Out, In extends SettingDefault>(
  schema: z.ZodType<Out, In>,
  about: { readonly default: NoInfer<In>; readonly description: string },
) {
  const help = about.description;
  const absent = about.default;
  return withShape(withDefault(schema, absent), {
    ...shapeOf(schema),
    absent,
    help,
    setting: about,
  });
}

export function optionalSetting<Out, In>(schema: z.ZodType<Out, In>, description: string) {
  const about = { default: undefined, description };
  return withShape(optional(schema), { ...shapeOf(schema), help: description, setting: about });
}

export function described<S extends z.ZodType>(
  schema: S,
  about: { readonly help: string; readonly label?: string },
): S {
  // Cloned, because the schema may be described differently elsewhere.
  return withShape(schema.clone(), { ...shapeOf(schema), ...about });
}

export function copyShape<S extends z.ZodType>(schema: S, origin: z.ZodType): S {
  return withShape(schema, shapeOf(origin));
}

export function addFaults(context: z.core.$RefinementCtx, faults: Iterable<KeyFault>): void {
  for (const { path, ...fault } of faults)
    context.addIssue({ code: 'custom', path: [...path], ...faultIssue(fault) });
}

export const shapeOf = (schema: z.ZodType): Shape =>
  shapes.get(schema) ?? { expected: fieldFault('not_valid'), fromText: asText };

/** The values that a setting takes: `a whole number from 1 to 500` */
export const describeExpected = ({ message }: FieldFault): string =>
  message.slice('must be '.length);

/** Undefined for unknown keys. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let current: z.ZodType | undefined = schema;
  for (const step of path) {
    if (current === undefined) return undefined;
    const { fields, each } = shapeOf(current);
    current = fields ? ownField(fields, step) : each;
  }
  return current;
}

const ownField = (fields: Fields, key: PropertyKey) =>
  Object.hasOwn(fields, key) ? fields[String(key)] : undefined;
