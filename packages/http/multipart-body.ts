import type { Request, RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import type { Readable } from 'node:stream';
import { DomainError } from '@galley/kernel';
import { allowUploadTime } from './body-arrival.ts';
import { httpProblems } from './problems.ts';

/** Where the file of an upload goes while it arrives. */
export interface FileReceiver<File> {
  /** Takes the bytes in as they come; nothing may be left of a stream that breaks off. */
  receive(source: Readable): Promise<File>;
  /** Removes what was received, unless it has gone elsewhere by now. */
  discard(file: File): Promise<void>;
}

/** The file of a request, received as a whole. */
export interface UploadedFile<File> {
  /** As the client calls it, without folders. */
  readonly name: string;
  readonly file: File;
}

/** The fields beside the file are few and small. */
const mostFields = 10;
const longestField = 8 * 1024;
/** What a body has beside the bytes of the file. */
const overhead = 256 * 1024;
/** Whoever has sent nothing for so long is not on the way any more. */
const silenceMilliseconds = 2 * 60_000;

/** What the name of the field with the file is. */
export const fileField = 'file';

const received = new WeakMap<Request, UploadedFile<unknown>>();
/** What became of taking a file in: why it failed, or undefined. The parser notices only that its stream ended early. */
const receiving = new WeakMap<Request, Promise<unknown>>();

/**
 * Parses a `multipart/form-data` body whose one file goes to `receiver` as it arrives, and whose other fields go into
 * `request.body`. The caller may upload, and is given time for that. Whoever comes after has to call `discardUpload` in the end, whatever comes of it.
 */
export function multipartBody<File>(receiver: FileReceiver<File>, limit: number): RequestHandler {
  const parse = multer({
    storage: storageOf(receiver),
    defParamCharset: 'utf8',
    limits: {
      fileSize: limit,
      files: 1,
      fields: mostFields,
      fieldSize: longestField,
      fieldNameSize: 100,
      fieldNestingDepth: 0,
      parts: mostFields + 1,
    },
  }).single(fileField);
  return (request, response, next) => {
    if (!request.is('multipart/form-data')) {
      next(httpProblems.unsupported_media_type('Send the file as multipart/form-data.'));
      return;
    }
    if (Number(request.get('content-length') ?? 0) > limit + overhead) {
      next(tooLarge(limit));
      return;
    }
    allowUploadTime(request);
    request.setTimeout(silenceMilliseconds, () => request.destroy());
    parse(request, response, (error: unknown) => {
      request.setTimeout(0);
      if (error === undefined || error === null) {
        next();
        return;
      }
      void Promise.resolve(receiving.get(request)).then((failure) =>
        next(problemOf(ownCause(failure) ?? error, limit)),
      );
    });
  };
}

/** The file of the request; throws `invalid_request` when there is none. */
export function uploadedFile<File>(request: Request): UploadedFile<File> {
  const found = received.get(request);
  if (found) return found as UploadedFile<File>;
  throw httpProblems.invalid_request(`The request needs a field "${fileField}" with a file.`, {
    errors: [{ path: fileField, message: 'a file is needed' }],
  });
}

/** Removes what is left of the request's file. */
export async function discardUpload<File>(
  request: Request,
  receiver: FileReceiver<File>,
): Promise<void> {
  const found = received.get(request);
  if (found) await receiver.discard(found.file as File);
}

/** What multer calls; it calls back once for each file, and wants those removed that it then does not need. */
function storageOf<File>(receiver: FileReceiver<File>): multer.StorageEngine {
  return {
    _handleFile: (request, { stream, originalname: name }, done) => {
      const outcome = receiver.receive(stream).then(
        (file) => {
          received.set(request, { name, file });
          done(null, {});
          return undefined;
        },
        (error: unknown) => {
          done(error);
          return error;
        },
      );
      receiving.set(request, outcome);
    },
    _removeFile: (request, _file, done) => {
      discardUpload(request, receiver).then(
        () => done(null),
        (error: unknown) => done(error as Error),
      );
    },
  };
}

const sentences: Readonly<Partial<Record<MulterError['code'], string>>> = {
  LIMIT_UNEXPECTED_FILE: `Send one file, in the field "${fileField}".`,
  LIMIT_FILE_COUNT: `Send one file, in the field "${fileField}".`,
  LIMIT_FIELD_COUNT: `Send at most ${mostFields} fields beside the file.`,
  LIMIT_PART_COUNT: `Send at most ${mostFields} fields beside the file.`,
  LIMIT_FIELD_VALUE: `A field beside the file may have ${longestField} bytes.`,
};

/** A receiver also fails when the client breaks off or sends too much, which the parser tells better. */
function ownCause(error: unknown): unknown {
  const isOwn = error instanceof DomainError || (error instanceof Error && 'syscall' in error);
  return isOwn ? error : undefined;
}

function problemOf(error: unknown, limit: number): Error {
  if (error instanceof DomainError) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  // A fault of the disk or of the program has a code of its own, and is nobody's mistake who sends.
  if ('syscall' in error) return error;
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(limit);
    return httpProblems.invalid_request(sentences[error.code] ?? `${error.message}.`, {
      errors: [{ path: error.field ?? '', message: error.message }],
    });
  }
  return httpProblems.invalid_request(
    `The multipart body cannot be read: ${error.message.replace(/\.$/, '')}.`,
  );
}

function tooLarge(limit: number): Error {
  return httpProblems.payload_too_large(`The file is larger than ${limit} bytes.`);
}
