import type { z } from 'zod';

/** Base address of an operation (content-platform, Base addresses). */
export type Base = 'admin' | 'platform' | 'plugins' | 'runs' | 'scim' | 'root';

/**
 * `session` excludes tokens, for changes of credentials. A capability covers all documents or, as `.own`, those of the
 * caller, which the service checks; a token needs it among its scopes, too.
 */
export type Access = 'public' | 'signed_in' | 'session' | { readonly capability: string };

export interface Audited {
  /** An action of the kernel's `auditActions`; `{name}` stands for the path parameter of that name. */
  readonly action: string;
  /** The service records the change in its transaction, so that races leave no entry; the router, refused access. */
  readonly withTheChange?: true;
  readonly target?: string;
}

export interface ConfirmingCaller {
  readonly username: string;
  readonly grants: ReadonlySet<string>;
}

export interface RecentConfirmation {
  /** Admits tokens whose scopes name the capability; `*` does not count. Default: no tokens. */
  readonly tokens?: 'named_scope';
  /** Default: every call. `holds` receives a body that fits the schema. */
  readonly when?: {
    readonly holds: (body: Readonly<Record<string, unknown>>, caller: ConfirmingCaller) => boolean;
    readonly text: string;
  };
}

export interface Operation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Needs extends Access = Access,
  Params extends z.ZodType = z.ZodType,
> {
  /** `documents.bulk_status`: noun and action; camelCase in `contract` and in the SDK. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address: `/documents/save`; `{name}` is a segment, passed in `params`. */
  readonly path: string;
  readonly params?: Params;
  readonly base: Base;
  readonly access: Needs;
  /** Also allowed for a session that still has to set up a second factor (GAP-SES-4). */
  readonly beforeSecondFactor?: true;
  readonly recentlyConfirmed?: RecentConfirmation;
  /** Absent for reads, and for sign-in, which has two actions. */
  readonly audited?: Audited;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  /** A missing body counts as `{}`. */
  readonly bodyOptional?: boolean;
  /** Requires the header `Idempotency-Key`: requests with the same key and body run once and get the same answer. */
  readonly idempotent?: true;
  /** Answers 201 instead of 200. */
  readonly creates?: true;
  /** Answers 204. */
  readonly noContent?: true;
  /** Invalid JSON counts as `{}`, unknown fields are ignored; the schema must accept wrong values. Maximum 1 MiB. */
  readonly lenientBody?: true;
  /** `multipart/form-data`: one file in `file`, up to `limits.upload`, and the fields of `body` as text. */
  readonly multipart?: true;
  /** Setting that limits the body: `limits.json_body` or `limits.document_body`. */
  readonly bodyLimit?: 'json' | 'document';
  readonly answer: Answer;
  /** For clients that send `Prefer: return=minimal` (RFC 7240). */
  readonly minimalAnswer?: z.ZodType;
  /** Media types of a streamed answer; `answer` then describes a row of it. */
  readonly streams?: readonly string[];
  /** Events for clients that accept only `text/event-stream`; reads resume by the header `Last-Event-ID`. */
  readonly eventStream?: z.ZodType;
  /** Problem codes beyond those that every operation may have. */
  readonly problems: readonly string[];
}

/** Repeatable: a request that creates or removes names an existing or a missing thing, or is refused. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: { readonly name: string; readonly content: string };
  readonly refused?: readonly [status: number, code: string];
}

export type ContractOperation<O extends Operation = Operation> = O & {
  /** Shown in the documentation and sent by the tests of all operations. */
  readonly example: Example;
};

/** Keeps the literal types, which type the handler and the client. */
export function defineOperation<
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  const Needs extends Access = Access,
  Params extends z.ZodType = z.ZodUndefined,
>(
  operation: Operation<Query, Body, Answer, Needs, Params>,
): Operation<Query, Body, Answer, Needs, Params> {
  return operation;
}

type OperationEntry = Omit<ContractOperation, 'id' | 'method' | 'path' | 'base'> & {
  /** Default `admin`. */
  readonly base?: Base;
} & (
    | { readonly get: string; readonly post?: undefined; readonly delete?: undefined }
    | { readonly post: string; readonly get?: undefined; readonly delete?: undefined }
    | { readonly delete: string; readonly get?: undefined; readonly post?: undefined }
  );

type SchemaOf<Entry, Key extends string> =
  Entry extends Readonly<Record<Key, infer Schema extends z.ZodType>> ? Schema : z.ZodUndefined;

type DefinedOperations<Entry extends OperationEntry> = ContractOperation<
  Operation<
    SchemaOf<Entry, 'query'>,
    SchemaOf<Entry, 'body'>,
    SchemaOf<Entry, 'answer'>,
    Entry['access'],
    SchemaOf<Entry, 'params'>
  >
> &
  Pick<Entry, keyof Entry & ('multipart' | 'streams' | 'eventStream' | 'minimalAnswer')>;

export function defineNoun<const Entries extends Readonly<Record<string, OperationEntry>>>(
  noun: string,
  entries: Entries,
): { readonly [Name in keyof Entries]: DefinedOperations<Entries[Name]> } {
  const operations = Object.entries(entries).map(
    ([name, { get, post, delete: removed, ...entry }]) => {
      const id = `${noun}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
      const method = (get && 'GET') ?? (post && 'POST') ?? 'DELETE';
      return [name, { base: 'admin', ...entry, id, method, path: get ?? post ?? removed }];
    },
  );
  return Object.fromEntries(operations) as {
    readonly [Name in keyof Entries]: DefinedOperations<Entries[Name]>;
  };
}

export function fillPath(path: string, valueOf: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_found, name: string) => valueOf(name));
}

export type ParamsOf<O> =
  O extends Operation<z.ZodType, z.ZodType, z.ZodType, Access, infer Params>
    ? z.output<Params>
    : never;
export type QueryOf<O> =
  O extends Operation<infer Query, z.ZodType, z.ZodType> ? z.output<Query> : never;
export type BodyOf<O> =
  O extends Operation<z.ZodType, infer Body, z.ZodType> ? z.output<Body> : never;
/** Answer that a handler returns; parsing drops fields unknown to the contract. */
export type AnswerOf<O> =
  O extends Operation<z.ZodType, z.ZodType, infer Answer> ? z.input<Answer> : never;
export type MinimalAnswerOf<O> = O extends {
  readonly minimalAnswer: infer Answer extends z.ZodType;
}
  ? z.input<Answer>
  : never;
