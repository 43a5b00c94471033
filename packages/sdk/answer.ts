import type { Download } from './call.ts';
import {
  GalleyProblem,
  GalleyUnexpectedAnswer,
  GalleyUnknownOperation,
  GalleyUnreachable,
} from './errors.ts';
import type { GalleyRequest } from './request.ts';

/** What an answer says; throws what it says went wrong. */
export async function readAnswer(
  { operation, route }: GalleyRequest,
  response: Response,
  signal?: AbortSignal,
): Promise<unknown> {
  if (response.ok && route.download) return downloadOf(response);
  const type = mediaType(response);
  const text = await whole(operation, () => response.text(), signal);
  const value = parsed(text);
  const { status, headers } = response;
  const facts = { operation, status, headers };
  // The health of a server that is not well has a status of its own, and is an answer all the same.
  const isAnswer = type === 'application/json' && (response.ok || route.base === 'root');
  if (isAnswer && value !== undefined) return value;
  if (type === 'application/problem+json' && isRecord(value)) throw problemOf(facts, value);
  throw new GalleyUnexpectedAnswer(facts, text);
}

type Facts = ConstructorParameters<typeof GalleyProblem>[0];

/** Another method of an address that the server knows is an operation that it does not. */
export function problemOf(facts: Facts, body: Readonly<Record<string, unknown>>): GalleyProblem {
  const isUnknown = body['reason'] === 'unknown_operation' || facts.status === 405;
  return isUnknown ? new GalleyUnknownOperation(facts, body) : new GalleyProblem(facts, body);
}

/** What breaks off in the middle is no answer; what was aborted rejects with the reason for that. */
export async function whole<Value>(
  operation: string,
  read: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    signal?.throwIfAborted();
    throw new GalleyUnreachable(operation, error);
  }
}

export function mediaType({ headers }: Response): string {
  return headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
}

/** Undefined when it is no JSON, which a whole value never is. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function downloadOf(response: Response): Download {
  const { headers } = response;
  const size = headers.get('content-length');
  return {
    stream: response.body!,
    blob: () => response.blob(),
    text: () => response.text(),
    type: mediaType(response),
    filename: filenameIn(headers.get('content-disposition') ?? ''),
    // Of what is compressed on the way it is that of the compressed bytes.
    size: size === null || headers.has('content-encoding') ? undefined : Number(size),
  };
}

/** RFC 6266: the encoded name, where there is one. */
function filenameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
}
