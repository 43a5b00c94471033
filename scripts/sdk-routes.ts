import type { Operation } from '@galley/contract';
import type { Paging, Route } from '@galley/sdk';
import { z } from 'zod';

/** Route of an operation for the client at run time. @throws when its input does not fit into one flat object */
export function routeOf(operation: Operation): Route {
  refuseClashes(operation);
  const { method, base, path, body, access } = operation;
  const paging = pagingOf(operation);
  if (base === 'scim' || method === 'PUT' || method === 'PATCH')
    throw new Error(`The client has no ${method} of ${base}.`);
  return {
    method,
    base,
    path,
    ...(body && { body: operation.multipart ? 'multipart' : 'json' }),
    ...(access === 'public' && { open: true }),
    ...(operation.idempotent && { idempotent: true }),
    ...(operation.streams && { download: true }),
    ...(operation.eventStream && { events: true }),
    ...(paging && { paging }),
  };
}

function namesIn(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Fields go to the path, else a GET's query, else the body: names must be unique, without both query and body. */
function refuseClashes({ id, method, params, query, body, multipart }: Operation): void {
  const inPath = namesIn(params);
  const others = [...namesIn(query), ...namesIn(body), ...(multipart ? ['file'] : [])];
  const twice = [...inPath, ...others].filter((name, index, all) => all.indexOf(name) !== index);
  if (twice.length > 0) {
    throw new Error(`The operation ${id} has two inputs named ${twice[0]!}.`);
  }
  if (method === 'POST' ? query : method === 'GET' ? body : (query ?? body)) {
    throw new Error(`The operation ${id} has a ${body ? 'body' : 'query'} with ${method}.`);
  }
}

export function pagingOf({ id, query, answer }: Operation): Paging | undefined {
  const asked = namesIn(query);
  const answered = namesIn(answer);
  const has = (one: string, other: string): boolean =>
    asked.includes(one) && answered.includes(other);
  if (has('cursor', 'next_cursor')) return { by: 'next', param: 'cursor', field: 'next_cursor' };
  if (has('before', 'next_cursor')) return { by: 'next', param: 'before', field: 'next_cursor' };
  if (has('after', 'next')) return { by: 'next', param: 'after', field: 'next' };
  if (has('page', 'has_more')) return { by: 'number' };
  if (asked.includes('offset')) return { by: 'offset' };
  if (asked.includes('before')) return { by: 'last', param: 'before', field: 'seq' };
  if (asked.includes('limit') || asked.includes('page')) {
    throw new Error(`The operation ${id} has an unknown paging method.`);
  }
  return undefined;
}
