import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { fillPath, type Operation } from '@galley/contract';
import type { AuditLog, Clock, Logger } from '@galley/kernel';
import { checkAccess, checkConfirmation } from './access.ts';
import { withIdempotency, type IdempotencyStore } from './with-idempotency.ts';
import { CallRecord, type AuditNote } from './auditing.ts';
import { bodyBytes, keepBytes } from './body-bytes.ts';
import { callerOf } from './callers.ts';
import { EachTarget, type EachOptions } from './each-target.ts';
import type { Exchange } from './exchange.ts';
import { jsonTypes, parseInput, requireJson } from './input.ts';
import { requirePartLimit } from './json-limits.ts';
import { decodeLeniently, lenientBody } from './lenient-body.ts';
import { runWithRequestContext } from './logged-context.ts';
import type {
  Call,
  EventHandlers,
  Handler,
  Module,
  SignedInCall,
  UploadHandler,
} from './module.ts';
import { discardUpload, multipartBody, uploadedFile, type FileReceiver } from './multipart-body.ts';
import { sendFile, type FileAnswer } from './file-answer.ts';
import { httpProblems } from './problems.ts';
import { countCall, type RateLimits } from './rate-limit.ts';
import { tracked, trackWork } from './request-work.ts';
import { sendStream, type StreamAnswer } from './stream-answer.ts';

export interface MountOptions extends EachOptions {
  /** Bytes, by the contract's `bodyLimit`. */
  readonly limits: { readonly json: number; readonly document: number };
  /** Bytes. */
  readonly uploadLimit: number;
  /** Shared by the routers of a server, so that each limit applies once per address. */
  readonly rateLimits: RateLimits;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Awaited before the answer of an audited operation. */
  readonly afterChange?: (change: { readonly leavesPublic: boolean }) => Promise<void>;
  readonly answers?: IdempotencyStore;
  /** Whether anyone may call the operation, whatever its access rule. */
  readonly isOpen?: (operation: Operation, request: Request) => boolean;
}

const routerMethods = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const;

interface Route {
  readonly handler: (call: Call<Operation>) => Promise<unknown>;
  readonly answer: (work: () => Promise<unknown>, exchange: Exchange) => Promise<void>;
  readonly receiver?: FileReceiver<unknown>;
}

type AnyHandler = Handler<Operation> | EventHandlers<Operation> | UploadHandler<Operation>;

interface RouteLocation {
  readonly pattern: RegExp;
  readonly method: string;
}

export class OperationRouter {
  readonly router: Router = newRouter();
  readonly #options: MountOptions;
  readonly #places: RouteLocation[] = [];
  readonly #withParameters: Router = newRouter();
  /** Express would try one route after the other, for every request. */
  readonly #byPath = new Map<string, Router>();

  constructor(options: MountOptions) {
    this.#options = options;
    this.router.use((request, response, next) => {
      const route = this.#byPath.get(request.path.replace(/\/$/, ''));
      if (route) route(request, response, next);
      else next();
    });
    this.router.use(this.#withParameters);
  }

  serveAll<Nouns extends Readonly<Record<string, Readonly<Record<string, Operation>>>>>(
    nouns: Nouns,
    modules: { readonly [Noun in keyof Nouns]?: Partial<Module<Nouns[Noun]>> },
  ): void {
    for (const [noun, module] of Object.entries(modules)) {
      this.serve(nouns[noun]!, module as Partial<Module<Nouns[string]>>);
    }
  }

  serve<Noun extends Readonly<Record<string, Operation>>>(
    noun: Noun,
    handlers: Partial<Module<Noun>>,
  ): void {
    for (const [name, handler] of Object.entries(handlers)) {
      const operation = noun[name]!;
      this.#serve(operation, this.#routeOf(operation, handler as AnyHandler));
    }
  }

  #routeOf(operation: Operation, handler: AnyHandler): Route {
    if ('receiver' in handler) return uploadRoute(operation, handler);
    if ('page' in handler) return eventsRoute(operation, handler);
    if (operation.streams)
      return { handler: handler as Route['handler'], answer: sendStreamOrFile };
    const route = { handler: handler as Route['handler'], answer: jsonAnswer(operation) };
    if (!operation.idempotent) return route;
    const { answers: keeper, logger } = this.#options;
    if (!keeper) throw new Error(`${operation.id} needs an idempotency store.`);
    return { ...route, answer: answerWithKey(operation, { keeper, logger }) };
  }

