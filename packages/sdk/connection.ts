import { mediaType, readAnswer, readWhole } from './answer.ts';
import type { FollowOptions, MinimalOptions, OnceOptions, UploadOptions } from './call.ts';
import { GalleyUnexpectedAnswer } from './errors.ts';
import { followEvents, type EventSource } from './event-stream.ts';
import { createRequest, type Address, type GalleyRequest, type Input } from './request.ts';
import { withRetries, waitFor, type Wait } from './retry.ts';
import type { Route } from './route.ts';
import { Session, type SessionOptions } from './session.ts';
import { isReplayable, uploadBody } from './upload.ts';
import { sendByXhr, type XhrRequest, type XhrConstructor } from './xhr-upload.ts';

/** Signature of the `fetch` that the client uses: the global one fits, and so does one that keeps cookies. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export interface GalleyOptions extends SessionOptions {
  /** Base URL of the server: `https://news.example`, or `location.origin` in a browser. */
  readonly baseUrl: string;
  /** `server.admin_path` without slashes; default `__admin`. */
  readonly adminPath?: string | undefined;
  /** Replaces the global `fetch`. Upload progress is then counted on streams, in browsers as well. */
  readonly fetch?: Fetch | undefined;
  /** Cookie mode of `fetch`; default `same-origin`, or `omit` with a token. */
  readonly credentials?: XhrRequest['credentials'] | undefined;
  /** Maximum number of retries of a safe call when the server is unreachable or overloaded; default 3. */
  readonly retries?: number | undefined;
  /** Waits between attempts; replaceable for tests. */
  readonly wait?: Wait | undefined;
}

/** Options of any call; the operation types select those that apply. */
export type AllOptions = OnceOptions & UploadOptions & FollowOptions & Partial<MinimalOptions>;

interface Given {
  readonly input?: Input | undefined;
  readonly options?: AllOptions | undefined;
}

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

  async call(
    operation: string,
    route: Route,
    { input = {}, options = {} }: Given = {},
  ): Promise<unknown> {
    const request = this.#request(operation, route, { input, options });
    return this.#through(request, options, async () => {
      const response = await this.#send(request, options);
      const answer = await readAnswer(request, response, options.signal);
      this.#session.learnCsrfToken(request, answer);
      return answer;
    });
  }

  /** Streams the events of an operation. Read-only operations resume after a broken connection. */
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
        return this.#session.withRemedies(
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
    return followEvents(source, options);
  }

  #request(
    operation: string,
    route: Route,
    { input, options }: { input: Input; options: AllOptions },
  ): GalleyRequest {
    const { idempotencyKey = crypto.randomUUID(), prefer } = options;
    const headers = {
      ...(route.idempotent && { 'idempotency-key': idempotencyKey }),
      ...(prefer && { prefer: `return=${prefer}` }),
    };
    return createRequest(operation, route, { input, address: this.#address, headers });
  }

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
    return this.#session.withRemedies(request, () => withRetries(attempt, patience), options);
  }

  async #send(request: GalleyRequest, options: AllOptions): Promise<Response> {
    const { signal, onHeaders } = options;
    signal?.throwIfAborted();
    const who = await this.#session.headers(request);
    const isToken = 'authorization' in who;
    const credentials = this.#options.credentials ?? (isToken ? 'omit' : 'same-origin');
    const withWho = { ...request, headers: { ...request.headers, ...who }, credentials };
    const exchange = (): Promise<Response> => this.#exchange(withWho, options);
    const response = await readWhole(request.operation, exchange, signal);
    onHeaders?.(response.headers);
    return response;
  }

  #exchange(request: XhrRequest, options: AllOptions): Promise<Response> {
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
