import { z } from 'zod';

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type Fields = Readonly<Record<string, z.ZodType>>;
type Camel<F extends Fields> = {
  readonly [Key in keyof F as CamelCase<Key & string>]: z.output<F[Key]>;
};
type Spelled<F extends Fields> = { readonly [Key in keyof F]?: z.input<F[Key]> };

/** What messages, the reference page and the environment need to know of a schema, beside what it accepts. */
export interface Shape {
  /** Completes "must be …". */
  readonly expected: string;
  readonly fields?: Fields;
  /** The schema of every value of a map, or of every item of a list. */
  readonly each?: z.ZodType;
  /** What the keys of a map must be, where they are free. */
  readonly keyExpected?: string;
  /** All values there are, to find the nearest. */
  readonly options?: readonly string[];
  readonly isSecret?: boolean;
  /** How a form asks for it; text where nothing is said. */
  readonly field?: FieldShape;
  /** What a form calls it, where its key would not do. */
  readonly label?: string;
  /** What it is for, in words for whoever fills in a form. */
  readonly help?: string;
  /** What is taken where nothing is given, as it would be written in the file. */
  readonly absent?: unknown;
  readonly setting?: SettingInformation;
  /** The value that a text from the environment stands for. */
  fromText(text: string): unknown;
}

/** What a form needs to know of a single value. */
export interface FieldShape {
  readonly type: 'text' | 'textarea' | 'number' | 'boolean' | 'select' | 'url';
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

export interface SettingInformation {
  readonly description: string;
  /** As it would be written in the file; undefined when there is none. */
  readonly default: SettingDefault | undefined;
}

export type SettingDefault = string | number | boolean | readonly string[];

// Not zod's own registry: its types cannot express a shape that holds schemas.
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

/** A key that is there without a value says nothing: people leave `url:` behind when they comment a value out. */
function withoutEmpty(value: unknown, fields: Fields): unknown {
  if (value === null) return {};
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => inner !== null || !Object.hasOwn(fields, key)),
  );
}

/** A map with fixed keys, snake_case as written and camelCase as read. Unknown keys are refused. */
export function struct<F extends Fields>(fields: F): z.ZodType<Camel<F>, Spelled<F>> {
  const schema = z
    .preprocess((value) => withoutEmpty(value, fields), z.strictObject(fields))
    .transform((value) =>
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), inner])),
    ) as unknown as z.ZodType<Camel<F>, Spelled<F>>;
  return withShape(schema, { expected: 'a map of keys', fields, fromText: asText });
}

/** A struct that may be left out, because each of its keys may. */
export function section<F extends Fields>(fields: F): z.ZodType<Camel<F>, Spelled<F>> {
  return withDefault(struct(fields), {}) as z.ZodType<Camel<F>, Spelled<F>>;
}

/** A single value; `fromText` only where a text from the environment is not the value itself. */
export function value<Out, In>(
  schema: z.ZodType<Out, In>,
  shape: Pick<Shape, 'expected' | 'options' | 'isSecret' | 'field'> &
    Partial<Pick<Shape, 'fromText'>>,
): z.ZodType<Out, In> {
  return withShape(schema, { fromText: asText, ...shape });
}

/** A list, in the environment separated by commas. */
export function listOf<Out, In>(item: z.ZodType<Out, In>, expected: string) {
  return withShape(z.array(item), {
    expected,
    each: item,
    fromText: (text) =>
      text
        .split(',')
        .map((part) => shapeOf(item).fromText(part.trim()))
        .filter((part) => part !== ''),
  });
}

/** A map whose keys are names that people choose. */
export function mapOf<Out, In>(
  key: z.ZodType<string, string>,
  item: z.ZodType<Out, In>,
): z.ZodType<NamedMap<Out>, Readonly<Record<string, In>>> {
  const map = z.record(key, item).transform((found) => mapValues(found, (inner) => inner));
  return withShape(map as never, {
    expected: 'a map of keys',
    keyExpected: shapeOf(key).expected,
    each: item,
    fromText: asText,
  });
}

/** Has no prototype, so that no name (`constructor`) is in it by accident. */
export type NamedMap<T> = Readonly<Record<string, T>>;

export function mapValues<In, Out>(
  map: NamedMap<In>,
  convert: (value: In, name: string) => Out,
): NamedMap<Out> {
  const entries = Object.entries(map).map(([name, inner]) => [name, convert(inner, name)] as const);
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries));
}

/** A value that need not be given. */
export function withDefault<Out, In>(schema: z.ZodType<Out, In>, absent: NoInfer<In>) {
  return withShape(schema.prefault(absent as never), { ...shapeOf(schema), absent });
}

export function optional<Out, In>(schema: z.ZodType<Out, In>) {
  return sameShape(schema.optional(), schema);
}

/** A runtime setting: a value with its default and the description that stands on the reference page. */
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

/** A runtime setting that may be absent. */
export function optionalSetting<Out, In>(schema: z.ZodType<Out, In>, description: string) {
  const about = { default: undefined, description };
  return withShape(optional(schema), { ...shapeOf(schema), help: description, setting: about });
}

/** A value with the words that a form shows beside it. */
export function described<S extends z.ZodType>(
  schema: S,
  about: { readonly help: string; readonly label?: string },
): S {
  // A schema of its own: the same one may be described otherwise elsewhere.
  return withShape(schema.clone(), { ...shapeOf(schema), ...about });
}

/** Passes the shape on to a schema that was made out of another one. */
export function sameShape<S extends z.ZodType>(schema: S, origin: z.ZodType): S {
  return withShape(schema, shapeOf(origin));
}

export const shapeOf = (schema: z.ZodType): Shape =>
  shapes.get(schema) ?? { expected: 'something else', fromText: asText };

/** The schema at a path, or undefined when no key of the path leads there. */
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
