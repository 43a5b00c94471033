import { z } from 'zod';
import { text } from '@galley/contract';
import type { Grant } from '@galley/plugins';
import { grant } from './grant-input.ts';
import { fetchForPlugin } from './plugin-fetch.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const token = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

export const networkGrants: readonly Grant[] = [
  grant({
    name: 'fetch',
    permission: 'network',
    input: z.strictObject({
      url: text().max(4_000),
      method: z.enum(methods).default('GET'),
      headers: z
        .record(
          z.string().regex(token),
          z
            .string()
            .max(8_000)
            .regex(/^[\t\x20-\x7e]*$/),
        )
        .default({}),
      body: text()
        .max(1024 * 1024)
        .optional(),
    }),
    run: (request, { manifest, signal }) => fetchForPlugin(request, manifest.hosts, signal),
  }),
];
