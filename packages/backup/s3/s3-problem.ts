import { DomainError } from '@galley/kernel';
import { backupProblems } from '../problems.ts';

interface ServiceError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The library puts this in place of a missing message. */
const noMessage = 'UnknownError';

const advice: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create the bucket, or correct backup.s3.bucket.',
  SignatureDoesNotMatch: 'Check backup.s3.secret_access_key and backup.s3.region.',
  InvalidAccessKeyId: 'Check backup.s3.access_key_id.',
  AccessDenied:
    'The key needs the rights to list the bucket, and to read, write and delete its objects.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
};

/** `what` completes "Galley could not …". Errors of the local disk pass unchanged. */
export function asS3Problem(
  error: unknown,
  what: string,
  { endpoint, bucket }: { readonly endpoint: string; readonly bucket: string },
): unknown {
  if (error instanceof DomainError || (error as Error).name === 'AbortError') return error;
  const failure = error as ServiceError;
  const status = failure.$metadata?.httpStatusCode;
  if (status === undefined && isLocal(failure.code)) return error;
  const name = failure.name ?? '';
  if (name === 'NoSuchKey')
    return backupProblems.not_found(
      'The bucket has no such backup. galley backup list --s3 lists those that it has.',
    );
  const place = `in the bucket ${bucket} at ${new URL(endpoint).host}`;
  const sentence = `Galley could not ${what} ${place}: ${answerOf(failure, status)}.`;
  return backupProblems.backup_failed([sentence, advice[name] ?? ''].join(' ').trim());
}

/** Failed connections have an empty message, but a code. Ceph sends a code without a message. */
function answerOf({ name, code, message }: ServiceError, status: number | undefined): string {
  if (status === undefined) return message || code || 'no connection';
  const answer = [status, name].filter(Boolean).join(' ');
  return message && message !== noMessage ? `${answer}: ${message}` : answer;
}

const isLocal = (code = ''): boolean =>
  ['ENOENT', 'ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EDQUOT'].includes(code);
