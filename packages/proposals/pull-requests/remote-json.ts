import { quoteRemote, RemoteFailure } from './remote-failure.ts';
import { fetchRemote, type RemoteAnswer } from './remote-fetch.ts';
import type { PullRequest, RemoteRepository } from './remote.ts';

const timeoutMs = 20_000;
const maxBytes = 2 * 1_048_576;
const maxRetryMs = 3_600_000;
const pageSize = 100;
const maxPages = 10;

export interface JsonRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Below the base address of the API. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly etag?: string | null;
}

export interface JsonAnswer {
  readonly isUnchanged: boolean;
  readonly value: unknown;
  readonly etag: string | null;
}

/** Sends JSON with the token to the configured API only. Throws `RemoteFailure` for every other status than 2xx and 304. */
export class RemoteJson {
  readonly #remote: RemoteRepository;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;

  constructor(
    remote: RemoteRepository,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) {
    this.#remote = remote;
    this.#headers = headers;
    this.#signal = signal;
  }

  async send({ method = 'GET', path, body, etag }: JsonRequest): Promise<JsonAnswer> {
    const { api, token } = this.#remote;
    if (token === undefined)
      throw new RemoteFailure(
        'There is no token for the API; set the variable GALLEY_COORDINATOR__REMOTE__TOKEN of the content server.',
      );
    const answer = await fetchRemote(new URL(`${api}${path}`), {
      method,
      headers: {
        ...this.#headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(etag && { 'if-none-match': etag }),
      },
      body: body && JSON.stringify(body),
      timeoutMs,
      maxBytes,
      signal: this.#signal,
    });
    const { status, headers } = answer;
    if (status === 304) return { isUnchanged: true, value: undefined, etag: etag ?? null };
    if (status < 200 || status > 299) throw this.#failureOf(answer);
    return { isUnchanged: false, value: this.#parse(answer), etag: headers.get('etag') };
  }

  /** Undefined if it does not exist (404), unless the repository, which has the path `home`, does not exist either. */
  async find(path: string, home: string): Promise<unknown> {
    try {
      return (await this.send({ path })).value;
    } catch (error) {
      if (!(error instanceof RemoteFailure) || error.status !== 404) throw error;
      await this.send({ path: home });
      return undefined;
    }
  }

  /** All entries of a list that is sent in pages, up to a limit. */
  async list(path: string): Promise<JsonRecord[]> {
    const entries: JsonRecord[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const { value } = await this.send({ path: `${path}?per_page=${pageSize}&page=${page}` });
      const items = toList(value);
      entries.push(...items.map(toRecord));
      if (items.length < pageSize) break;
    }
    return entries;
  }

  #parse({ headers, body }: RemoteAnswer): unknown {
    const { api } = this.#remote;
    const type = headers.get('content-type') ?? '';
    const parsed = /^application\/(?:[\w.+-]*\+)?json\b/i.test(type) ? parse(body) : undefined;
    if (parsed !== undefined) return parsed;
    throw new RemoteFailure(
      `${new URL(api).host} answered with something other than JSON; check coordinator.remote.api.`,
    );
  }

  #failureOf({ status, headers, body }: RemoteAnswer): RemoteFailure {
    const { api, repository, token } = this.#remote;
    const { host } = new URL(api);
    const said = quoteRemote(describe(parse(body)), token);
    const quoted = said === '' ? '' : `: ${said}`;
    const retryAfterMs = parseRetry(headers);
    if (status === 429 || (status === 403 && retryAfterMs !== undefined))
      return new RemoteFailure(`${host} limits the number of requests (${status})${quoted}`, {
        status,
        retryAfterMs,
      });
    const sentences: Readonly<Record<number, string>> = {
      401: `${host} does not accept the token of coordinator.remote (401)`,
      403: `The token of coordinator.remote lacks a permission on ${repository} (403)`,
      404: `${host} does not find ${repository}, or the token may not read it (404)`,
      409: `${host} refused the pull request (409)`,
      422: `${host} refused the pull request (422)`,
    };
    const sentence = sentences[status] ?? `${host} answered with status ${status}`;
    return new RemoteFailure(`${sentence}${quoted}`.replace(/[.\s]*$/, '.'), {
      status,
      retryAfterMs,
    });
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** GitHub has `message` and `errors`, GitLab a text, a list or a map in `message`, or `error`. */
function describe(value: unknown): string {
  const { message, errors, error } = toRecord(value);
  const details = Array.isArray(errors)
    ? errors.map((one) => textOf(toRecord(one)['message']))
    : [];
  return [textOf(message ?? error), ...details].filter((part) => part !== '').join(' ');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** `Retry-After`, or the end of the limit if it is used up. */
function parseRetry(headers: Headers): number | undefined {
  const after = Number(headers.get('retry-after') ?? Number.NaN) * 1_000;
  const remaining = headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining');
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset');
  const until = remaining === '0' ? Number(reset) * 1_000 - Date.now() : Number.NaN;
  const found = Number.isNaN(after) ? until : after;
  return Number.isNaN(found) ? undefined : Math.min(Math.max(found, 1_000), maxRetryMs);
}

export type JsonRecord = Readonly<Record<string, unknown>>;

export function toRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty if it is no text. */
export function textIn(value: JsonRecord, key: string): string {
  const text = value[key];
  return typeof text === 'string' ? text : '';
}

/** User name in an object such as `{"login": "ada"}`. */
export function nameIn(value: unknown, key: 'login' | 'username'): string | undefined {
  const name = toRecord(value)[key];
  return typeof name === 'string' ? quoteRemote(name, undefined) : undefined;
}

interface PullRequestFields {
  readonly number: unknown;
  readonly url: unknown;
  readonly state: PullRequest['state'] | undefined;
  readonly mergedBy: string | undefined;
}

/** Throws `RemoteFailure` if a field is missing or the address is no web address. */
export function toPullRequest({ number, url, state, mergedBy }: PullRequestFields): PullRequest {
  const isNumber = typeof number === 'number' && Number.isInteger(number) && number > 0;
  const isAddress = typeof url === 'string' && url.length <= 2_000 && /^https?:\/\/\S+$/.test(url);
  if (isNumber && isAddress && state !== undefined) return { number, url, state, mergedBy };
  throw new RemoteFailure(
    'The remote answered without the number, state or address of the pull request.',
  );
}
