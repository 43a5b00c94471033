import type { Download } from './call.ts';
import {
  GalleyProblem,
  GalleyUnexpectedAnswer,
  GalleyUnknownOperation,
  GalleyUnreachable,
} from './errors.ts';
import type { GalleyRequest } from './request.ts';

/** @throws GalleyProblem or GalleyUnexpectedAnswer if the response is an error */
export async function readAnswer(
  { operation, route }: GalleyRequest,
  response: Response,
  signal?: AbortSignal,
): Promise<unknown> {
  if (response.ok && route.download) return toDownload(response);
  const type = mediaType(response);
  const text = await readWhole(operation, () => response.text(), signal);
  const value = parseJson(text);
  const { status, headers } = response;
  const facts = { operation, status, headers };
  // An unhealthy server responds with an error status and a valid health report.
  const isAnswer = type === 'application/json' && (response.ok || route.base === 'root');
  if (isAnswer && value !== undefined) return value;
  if (type === 'application/problem+json' && isRecord(value)) throw toProblem(facts, value);
  throw new GalleyUnexpectedAnswer(facts, text);
}

type ResponseFacts = ConstructorParameters<typeof GalleyProblem>[0];

/** A 405 means that the server knows the path but not the operation. */
export function toProblem(
  facts: ResponseFacts,
  body: Readonly<Record<string, unknown>>,
): GalleyProblem {
  const isUnknown = body['reason'] === 'unknown_operation' || facts.status === 405;
  return isUnknown ? new GalleyUnknownOperation(facts, body) : new GalleyProblem(facts, body);
}

/** Reads a body. A broken connection rejects with `GalleyUnreachable`, an aborted call with the signal's reason. */
export async function readWhole<Value>(
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

/** Returns undefined for invalid JSON; valid JSON never parses to undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function toDownload(response: Response): Download {
  const { headers } = response;
  const size = headers.get('content-length');
  return {
    stream: response.body!,
    blob: () => response.blob(),
    text: () => response.text(),
    type: mediaType(response),
    filename: parseFilename(headers.get('content-disposition') ?? ''),
    // For a compressed response, Content-Length is the compressed size.
    size: size === null || headers.has('content-encoding') ? undefined : Number(size),
  };
}

/** Reads the file name (RFC 6266), the encoded one if present. */
function parseFilename(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
}
