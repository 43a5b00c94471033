import { mediaType, readAnswer, whole } from './answer.ts';
import type { CallOptions, FollowOptions, OnceOptions, UploadOptions } from './call.ts';
import { GalleyUnexpectedAnswer } from './errors.ts';
import { followed, type EventSource } from './follow.ts';
import { requestOf, type Address, type GalleyRequest, type Input } from './request.ts';
import { retrying, waitFor, type Wait } from './retry.ts';
import type { Route } from './route.ts';
import { Session, type SessionOptions } from './session.ts';
import { isReplayable, uploadBody } from './upload.ts';
import { sendByXhr, type SentRequest, type XhrConstructor } from './xhr-upload.ts';

/** What is asked of a `fetch`: the global one fits, and one that keeps cookies. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export interface GalleyOptions extends SessionOptions {
  /** Of the server: `https://news.example`, in a browser `location.origin`. */
  readonly baseUrl: string;
  /** `server.admin_path`, without slashes; `__admin` unless said otherwise. */
  readonly adminPath?: string | undefined;
  /** Instead of the global one; then progress of uploads is counted in streams, also in browsers. */
  readonly fetch?: Fetch | undefined;
  /** Whether cookies go along; `same-origin` unless said otherwise, `omit` with a token. */
  readonly credentials?: SentRequest['credentials'] | undefined;
  /** How often a call that may be sent again is, when the server cannot be reached or has no time; 3 unless said otherwise. */
  readonly retries?: number | undefined;
  /** How to wait between attempts: for tests, which have no time for that. */
  readonly wait?: Wait | undefined;
}

/** What any call may have; the types of operations say which of it each takes. */
export type AllOptions = CallOptions & OnceOptions & UploadOptions & FollowOptions;

interface Given {
  readonly input?: Input | undefined;
  readonly options?: AllOptions | undefined;
}

/** Makes calls: as who is signed in, and again where that is safe. */
export class Connection {
  readonly #address: Address;
  readonly #options: GalleyOptions;
  readonly #fetch: Fetch;
  readonly #wait: Wait;
  readonly #session: Session;

  constructor(options: GalleyOptions, sessionRoute: Route) {
    const { baseUrl, adminPath = '__admin' } = options;
    this.#address = { baseUrl: baseUrl.replace(/\/+$/, ''), adminPath };
    this.#options = options;
    this.#fetch = options.fetch ?? ((...given) => globalThis.fetch(...given));
    this.#wait = options.wait ?? waitFor;
    this.#session = new Session(options, () => this.call('auth.session', sessionRoute, {}));
  }

  /** Calls an operation, and resolves with what it answers. */
  async call(
    operation: string,
    route: Route,
    { input = {}, options = {} }: Given = {},
  ): Promise<unknown> {
    const request = this.#request(operation, route, { input, options });
    return this.#through(request, options, async () => {
      const response = await this.#send(request, options);
      const answer = await readAnswer(request, response, options.signal);
      this.#session.heard(request, answer);
      return answer;
    });
  }

  /** The events of an operation. Those of one that changes nothing go on after a break. */
  stream(
    operation: string,
    route: Route,
    { input = {}, options = {} }: Given = {},
  ): AsyncGenerator<unknown, void> {
    const source: EventSource = {
      operation,
      wait: this.#wait,
      isResumable: route.method === 'GET',
      open: (lastEventId) => {
        const request = this.#request(operation, route, { input, options });
        const headers: Record<string, string> = { ...request.headers, accept: 'text/event-stream' };
        if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
        return this.#session.remedying(
          request,
          async () => {
            const response = await this.#send({ ...request, headers }, options);
            if (response.ok && mediaType(response) === 'text/event-stream') return response;
            await readAnswer(request, response, options.signal);
            const { status } = response;
            throw new GalleyUnexpectedAnswer({ operation, status, headers: response.headers }, '');
          },
          options,
        );
      },
    };
    return followed(source, options);
  }

  #request(
    operation: string,
    route: Route,
    { input, options }: { input: Input; options: AllOptions },
  ): GalleyRequest {
    const headers: Record<string, string> = route.idempotent
      ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }
      : {};
    return requestOf(operation, route, { input, address: this.#address, headers });
  }

  /** With all that may be done about what goes wrong. */
  #through<Answer>(
    request: GalleyRequest,
    options: AllOptions,
    attempt: () => Promise<Answer>,
  ): Promise<Answer> {
    const { route, file } = request;
    if (!isReplayable(file)) return attempt();
    const isSafe = route.method === 'GET' || route.idempotent;
    const { retries = 3 } = this.#options;
    const { signal } = options;
    const patience = { retries: isSafe ? retries : 0, wait: this.#wait, signal };
    return this.#session.remedying(request, () => retrying(attempt, patience), options);
  }

  async #send(request: GalleyRequest, options: AllOptions): Promise<Response> {
    const { signal, onHeaders } = options;
    signal?.throwIfAborted();
    const who = await this.#session.headers(request);
    const isToken = 'authorization' in who;
    const credentials = this.#options.credentials ?? (isToken ? 'omit' : 'same-origin');
    const withWho = { ...request, headers: { ...request.headers, ...who }, credentials };
    const exchange = (): Promise<Response> => this.#exchange(withWho, options);
    const response = await whole(request.operation, exchange, signal);
    onHeaders?.(response.headers);
    return response;
  }

  #exchange(request: SentRequest, options: AllOptions): Promise<Response> {
    const { url, route, file, headers, credentials } = request;
    const { signal, onProgress } = options;
    const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: XhrConstructor };
    if (file && onProgress && XMLHttpRequest && !this.#options.fetch && isReplayable(file)) {
      return sendByXhr(XMLHttpRequest, request, options);
    }
    const sent = file
      ? uploadBody(request, options)
      : { body: request.body as string | undefined, headers: {} };
    return this.#fetch(url, {
      method: route.method,
      headers: { ...headers, ...sent.headers },
      credentials,
      ...(sent.body !== undefined && { body: sent.body, duplex: 'half' }),
      ...(signal && { signal }),
    });
  }
}