  /** Sends only fields of the answer's schema. A change that cannot be recorded is not answered as done. */
  #serve(operation: Operation, route: Route): void {
    const { receiver } = route;
    this.#addMethodNotAllowed(operation);
    this.#routerOf(operation)[routerMethods[operation.method]](
      routePath(operation),
      this.#guard(operation),
      ...this.#bodyParsers(operation, receiver),
      async (request, response) => {
        try {
          const work = runWithRequestContext(response, { operation: operation.id }, () =>
            this.#answer(operation, route, { request, response }),
          );
          await trackWork(response, work);
        } finally {
          if (receiver) await discardUpload(request, receiver);
        }
      },
    );
  }

  async #answer(
    operation: Operation,
    { handler, answer }: Route,
    exchange: Exchange,
  ): Promise<void> {
    const { request, response } = exchange;
    const record = new CallRecord(operation, exchange, this.#options);
    const input = parse(operation, request);
    const caller = callerOf(response);
    const note = (entry: AuditNote): void => record.note(entry);
    const each = new EachTarget(record, exchange, this.#options);
    const who = { actor: caller?.actor, caller };
    const checkAgain = this.#withRecheck(operation, exchange);
    const entryWith = record.entryWith.bind(record);
    const isMinimal = prefersMinimal(operation, exchange);
    const change = { leavesPublic: false };
    const means = {
      leavesPublic: () => void (change.leavesPublic = true),
      note,
      entryWith,
      each: each.do.bind(each),
      checkAgain,
      isMinimal,
    };
    const call = { ...input, ...who, ...means, request, response };
    const work = async (): Promise<unknown> => {
      const result = await record.run(input.body, async () => {
        checkConfirmation(operation, input.body, { caller, now: this.#options.clock.now() });
        return handler(call);
      });
      if (operation.audited) await this.#options.afterChange?.(change);
      return result;
    };
    await answer(work, exchange);
  }

  /** Before the body is read, so that forbidden bodies are never parsed. */
  #guard(operation: Operation): RequestHandler {
    const { rateLimits, clock, isOpen } = this.#options;
    return tracked(async (request, response, next) => {
      await countCall(rateLimits, operation, { request, response });
      if (isOpen?.(operation, request)) {
        next();
        return;
      }
      try {
        checkAccess(operation, request, { caller: callerOf(response), now: clock.now() });
      } catch (error) {
        await new CallRecord(operation, { request, response }, this.#options).refused(error);
        throw error;
      }
      next();
    });
  }

  #withRecheck(
    operation: Operation,
    { request, response }: Exchange,
  ): Call<Operation>['checkAgain'] {
    return async () => {
      const caller = await callerOf(response)?.refresh();
      checkAccess(operation, request, { caller, now: this.#options.clock.now() });
      return caller;
    };
  }

  #bodyParsers(operation: Operation, receiver?: FileReceiver<unknown>): RequestHandler[] {
    if (receiver) return [multipartBody(receiver, this.#options.uploadLimit)];
    if (!operation.body) return [];
    if (operation.lenientBody) return [lenientBody];
    const limit = this.#options.limits[operation.bodyLimit ?? 'json'];
    const json = express.json({
      limit,
      strict: false,
      type: jsonTypes,
      verify: (...[request, response, bytes, encoding]) => {
        requirePartLimit(bytes, encoding);
        if (operation.idempotent) keepBytes(request, response, bytes);
      },
    });
    return [requireJson, json];
  }

  /** Paths with parameters overlap, so the allowed methods of an address are only known per request. */
  #addMethodNotAllowed(operation: Operation): void {
    const pattern = new RegExp(`^${fillPath(operation.path, () => '[^/]+')}/?$`);
    this.#places.push({ pattern, method: operation.method });
    this.#routerOf(operation).all(routePath(operation), (request, response, next) => {
      const methods = this.#methodsAt(request.path);
      const asked = request.method === 'HEAD' ? 'GET' : request.method;
      if (methods.has(asked)) {
        next();
        return;
      }
      const allowed = [...methods]
        .flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
        .join(', ');
      response.set('Allow', allowed);
      next(httpProblems.method_not_allowed(`${operation.path} allows only ${allowed}.`));
    });
  }

  #routerOf({ path }: Operation): Router {
    if (path.includes('{')) return this.#withParameters;
    let router = this.#byPath.get(path);
    if (!router) this.#byPath.set(path, (router = newRouter()));
    return router;
  }

  #methodsAt(path: string): Set<string> {
    const here = this.#places.filter(({ pattern }) => pattern.test(path));
    return new Set(here.map(({ method }) => method));
  }
}

