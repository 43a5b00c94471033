import type { z } from 'zod';

/** Which base address an operation is under (content-platform, Base addresses). */
export type Base = 'admin' | 'platform' | 'plugins' | 'runs' | 'root';

/**
 * Who may call: anybody; anybody signed in, by session or by token; a session alone, for what a token must not do
 * (change what people sign in with); or who has the capability, everywhere or for own documents (`.own`; the service
 * then looks at the document), of a token also within its scopes.
 */
export type Access = 'public' | 'signed_in' | 'session' | { readonly capability: string };

/** What of a call goes into the audit log, whether it succeeds or is refused. */
export interface Audited {
  /** One of the kernel's `auditActions`; `{name}` in it stands for the path's parameter of that name. */
  readonly action: string;
  /**
   * The service records it, in the transaction of the change, so that whoever lost a race leaves nothing. Left to the
   * router is who was not let in.
   */
  readonly withTheChange?: true;
  /** The field of the body that names what it is done to. */
  readonly target?: string;
}

/** Who makes a call that may need a password that was given lately. */
export interface ConfirmingCaller {
  readonly username: string;
  readonly grants: ReadonlySet<string>;
}

/** Which calls need a password that was given lately, and which tokens may make them. */
export interface RecentConfirmation {
  /**
   * `named_scope`: a token passes when its scopes name the operation's capability; `*` does not name it. Otherwise no
   * token passes.
   */
  readonly tokens?: 'named_scope';
  /** Every call when absent. Is asked of a body that fits the schema. */
  readonly when?: {
    readonly holds: (body: Readonly<Record<string, unknown>>, caller: ConfirmingCaller) => boolean;
    /** For people: `to change security settings`. */
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
  /** `documents.bulk_status`: the noun, and what is done; in camelCase the names in `contract` and in the SDK. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the base address, `/documents/save`; `{name}` is one segment, which `params` has under that name. */
  readonly path: string;
  readonly params?: Params;
  readonly base: Base;
  readonly access: Needs;
  /** Also for a session whose second factor is due and not set up yet (GAP-SES-4). */
  readonly beforeSecondFactor?: true;
  /** Only for a session in which the person has proved within the last minutes that it is they. */
  readonly recentlyConfirmed?: RecentConfirmation;
  /** Absent for what changes nothing, and for sign-in, which has two actions. */
  readonly audited?: Audited;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  /** The body may be left out; then it counts as `{}`. */
  readonly bodyOptional?: boolean;
  /** Needs the header `Idempotency-Key`: what has one key and one body is done once, and answered alike. */
  readonly idempotent?: true;
  /**
   * What is no JSON counts as an empty object, and what `body` does not name is passed over; the schema itself has to
   * put up with wrong values. Such a body may have 1 MiB.
   */
  readonly lenientBody?: true;
  /**
   * The body is `multipart/form-data`: one file in the field `file`, which may have `limits.upload`, and what `body` names
   * as text fields beside it.
   */
  readonly multipart?: true;
  /** Which cap of the configuration the body has: `limits.json_body`, or `limits.document_body`. */
  readonly bodyLimit?: 'json' | 'document';
  readonly answer: Answer;
  /** Media types of an answer that is a stream and not one JSON value; `answer` then describes a row of it. */
  readonly streams?: readonly string[];
  /**
   * What an event is, of an operation that answers whoever accepts `text/event-stream` alone with server-sent events;
   * one that changes nothing is resumed by the header `Last-Event-ID`.
   */
  readonly eventStream?: z.ZodType;
  /** Codes of the problems that this operation has beyond those that every operation may have. */
  readonly problems: readonly string[];
}

/**
 * A request to the `exampleProject` that may be sent again and again: what would make or take away something for good
 * names what is there already, is not there, or would not do.
 */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The file of an operation that is `multipart`. */
  readonly file?: { readonly name: string; readonly content: string };
  /** The problem that answers it; absent when it succeeds. */
  readonly refused?: readonly [status: number, code: string];
}

/** One that the contract has. */
export type ContractOperation<O extends Operation = Operation> = O & {
  /** What the documentation shows and the tests of all operations send. */
  readonly example: Example;
};

/** Keeps the literal types of an operation, so that its handler and its client are typed by it. */
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

/** An operation as `defineNoun` takes it: with `get` or `post` for method and path. */
type OperationEntry = Omit<ContractOperation, 'id' | 'method' | 'path' | 'base'> & {
  /** `admin` when absent. */
  readonly base?: Base;
} & (
    | { readonly get: string; readonly post?: undefined }
    | { readonly post: string; readonly get?: undefined }
  );

type SchemaOf<Entry, Key extends string> =
  Entry extends Readonly<Record<Key, infer Schema extends z.ZodType>> ? Schema : z.ZodUndefined;

type Defined<Entry extends OperationEntry> = ContractOperation<
  Operation<
    SchemaOf<Entry, 'query'>,
    SchemaOf<Entry, 'body'>,
    SchemaOf<Entry, 'answer'>,
    Entry['access'],
    SchemaOf<Entry, 'params'>
  >
> &
  Pick<Entry, keyof Entry & ('multipart' | 'streams' | 'eventStream')>;

/** Operations on one noun; the literal types of each are kept. */
export function defineNoun<const Entries extends Readonly<Record<string, OperationEntry>>>(
  noun: string,
  entries: Entries,
): { readonly [Name in keyof Entries]: Defined<Entries[Name]> } {
  const operations = Object.entries(entries).map(([name, { get, post, ...entry }]) => {
    const id = `${noun}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const method = get === undefined ? 'POST' : 'GET';
    return [name, { base: 'admin', ...entry, id, method, path: get ?? post }];
  });
  return Object.fromEntries(operations) as {
    readonly [Name in keyof Entries]: Defined<Entries[Name]>;
  };
}

/** The path of an operation with `{name}` replaced by what `valueOf` gives for the name. */
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
/** What a handler hands over; parsing it leaves out whatever the contract does not name. */
export type AnswerOf<O> =
  O extends Operation<z.ZodType, z.ZodType, infer Answer> ? z.input<Answer> : never;
