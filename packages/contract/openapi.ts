import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Access, Base, ContractOperation, Example, Operation } from './operation.ts';
import { operations } from './contract.ts';
import { problemDocument } from './shapes.ts';

export interface OpenApiOptions {
  /** First path segment of the admin, without slashes. */
  readonly adminPath: string;
  /** Limits the document to these base addresses; default all. */
  readonly bases?: readonly Base[];
}

export function basePath(base: Base, adminPath: string): string {
  const paths: Readonly<Record<Base, string>> = {
    admin: `/${adminPath}/api`,
    platform: '/__platform/api',
    plugins: `/${adminPath}/plugin-api`,
    runs: '/api/v1',
    scim: '/scim/v2',
    root: '',
  };
  return paths[base];
}

/** Builds the OpenAPI 3.1 description of the operations (content-platform, Versioning 1). */
export function buildOpenApi({ adminPath, bases }: OpenApiOptions): object {
  const described = operations.filter((operation) => bases?.includes(operation.base) ?? true);
  const paths: ZodOpenApiPathsObject = {};
  const namesOf = new Map<string, string>();
  for (const given of described) {
    const shape = given.base + given.path.replace(parameter, '{}');
    const operation = withSharedPathNames(given, getOrInsert(namesOf, shape, given.path));
    const path = basePath(operation.base, adminPath) + operation.path;
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version: '1.0.0',
      description: 'The admin, platform and service API of Galley.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  });
}

const parameter = /\{(\w+)\}/g;

function getOrInsert(map: Map<string, string>, key: string, value: string): string {
  const found = map.get(key) ?? value;
  map.set(key, found);
  return found;
}

/** OpenAPI treats paths that differ only in parameter names as one path: the names of the first apply. */
function withSharedPathNames(operation: ContractOperation, path: string): ContractOperation {
  const { params } = operation;
  if (operation.path === path || !(params instanceof z.ZodObject)) return operation;
  const [own, others] = [operation.path, path].map((one) => [...one.matchAll(parameter)]);
  const shape = own!.map(([, name], index) => [others![index]![1]!, params.shape[name!]!] as const);
  return { ...operation, path, params: z.object(Object.fromEntries(shape)) };
}

function describeOperation(operation: ContractOperation): ZodOpenApiOperationObject {
  const { access, body } = operation;
  const needs = [
    typeof access === 'object' && `Requires the capability \`${access.capability}\`.`,
    ...confirmationNeeds(operation),
  ].filter((sentence) => typeof sentence === 'string');
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0]!],
    ...(needs.length > 0 && { description: needs.join(' ') }),
    security: securityOf(access),
    ...parametersOf(operation),
    ...(body && {
      requestBody: {
        required: !operation.bodyOptional,
        content: bodyContent(operation, body),
      },
    }),
    responses: {
      [operation.creates ? 201 : 200]: {
        description: operation.creates ? 'Created' : 'OK',
        content: answerContent(operation),
      },
      default: {
        description: operation.problems.length
          ? `A problem, for example: ${operation.problems.map((code) => `\`${code}\``).join(', ')}.`
          : 'A problem.',
        content: { 'application/problem+json': { schema: problemDocument } },
      },
    },
  };
}

function confirmationNeeds({ access, recentlyConfirmed }: Operation): string[] {
  if (!recentlyConfirmed) return [];
  const { tokens, when } = recentlyConfirmed;
  const what = when ? ` ${when.text}` : '';
  return [
    `Requires a session confirmed with the password within the last ten minutes${what}.`,
    ...(tokens && typeof access === 'object'
      ? [
          `API tokens require the explicit scope \`${access.capability}\`${what}; \`*\` is not enough.`,
        ]
      : []),
  ];
}

const binary = z.unknown().meta({ override: { type: 'string', format: 'binary' } });

function bodyContent({ multipart, example }: ContractOperation, body: z.ZodType) {
  if (!multipart) {
    const media = { schema: body };
    const shown = publishedExample(example);
    return { 'application/json': shown ? { ...media, example: shown } : media };
  }
  const fields = body as z.ZodObject;
  return { 'multipart/form-data': { schema: z.strictObject({ file: binary, ...fields.shape }) } };
}

/** Omits refused bodies and passwords, since readers copy examples. */
function publishedExample({ body, refused }: Example): Example['body'] {
  return refused || (body && 'password' in body) ? undefined : body;
}

const idempotencyKey = z.object({ 'Idempotency-Key': z.string().min(1).max(255) });

const lastEventId = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .meta({ description: 'Id of the last received event; the stream continues after it.' }),
});

const prefer = z.object({
  Prefer: z
    .literal('return=minimal')
    .optional()
    .meta({ description: 'Answers with the new revision only, without the document.' }),
});

function headerOf({ method, idempotent, ...operation }: Operation): z.ZodObject | undefined {
  const { eventStream, minimalAnswer } = operation;
  if (idempotent) return idempotencyKey;
  if (minimalAnswer) return prefer;
  return method === 'GET' && eventStream ? lastEventId : undefined;
}

function parametersOf(operation: Operation) {
  const { params, query } = operation;
  const header = headerOf(operation);
  if (!params && !query && !header) return {};
  return {
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(header && { header }),
    },
  };
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function answerContent({ answer, minimalAnswer, eventStream, ...operation }: Operation) {
  const { streams = ['application/json'] } = operation;
  const schema = minimalAnswer ? z.union([answer, minimalAnswer]) : answer;
  return {
    ...Object.fromEntries(streams.map((type) => [type, { schema }])),
    ...(eventStream && { 'text/event-stream': { schema: eventStream } }),
  };
}
