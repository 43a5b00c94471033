import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import type { AnswerOf, BodyOf, Operation, QueryOf } from '@galley/contract';
import { may, type Actor, type Capability, type FieldError } from '@galley/kernel';
import { refuseForeignOrigin, requireCsrfToken } from './csrf.ts';
import { httpProblems } from './problems.ts';

/** What a handler gets: parsed input, and who asks. */
export interface Call<O> {
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** Who is signed in; on a public operation there may be nobody. */
  readonly actor: Actor | undefined;
  readonly request: Request;
  readonly response: Response;
}

/** A call of an operation that only signed-in people reach. */
export type SignedInCall<O> = Call<O> & { readonly actor: Actor };

type CallOf<O extends Operation> = O['access'] extends 'public' ? Call<O> : SignedInCall<O>;

export interface MountOptions {
  /** Caps of request bodies in bytes, by the contract's `bodyLimit`. */
  readonly limits: { readonly json: number; readonly document: number };
}

/** Where operations of one base address are put. */
export class OperationRouter {
  readonly router: Router = express.Router({ caseSensitive: true });
  readonly #options: MountOptions;
  readonly #methods = new Map<string, Set<string>>();

  constructor(options: MountOptions) {
    this.#options = options;
  }

  /** Serves an operation: checks access, parses, calls, and lets out only what the answer's schema names. */
  mount<O extends Operation>(
    operation: O,
    handler: (call: CallOf<O>) => Promise<AnswerOf<O>>,
  ): void {
    this.#refuseOtherMethods(operation);
    this.router[operation.method === 'GET' ? 'get' : 'post'](
      operation.path,
      ...this.#bodyParsers(operation),
      async (request, response) => {
        const call = {
          query: parse(operation.query, request.query, 'query'),
          body: parse(
            operation.body,
            operation.bodyOptional ? (request.body ?? {}) : request.body,
            'body',
          ),
          actor: request.session?.identity?.actor,
          request,
          response,
        };
        const answer = await handler(call as unknown as CallOf<O>);
        if (!response.getHeader('Cache-Control')) response.set('Cache-Control', 'no-store');
        response.json(operation.answer.parse(answer));
      },
    );
  }

  /** Access is checked before the body is read: nobody makes the server parse what they may not send. */
  #bodyParsers(operation: Operation): RequestHandler[] {
    const guard: RequestHandler = (request, _response, next) => {
      checkAccess(operation, request);
      next();
    };
    if (!operation.body) return [guard];
    const limit = this.#options.limits[operation.bodyLimit ?? 'json'];
    return [guard, requireJson, express.json({ limit, strict: false, type: jsonTypes })];
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

function checkAccess(operation: Operation, request: Request): void {
  const { access } = operation;
  const identity = request.session?.identity;
  const unsafe = operation.method !== 'GET';
  if (access === 'public') {
    if (unsafe) refuseForeignOrigin(request);
    return;
  }
  if (!identity) throw httpProblems.unauthenticated('Sign in first.');
  if (unsafe) requireCsrfToken(request, identity.csrfToken);
  if (typeof access === 'object' && !may(identity.actor, access.capability as Capability)) {
    throw httpProblems.forbidden(
      `Your role (${identity.actor.role}) does not have ${access.capability}.`,
    );
  }
}

const jsonTypes = ['application/json', 'application/*+json'];

const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is(jsonTypes)) {
    next(httpProblems.unsupported_media_type('Send JSON, with Content-Type: application/json.'));
    return;
  }
  next();
};

function parse(schema: z.ZodType | undefined, value: unknown, where: 'query' | 'body'): unknown {
  if (!schema) return undefined;
  if (value === undefined) {
    throw httpProblems.invalid_request('The request needs a JSON body.', {
      errors: [{ path: '', message: 'a JSON object is needed' }],
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(fieldErrors);
  const first = errors[0]!;
  throw httpProblems.invalid_request(
    `The ${where} is not valid: ${first.path ? `${first.path}: ` : ''}${first.message}.`,
    { errors },
  );
}

/** zod names unknown keys in one issue on their parent; people look for them at the key itself. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...path, key].join('.'),
    message: 'is not a known field',
  }));
}