function newRouter(): Router {
  return express.Router({ caseSensitive: true });
}

function uploadRoute(operation: Operation, { receiver, handler }: UploadHandler<Operation>): Route {
  return {
    receiver,
    handler: (call) =>
      handler({ ...(call as SignedInCall<Operation>), upload: uploadedFile(call.request) }),
    answer: jsonAnswer(operation),
  };
}

/** A stream only for clients that accept nothing but events. */
function eventsRoute(operation: Operation, { page, stream }: EventHandlers<Operation>): Route {
  return {
    handler: (call) => {
      const signedIn = call as SignedInCall<Operation>;
      return wantsEvents(call.request) ? stream(signedIn) : page(signedIn);
    },
    answer: async (work, { request, response }) => {
      response.vary('Accept');
      const result = await work();
      if (isStream(result)) await sendStream(request, response, result);
      else sendJson(operation, response, result);
    },
  };
}

function jsonAnswer(operation: Operation): Route['answer'] {
  return async (work, exchange) => {
    const answer = await work();
    const { response } = exchange;
    if (operation.noContent) {
      response.status(204).end();
      return;
    }
    if (operation.creates) response.status(201);
    if (!operation.minimalAnswer) {
      sendJson(operation, response, answer);
      return;
    }
    response.vary('Prefer');
    const isMinimal = prefersMinimal(operation, exchange);
    if (isMinimal) response.set('Preference-Applied', 'return=minimal');
    sendJson({ answer: isMinimal ? operation.minimalAnswer : operation.answer }, response, answer);
  };
}

function prefersMinimal({ minimalAnswer }: Operation, { request }: Exchange): boolean {
  const preferences = request.get('prefer')?.split(',') ?? [];
  return minimalAnswer !== undefined && preferences.some((one) => one.trim() === 'return=minimal');
}

/** Does not validate the contents. Files support range requests. */
const sendStreamOrFile: Route['answer'] = async (work, { request, response }) => {
  const result = await work();
  if (isStream(result)) await sendStream(request, response, result);
  else await sendFile(request, response, result as FileAnswer);
};

function answerWithKey(
  operation: Operation,
  means: { readonly keeper: IdempotencyStore; readonly logger: Logger },
): Route['answer'] {
  return (work, exchange) => {
    // Encoded: databases may reject characters such as NUL that an address can contain.
    const paramOf = (name: string): string =>
      encodeURIComponent(String(exchange.request.params[name]));
    const path = fillPath(operation.path, paramOf);
    const text = async (): Promise<string> => JSON.stringify(operation.answer.parse(await work()));
    const status = operation.creates ? 201 : 200;
    const about = { ...means, path, status, workspaceId: paramOf('id') } as const;
    return withIdempotency(exchange, text, about);
  };
}

function bodyOf({ idempotent }: Operation, request: Request): unknown {
  // The parser turns an empty body into `{}`, but an empty body gets no stored answer.
  return idempotent && bodyBytes(request).length === 0 ? undefined : request.body;
}

function sendJson(operation: Pick<Operation, 'answer'>, response: Response, answer: unknown): void {
  if (!response.getHeader('Cache-Control')) response.set('Cache-Control', 'no-store');
  response.json(operation.answer.parse(answer));
}

/** Clients that also accept JSON, or send no `Accept`, get JSON. */
function wantsEvents(request: Request): boolean {
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

function isStream(answer: unknown): answer is StreamAnswer {
  return typeof answer === 'object' && answer !== null && 'chunks' in answer;
}

function routePath({ path }: Operation): string {
  return fillPath(path, (name) => `:${name}`);
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

function parse(operation: Operation, request: Request): Input {
  const given: unknown = operation.lenientBody
    ? decodeLeniently(request.body)
    : bodyOf(operation, request);
  const body: unknown = operation.bodyOptional && given === undefined ? {} : given;
  return {
    params: parseInput(operation.params, request.params, 'path'),
    query: parseInput(operation.query, request.query, 'query'),
    body: parseInput(operation.body, body, 'body'),
  };
}
