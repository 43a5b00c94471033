import type { Request, Response } from 'express';
import type { z } from 'zod';
import type {
  AnswerOf,
  BodyOf,
  MinimalAnswerOf,
  Operation,
  ParamsOf,
  QueryOf,
} from '@galley/contract';
import type { Actor, AuditEvent } from '@galley/kernel';
import type { AuditNote } from './auditing.ts';
import type { Caller } from './callers.ts';
import type { EachTarget } from './each-target.ts';
import type { FileAnswer } from './file-answer.ts';
import type { FileReceiver, UploadedFile } from './multipart-body.ts';
import type { StreamAnswer } from './stream-answer.ts';

export interface Call<O> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** `undefined` for anonymous calls of public operations. */
  readonly actor: Actor | undefined;
  readonly caller: Caller | undefined;
  /** The answer need not wait for the public site, because nothing public has changed. */
  readonly leavesPublic: () => void;
  /** Whether the client prefers the operation's `minimalAnswer`. */
  readonly isMinimal: boolean;
  /** For the audit entry, on success and failure. With an `action`, even an operation without audit is recorded. */
  readonly note: (entry: AuditNote) => void;
  /** The entry of the success, to be written with the change. A call without a change is recorded after it. */
  readonly entryWith: (entry: AuditNote) => AuditEvent | undefined;
  /** Records each target instead of the call: see `EachTarget`. */
  readonly each: EachTarget['do'];
  /** Returns the caller as of now, or throws the refusal: for long answers, during which a session or token may end. */
  readonly checkAgain: () => Promise<Caller | undefined>;
  readonly request: Request;
  readonly response: Response;
}

export type SignedInCall<O> = Call<O> & { readonly actor: Actor; readonly caller: Caller };

export type CallOf<O extends Operation> = O['access'] extends 'public' ? Call<O> : SignedInCall<O>;

export type Handler<O extends Operation> = (call: CallOf<O>) => Promise<AnswerOf<O>>;

export type UploadCall<O extends Operation, File> = CallOf<O> & {
  readonly upload: UploadedFile<File>;
};

export interface EventHandlers<O extends Operation> {
  readonly page: Handler<O>;
  readonly stream: (call: CallOf<O>) => Promise<StreamAnswer>;
}

export interface UploadHandler<O extends Operation> {
  readonly receiver: FileReceiver<unknown>;
  readonly handler: (call: UploadCall<O, unknown>) => Promise<AnswerOf<O>>;
}

export function receiving<O extends Operation, File>(
  receiver: FileReceiver<File>,
  handler: (call: UploadCall<O, File>) => Promise<AnswerOf<O>>,
): UploadHandler<O> {
  return {
    receiver,
    handler: handler as UploadHandler<O>['handler'],
  };
}

export type HandlerOf<O> = O extends Operation
  ? O extends { readonly multipart: true }
    ? UploadHandler<O>
    : O extends { readonly eventStream: z.ZodType }
      ? EventHandlers<O>
      : (
          call: CallOf<O>,
        ) => Promise<
          O extends { readonly streams: readonly string[] }
            ? FileAnswer | StreamAnswer
            : AnswerOf<O> | MinimalAnswerOf<O>
        >
  : never;

export type Module<Noun> = { readonly [Name in keyof Noun]: HandlerOf<Noun[Name]> };
