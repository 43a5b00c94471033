import type { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import type { Access, Base, Operation } from './operation.ts';
import { operations } from './operations.ts';
import { problemDocument } from './shapes.ts';

export interface OpenApiOptions {
  /** First path segment of the admin, without slashes. */
  readonly adminPath: string;
  /** Only the operations of these base addresses; all of them when absent. */
  readonly bases?: readonly Base[];
}

/** The path that a base address stands for. */
export function basePath(base: Base, adminPath: string): string {
  return { admin: `/${adminPath}/api`, platform: '/__platform/api', root: '' }[base];
}

/** The OpenAPI 3.1 description of the operations (content-platform, Versioning 1). */
export function buildOpenApi({ adminPath, bases }: OpenApiOptions): object {
  const described = operations.filter((operation) => bases?.includes(operation.base) ?? true);
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of described) {
    const path = basePath(operation.base, adminPath) + operation.path;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
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

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { access, body, query } = operation;
  const needs = [
    typeof access === 'object' && `Needs the capability \`${access.capability}\`.`,
    operation.recentlyConfirmed &&
      'Needs a session that was confirmed with the password in the last ten minutes.',
  ].filter((sentence) => typeof sentence === 'string');
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0]!],
    ...(needs.length > 0 && { description: needs.join(' ') }),
    security: securityOf(access),
    ...(query && { requestParams: { query: query as z.ZodObject } }),
    ...(body && {
      requestBody: {
        required: !operation.bodyOptional,
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: {
      200: { description: 'OK', content: answerContent(operation) },
      default: {
        description: operation.problems.length
          ? `A problem, among them: ${operation.problems.map((code) => `\`${code}\``).join(', ')}.`
          : 'A problem.',
        content: { 'application/problem+json': { schema: problemDocument } },
      },
    },
  };
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [];
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function answerContent({ answer, streams = ['application/json'] }: Operation) {
  return Object.fromEntries(streams.map((type) => [type, { schema: answer }]));
}
