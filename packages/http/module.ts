import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@galley/contract';
import type { Actor } from '@galley/kernel';
import type { AuditNote } from './auditing.ts';
import type { Caller } from './callers.ts';
import type { EachTarget } from './each-target.ts';
import type { FileAnswer } from './file-answer.ts';
import type { FileReceiver, UploadedFile } from './multipart-body.ts';
import type { StreamAnswer } from './stream-answer.ts';

/** What a handler gets: parsed input, and who asks. */
export interface Call<O> {
  readonly params: ParamsOf<O>;
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
  /**
   * Looks anew whether the caller may make this call, and throws what they are refused with: for an answer that takes
   * long, in which a session or a token may end.
   */
  readonly checkAgain: () => Promise<void>;
  readonly request: Request;
  readonly response: Response;
}

/** A call of an operation that only signed-in people reach. */
export type SignedInCall<O> = Call<O> & { readonly actor: Actor; readonly caller: Caller };

export type CallOf<O extends Operation> = O['access'] extends 'public' ? Call<O> : SignedInCall<O>;

export type Handler<O extends Operation> = (call: CallOf<O>) => Promise<AnswerOf<O>>;

/** A call that brings a file. */
export type UploadCall<O extends Operation, File> = CallOf<O> & {
  readonly upload: UploadedFile<File>;
};

/** The two answers of an operation that has an `eventStream`. */
export interface EventHandlers<O extends Operation> {
  readonly page: Handler<O>;
  readonly stream: (call: CallOf<O>) => Promise<StreamAnswer>;
}

/** Answers calls of an operation that is `multipart`; the receiver takes in the file before. */
export interface UploadHandler<O extends Operation> {
  readonly receiver: FileReceiver<unknown>;
  readonly handler: (call: UploadCall<O, unknown>) => Promise<AnswerOf<O>>;
}

/** An upload handler whose calls have files of the type that the receiver makes. */
export function receiving<O extends Operation, File>(
  receiver: FileReceiver<File>,
  handler: (call: UploadCall<O, File>) => Promise<AnswerOf<O>>,
): UploadHandler<O> {
  return {
    receiver,
    handler: handler as UploadHandler<O>['handler'],
  };
}

/** What answers calls of an operation: what it is depends on what the contract says of the operation. */
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
            : AnswerOf<O>
        >
  : never;

/** The handlers of a noun: an operation of the contract without one does not compile. */
export type Module<Noun> = { readonly [Name in keyof Noun]: HandlerOf<Noun[Name]> };
