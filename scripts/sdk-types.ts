import { z } from 'zod';

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
  /** Schema for the OpenAPI document instead, such as a number for a query string. */
  readonly override?: JsonSchema;
}

export type Side = 'input' | 'output';

export class TypeWriter {
  readonly #shapes = new Map<string, string>();

  /** Converts a schema to JSON Schema and keeps its named shapes. @throws when a name has two meanings */
  schemaOf(schema: z.ZodType, side: Side): JsonSchema {
    const wrapped = z.toJSONSchema(z.object({ it: schema }), {
      io: side,
      unrepresentable: 'any',
    }) as JsonSchema;
    for (const [name, shape] of Object.entries(wrapped.$defs ?? {})) this.#keep(name, shape);
    return wrapped.properties!['it']!;
  }

  #keep(name: string, shape: JsonSchema): void {
    const declared = declaration(name, shape);
    const known = this.#shapes.get(name);
    if (known !== undefined && known !== declared) {
      throw new Error(`The contract defines the shape ${name} in two different ways.`);
    }
    this.#shapes.set(name, declared);
  }

  shapes(): string {
    const sorted = [...this.#shapes].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([, declared]) => declared).join('\n');
  }

  names(): string[] {
    return [...this.#shapes.keys()].toSorted();
  }
}

export function declaration(name: string, schema: JsonSchema): string {
  const comment = docComment([schema.description]);
  const isInterface = schema.properties !== undefined && schema.$ref === undefined;
  return isInterface
    ? `${comment}export interface ${name} ${membersOf(schema)}\n`
    : `${comment}export type ${name} = ${typeOf(schema)};\n`;
}

export function typeOf(given: JsonSchema): string {
  const schema = { ...given, ...given.override };
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  const { type } = schema;
  if (typeof type === 'object')
    return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  return plainType({ ...schema, type });
}

function plainType(schema: JsonSchema & { readonly type: string | undefined }): string {
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return schema.type;
  }
}

function objectType(schema: JsonSchema): string {
  const { properties, additionalProperties } = schema;
  if (properties) return membersOf(schema);
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : '{}';
}

export function membersOf({ properties = {}, required = [], ...rest }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${docComment([member.description])}${name}${mark}: ${typeOf(member)};`;
  });
  const others = rest.additionalProperties;
  if (typeof others === 'object') members.push(`[member: string]: ${typeOf(others)};`);
  return `{\n${members.join('\n')}\n}`;
}

export function docComment(paragraphs: readonly (string | undefined)[]): string {
  const said = paragraphs.filter((one) => one !== undefined && one !== '') as string[];
  if (said.length === 0) return '';
  const lines = said
    .map((one) => one.replaceAll('*/', '*\\/'))
    .join('\n\n')
    .split('\n');
  if (lines.length === 1) return `/** ${lines[0]!} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}
