import type { Request, RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import type { Readable } from 'node:stream';
import { DomainError, fieldError } from '@galley/kernel';
import { allowUploadTime } from './body-arrival.ts';
import { httpProblems } from './problems.ts';

export interface FileReceiver<File> {
  /** Must leave no trace of a stream that breaks off. */
  receive(source: Readable): Promise<File>;
  /** Must leave a file that has been moved. */
  discard(file: File): Promise<void>;
}

export interface UploadedFile<File> {
  /** As the client sent it, without folders. */
  readonly name: string;
  readonly file: File;
}

const maxFields = 10;
const maxFieldBytes = 8 * 1024;
/** Bytes of a body beside the file. */
const overhead = 256 * 1024;
/** A client that is silent this long counts as gone. */
const idleTimeoutMs = 2 * 60_000;

export const fileField = 'file';

const received = new WeakMap<Request, UploadedFile<unknown>>();
/** The parser only sees that the stream of a failing receiver ended early. */
const receiving = new WeakMap<Request, Promise<unknown>>();

/** Extends the body's time limit, so the caller must be allowed to upload. Call `discardUpload` in every case. */
export function multipartBody<File>(receiver: FileReceiver<File>, limit: number): RequestHandler {
  const parse = multer({
    storage: storageOf(receiver),
    defParamCharset: 'utf8',
    limits: {
      fileSize: limit,
      files: 1,
      fields: maxFields,
      fieldSize: maxFieldBytes,
      fieldNameSize: 100,
      fieldNestingDepth: 0,
      parts: maxFields + 1,
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
    request.setTimeout(idleTimeoutMs, () => request.destroy());
    parse(request, response, (error: unknown) => {
      request.setTimeout(0);
      if (error === undefined || error === null) {
        next();
        return;
      }
      void Promise.resolve(receiving.get(request)).then((failure) =>
        next(problemOf(findOwnCause(failure) ?? error, limit)),
      );
    });
  };
}

/** @throws `invalid_request` without a file */
export function uploadedFile<File>(request: Request): UploadedFile<File> {
  const found = received.get(request);
  if (found) return found as UploadedFile<File>;
  throw httpProblems.invalid_request(`The form must contain a file in the field "${fileField}".`, {
    errors: [fieldError(fileField, 'required', { label: 'File' })],
  });
}

export async function discardUpload<File>(
  request: Request,
  receiver: FileReceiver<File>,
): Promise<void> {
  const found = received.get(request);
  if (found) await receiver.discard(found.file as File);
}

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
  LIMIT_FIELD_COUNT: `Send at most ${maxFields} fields in addition to the file.`,
  LIMIT_PART_COUNT: `Send at most ${maxFields} fields in addition to the file.`,
  LIMIT_FIELD_VALUE: `Each field other than the file is limited to ${maxFieldBytes} bytes.`,
};

/** A receiver also fails when the client disconnects or sends too much; the parser's error is clearer then. */
function findOwnCause(error: unknown): unknown {
  const isOwn = error instanceof DomainError || (error instanceof Error && 'syscall' in error);
  return isOwn ? error : undefined;
}

function problemOf(error: unknown, limit: number): Error {
  if (error instanceof DomainError) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  // Errors of the disk or of the program are not the client's mistake.
  if ('syscall' in error) return error;
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(limit);
    return httpProblems.invalid_request(sentences[error.code] ?? `${error.message}.`, {
      errors: [fieldError(error.field ?? '', 'custom', { text: error.message })],
    });
  }
  return httpProblems.invalid_request(
    `The multipart body cannot be read: ${error.message.replace(/\.$/, '')}.`,
  );
}

function tooLarge(limit: number): Error {
  return httpProblems.payload_too_large(`The file is larger than ${limit} bytes.`);
}
