import cluster from 'node:cluster';
import express, { type Request, type Response, type Router } from 'express';
import { httpProblems, RequestCounter } from '@galley/http';
import type { Logger } from '@galley/kernel';
import { pluginProblems, type Json, type PluginHost, type PluginManifest } from '@galley/plugins';
import { answerIn, type PublicAnswer } from './public-answer.ts';

type Host = Pick<PluginHost, 'running' | 'call'>;

/** Beside the folders of forms and previews; pages cannot have addresses below it. */
export const endpointsFolder = '/_plugins';

const maxBody = 64 * 1024;
const maxPerMinute = 600;
/** Cookies, keys and the visitor's address stay with Galley. */
const passedHeaders = ['accept', 'accept-language', 'content-type', 'user-agent'] as const;

/**
 * Endpoints of plugins for everybody (ADD-PLUG-12). Neither the request nor the answer has anything of a session, and
 * browsers must not run what the answer contains in the origin of the admin.
 */
export function pluginEndpoints(host: Host, logger: Logger): Router {
  const limit = new RequestCounter('plugin endpoints', maxPerMinute, {
    isShared: cluster.isWorker,
  });
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(async (request, response) => {
    const [, name = ''] = request.path.split('/');
    const path = request.path.slice(name.length + 1);
    const plugin = host.running().find(({ manifest }) => manifest.name === name)?.manifest;
    const endpoints = plugin?.endpoints.filter((endpoint) => endpoint.path === path) ?? [];
    if (!plugin || endpoints.length === 0) throw httpProblems.not_found('There is nothing here.');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (!endpoints.some((endpoint) => endpoint.method === method))
      throw methodNotAllowed(endpoints, response);
    await spend(limit, name);
    const body = method === 'POST' ? await readBody(request, response) : null;
    const input = { method, path, query: queryOf(request), headers: headersOf(request), body };
    send(response, request.method, await call({ host, logger }, plugin, input));
  });
  return router;
}

function methodNotAllowed(endpoints: PluginManifest['endpoints'], response: Response): Error {
  const allowed = endpoints.map(({ method }) => method).join(', ');
  response.set('Allow', allowed);
  return httpProblems.method_not_allowed(`Only ${allowed} is possible here.`);
}

/** Limits all visitors together: a plugin must not use up the server. Each visitor has a limit before. */
async function spend(limit: RequestCounter, plugin: string): Promise<void> {
  const spent = await limit.spend(plugin);
  if (!spent?.exceeded) return;
  throw httpProblems.rate_limited('Too many requests. Try again in a minute.', {
    retry_after: spent.reset,
  });
}

async function call(
  { host, logger }: { readonly host: Host; readonly logger: Logger },
  { name }: PluginManifest,
  input: { readonly method: string; readonly path: string; readonly [key: string]: Json },
): Promise<PublicAnswer> {
  const { method, path } = input;
  try {
    return answerIn(await host.call(name, `endpoint:${method} ${path}`, input));
  } catch (error) {
    // Visitors must not learn the details.
    if (error instanceof Error)
      logger.warn('plugin endpoint failed', { plugin: name, path, reason: error.message });
    if (pluginProblems.plugin_timeout.is(error))
      throw pluginProblems.plugin_timeout('The plugin took too long to answer.');
    if (pluginProblems.plugin_failed.is(error))
      throw pluginProblems.plugin_failed('The plugin could not answer.');
    throw error;
  }
}

const readText = express.text({ type: () => true, limit: maxBody, inflate: false });

async function readBody(request: Request, response: Response): Promise<Json> {
  await new Promise<void>((resolve, reject) => {
    readText(request, response, (error?: Error) =>
      error ? reject(bodyProblem(error)) : resolve(),
    );
  });
  const { body } = request as { readonly body: unknown };
  const text = typeof body === 'string' ? body : '';
  if (request.is('application/json')) return parseJson(text);
  if (request.is('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  return text;
}

function bodyProblem(error: Error & { readonly type?: string }): Error {
  if (error.type === 'entity.too.large')
    return httpProblems.payload_too_large(`The body is larger than ${maxBody} bytes.`);
  return httpProblems.invalid_request('The body cannot be read; send it uncompressed, in UTF-8.');
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw httpProblems.invalid_request('The body is not valid JSON.');
  }
}

/** Several values of a name become a list. */
function queryOf({ originalUrl }: Request): Json {
  const query = new URLSearchParams(originalUrl.split('?', 2)[1] ?? '');
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0]! : values] as const;
    }),
  );
}

function headersOf(request: Request): Json {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function send(response: Response, method: string, { status, headers, body }: PublicAnswer): void {
  response.status(status).set({ ...headers, ...fixedHeaders });
  response.set('Content-Length', String(Buffer.byteLength(body)));
  response.end(method === 'HEAD' ? undefined : body);
}

/** The sandbox has an origin of its own: no script, and no reach into the admin. */
const fixedHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self' data:; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
