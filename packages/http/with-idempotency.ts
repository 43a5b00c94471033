import type { Request } from 'express';
import { DomainError, sha256, type Logger } from '@galley/kernel';
import { bodyBytes } from './body-bytes.ts';
import { callerOf } from './callers.ts';
import type { Exchange } from './exchange.ts';
import { problemText, problemType, statusOfKind } from './problem-response.ts';
import { httpProblems } from './problems.ts';

/** `bodySha256` must match when the key is used again. */
export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly actor: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly bodySha256: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Claim =
  | { readonly state: 'claimed'; readonly since: Date }
  | { readonly state: 'reused' | 'running' }
  | { readonly state: 'answered'; readonly answer: StoredResponse };

export interface IdempotencyStore {
  claim(request: IdempotentRequest): Promise<Claim>;
  store(request: IdempotentRequest, since: Date, answer: StoredResponse): Promise<void>;
  release(request: IdempotentRequest, since: Date): Promise<void>;
}

export interface IdempotencyOptions {
  readonly keeper: IdempotencyStore;
  readonly logger: Logger;
  /** With parameters, percent-encoded uniformly. */
  readonly path: string;
  readonly workspaceId: string;
  /** Status of a success. */
  readonly status: 200 | 201;
}

const maxKeyLength = 255;
/** Longer than any real path, and about the most that an index accepts. */
const maxPathLength = 1_000;

/**
 * Once per key (gaps page, Idempotency); with an empty body, each time. @throws `idempotency_key_required`,
 * `idempotency_key_reuse`, `idempotency_in_progress`, errors of `work`
 */
export async function withIdempotency(
  exchange: Exchange,
  work: () => Promise<string>,
  options: IdempotencyOptions,
): Promise<void> {
  const { request, response } = exchange;
  const key = requireKey(request);
  const body = bodyBytes(request);
  const { workspaceId, path, keeper, status } = options;
  if (body.length === 0 || path.length > maxPathLength) {
    send(exchange, jsonAnswer(await work(), status));
    return;
  }
  const actor = callerOf(response)?.actor.username ?? '';
  const once = { workspaceId, actor, method: request.method, path, key, bodySha256: sha256(body) };
  const claim = await keeper.claim(once);
  if (claim.state === 'answered') send(exchange, withCurrentRequestId(claim.answer, exchange));
  else send(exchange, await runAndStore(requireClaimed(claim), { once, exchange, work, options }));
}

function requireKey(request: Request): string {
  const key = request.get('idempotency-key')?.trim() ?? '';
  if (key !== '' && key.length <= maxKeyLength) return key;
  throw httpProblems.idempotency_key_required(
    `Send the header Idempotency-Key with a unique value of up to ${maxKeyLength} characters.`,
  );
}

function requireClaimed(claim: Exclude<Claim, { state: 'answered' }>): Date {
  if (claim.state === 'claimed') return claim.since;
  if (claim.state === 'running') {
    throw httpProblems.idempotency_in_progress(
      'A request with this idempotency key is still in progress. Retry in a moment to get its response.',
    );
  }
  throw httpProblems.idempotency_key_reuse(
    'This idempotency key was already used with another body. Use a new key for each request.',
  );
}

interface RunningRequest {
  readonly once: IdempotentRequest;
  readonly exchange: Exchange;
  readonly work: () => Promise<string>;
  readonly options: IdempotencyOptions;
}

async function runAndStore(
  since: Date,
  { once, exchange, work, options }: RunningRequest,
): Promise<StoredResponse> {
  const { keeper, logger, status } = options;
  try {
    const answer = jsonAnswer(await work(), status);
    await logStoreFailure(keeper.store(once, since, answer), logger);
    return answer;
  } catch (error) {
    const answer = toStoredResponse(error, exchange);
    await logStoreFailure(
      answer ? keeper.store(once, since, answer) : keeper.release(once, since),
      logger,
    );
    throw error;
  }
}

/** The work is done and gets its answer, stored or not. A left-over reservation expires. */
async function logStoreFailure(storing: Promise<void>, logger: Logger): Promise<void> {
  try {
    await storing;
  } catch (error) {
    logger.warn('idempotent response not stored', { error: String(error) });
  }
}

/** The same request may succeed later. */
const temporaryStatuses = new Set([401, 403, 429]);

/** Whether repeating the request always gets the same refusal. */
export function isFinal({ kind }: DomainError): boolean {
  const status = statusOfKind[kind];
  return status < 500 && !temporaryStatuses.has(status);
}

function toStoredResponse(error: unknown, { response }: Exchange): StoredResponse | undefined {
  if (!(error instanceof DomainError) || !isFinal(error)) return undefined;
  const status = statusOfKind[error.kind];
  const headers = { 'Content-Type': problemType };
  return { status, headers, body: problemText(response, error) };
}

function withCurrentRequestId(answer: StoredResponse, { response }: Exchange): StoredResponse {
  if (answer.headers['Content-Type'] !== problemType) return answer;
  const problem = JSON.parse(answer.body) as object;
  const request_id = response.locals['requestId'] as string;
  return { ...answer, body: JSON.stringify({ ...problem, request_id }) };
}

function jsonAnswer(body: string, status: 200 | 201): StoredResponse {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}

function send({ response }: Exchange, { status, headers, body }: StoredResponse): void {
  response.status(status).set(headers).set('Cache-Control', 'no-store').send(body);
}
