import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { AnswerOf, BodyOf, Operation, QueryOf } from '@galley/contract';
import type { Actor, AuditLog, Clock } from '@galley/kernel';
import { checkAccess } from './access.ts';
import { CallRecord, type AuditNote } from './auditing.ts';
import { callerOf, type Caller } from './callers.ts';
import { EachTarget, type EachOptions } from './each-target.ts';
import type { Exchange } from './exchange.ts';
import { jsonTypes, parseInput, requireJson } from './input.ts';
import { httpProblems } from './problems.ts';
import { countCall, type RateLimits } from './rate-limit.ts';
import { sendStream, type StreamAnswer } from './stream-answer.ts';

/** What a handler gets: parsed input, and who asks. */
export interface Call<O> {
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** Who is signed in; on a public operation there may be nobody. */
  readonly actor: Actor | undefined;
  /** The same, and by what they are known. */
  readonly caller: Caller | undefined;
  /**
   * Says more of what goes into the audit log, whether the handler then succeeds or throws; a second note adds to the
   * first. With an `action`, an operation is recorded that the contract does not say it of.
   */
  readonly note: (entry: AuditNote) => void;
  /** Does something to several targets, and records it of each of them and not of the call: see `EachTarget`. */
  readonly each: EachTarget['do'];
  readonly request: Request;
  readonly response: Response;
}

/** A call of an operation that only signed-in people reach. */
export type SignedInCall<O> = Call<O> & { readonly actor: Actor; readonly caller: Caller };

type CallOf<O extends Operation> = O['access'] extends 'public' ? Call<O> : SignedInCall<O>;

export interface MountOptions extends EachOptions {
  /** Caps of request bodies in bytes, by the contract's `bodyLimit`. */
  readonly limits: { readonly json: number; readonly document: number };
  /** Shared by the routers of a server, so that an address has each limit once. */
  readonly rateLimits: RateLimits;
  /** Where the operations that the contract calls audited are recorded, and what handlers note. */
  readonly audit: AuditLog;
  readonly clock: Clock;
}

interface Route<O extends Operation, Result> {
  readonly handler: (call: CallOf<O>) => Promise<Result>;
  readonly send: (result: Result, exchange: Exchange) => void | Promise<void>;
}

/** Where operations of one base address are put. */
export class OperationRouter {
  readonly router: Router = express.Router({ caseSensitive: true });
  readonly #options: MountOptions;
  readonly #methods = new Map<string, Set<string>>();

  constructor(options: MountOptions) {
    this.#options = options;
  }

  /**
   * Serves an operation: checks access, parses, calls, records, and lets out only what the answer's schema names.
   * What cannot be recorded is not answered as done.
   */
  mount<O extends Operation>(
    operation: O,
    handler: (call: CallOf<O>) => Promise<AnswerOf<O>>,
  ): void {
    this.#serve(operation, {
      handler,
      send: (answer, { response }) => {
        if (!response.getHeader('Cache-Control')) response.set('Cache-Control', 'no-store');
        response.json(operation.answer.parse(answer));
      },
    });
  }

  /** Serves an operation that `streams`: as `mount` does, but what its chunks hold is for the handler to see to. */
  mountStream<O extends Operation>(
    operation: O,
    handler: (call: CallOf<O>) => Promise<StreamAnswer>,
  ): void {
    this.#serve(operation, {
      handler,
      send: (answer, { request, response }) => sendStream(request, response, answer),
    });
  }

  #serve<O extends Operation, Result>(operation: O, { handler, send }: Route<O, Result>): void {
    this.#refuseOtherMethods(operation);
    this.router[operation.method === 'GET' ? 'get' : 'post'](
      operation.path,
      this.#guard(operation),
      ...this.#bodyParsers(operation),
      async (request, response) => {
        const record = new CallRecord(operation, { request, response }, this.#options);
        const input = parse(operation, request);
        const caller = callerOf(response);
        const note = (entry: AuditNote): void => record.note(entry);
        const each = new EachTarget(record, { request, response }, this.#options);
        const who = { actor: caller?.actor, caller };
        const call = { ...input, ...who, note, each: each.do.bind(each), request, response };
        const result = await record.around(input.body, () => handler(call as unknown as CallOf<O>));
        await send(result, { request, response });
      },
    );
  }

  /** Access is checked before the body is read: nobody makes the server parse what they may not send. */
  #guard(operation: Operation): RequestHandler {
    const { rateLimits, clock } = this.#options;
    return async (request, response, next) => {
      await countCall(rateLimits, operation, { request, response });
      try {
        checkAccess(operation, request, { caller: callerOf(response), now: clock.now() });
      } catch (error) {
        await new CallRecord(operation, { request, response }, this.#options).refused(error);
        throw error;
      }
      next();
    };
  }

  #bodyParsers(operation: Operation): RequestHandler[] {
    if (!operation.body) return [];
    const limit = this.#options.limits[operation.bodyLimit ?? 'json'];
    return [requireJson, express.json({ limit, strict: false, type: jsonTypes })];
  }

  #refuseOtherMethods({ path, method }: Operation): void {
    const known = this.#methods.get(path);
    if (known) {
      known.add(method);
      return;
    }
    const methods = new Set<string>([method]);
    this.#methods.set(path, methods);
    this.router.all(path, (request, response, next) => {
      const asked = request.method === 'HEAD' ? 'GET' : request.method;
      if (methods.has(asked)) {
        next();
        return;
      }
      const allowed = [...methods]
        .flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
        .join(', ');
      response.set('Allow', allowed);
      next(httpProblems.method_not_allowed(`${path} takes ${allowed}.`));
    });
  }
}

function parse(operation: Operation, request: Request): { query: unknown; body: unknown } {
  const body: unknown = operation.bodyOptional && request.body === undefined ? {} : request.body;
  return {
    query: parseInput(operation.query, request.query, 'query'),
    body: parseInput(operation.body, body, 'body'),
  };
}
