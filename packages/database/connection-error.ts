import { DatabaseLostError } from './guarded-pool.ts';

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01', // terminated by an administrator
  '57P02', // crash shutdown
  '57P03', // starting up
  '55P03', // waited too long for a lock
  '53300', // too many connections
  '53100', // disk full
  '53200', // out of memory
  '25006', // read-only: a standby, or maintenance by an operator
]);

const connectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|connection has been discarded/;

/** Whether PostgreSQL is temporarily unable to work, as opposed to refusing the statement. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseLostError) return true;
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return (
    (typeof code === 'string' && connectionCodes.has(code)) ||
    connectionMessages.test(error.message)
  );
}
