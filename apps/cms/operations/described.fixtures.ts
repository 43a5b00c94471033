import { basePath, buildOpenApi, type Operation } from '@galley/contract';

export function templateOf({ base, path }: Operation): string {
  return basePath(base, '__admin') + path;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Described {
  readonly parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    schema: Schema;
  }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

const { paths, components } = buildOpenApi({ adminPath: '__admin' }) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

export function resolved(schema: Schema): Schema {
  return schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
}

export function describedOf(operation: Operation): Described {
  return paths[templateOf(operation)]![operation.method.toLowerCase()]!;
}

export function bodySchemaOf(operation: Operation): Schema {
  return Object.values(describedOf(operation).requestBody!.content)[0]!.schema;
}
