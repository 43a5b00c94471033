import type { z } from 'zod';
import type { AnswerOf, Operation } from '@galley/contract';
import type { FileAnswer } from './file-answer.ts';
import type { CallOf, EventHandlers, UploadCall } from './mount.ts';
import type { FileReceiver } from './multipart-body.ts';
import type { StreamAnswer } from './stream-answer.ts';

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
