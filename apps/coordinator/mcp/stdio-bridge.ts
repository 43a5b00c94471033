import type { Readable, Writable } from 'node:stream';
import {
  INTERNAL_ERROR,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  PROTOCOL_VERSION_META_KEY,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type RequestId,
} from '@modelcontextprotocol/client';
import { answerWithin, endedEarly, toBridgeFault, type BridgeFault } from './bridge-fault.ts';
import { LingeringStdio } from './lingering-stdio.ts';

export interface StdioBridgeOptions {
  readonly url: URL;
  /** Sent with every request and stored nowhere else. */
  readonly token: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Repeated only after a different error or a success. */
  readonly onFault: (sentence: string) => void;
  /** Also cancels pending requests. */
  readonly signal: AbortSignal;
}

/**
 * Passes messages unchanged, for both generations of the protocol (GAP-RC-MCP-1). Each request is a separate HTTP
 * exchange, so the bridge recovers when the coordinator returns. Resolves when `signal` aborts, or at the end of the
 * input after all requests are answered.
 */
export async function bridgeStdio(options: StdioBridgeOptions): Promise<void> {
  const bridge = new StdioBridge(options);
  await bridge.run();
}

interface Pending {
  readonly request: JSONRPCRequest;
  readonly abort: AbortController;
}

class StdioBridge {
  readonly #options: StdioBridgeOptions;
  readonly #agent: LingeringStdio;
  readonly #endpoint: StreamableHTTPClientTransport;
  readonly #pending = new Map<RequestId, Pending>();
  #lastFault: string | undefined;

  constructor(options: StdioBridgeOptions) {
    this.#options = options;
    const { url, token, input, output } = options;
    const headers = { authorization: `Bearer ${token}` };
    this.#endpoint = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
    this.#agent = new LingeringStdio(input, output, () => this.#pending.size === 0);
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const closed = new Promise<void>((resolve) => (this.#agent.onclose = resolve));
    this.#agent.onmessage = (message) => void this.#toEndpoint(message);
    this.#agent.onerror = ({ message }) =>
      this.#tell(`Standard input is not a valid MCP message: ${message}`);
    this.#endpoint.onmessage = (message) => this.#toAgent(message);
    await this.#endpoint.start();
    await this.#agent.start();
    const giveUp = (): void => void this.#agent.closeNow();
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    await closed;
    signal.removeEventListener('abort', giveUp);
    await this.#endpoint.close();
  }

  async #toEndpoint(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) return this.#ask(message);
    if (isJSONRPCNotification(message) && this.#cancels(message)) return;
    try {
      await this.#endpoint.send(message);
    } catch (error) {
      // Notifications have no answer.
      this.#tell(toBridgeFault(error, this.#options.url).message);
    }
  }

  async #ask(request: JSONRPCRequest): Promise<void> {
    const abort = new AbortController();
    this.#pending.set(request.id, { request, abort });
    try {
      await this.#endpoint.send(request, {
        requestSignal: abort.signal,
        onRequestStreamEnd: () => this.#refuse(request.id, endedEarly),
      });
    } catch (error) {
      const answer = answerWithin(error, request.id);
      if (answer) this.#toAgent(answer);
      else this.#refuse(request.id, toBridgeFault(error, this.#options.url));
    }
  }

  /** Returns whether the notification needs no forwarding. */
  #cancels({ method, params }: JSONRPCNotification): boolean {
    if (method !== 'notifications/cancelled') return false;
    const id = params?.['requestId'] as RequestId;
    const pending = this.#pending.get(id);
    this.#removeRequest(id);
    pending?.abort.abort();
    // From revision 2026-07-28 on, closing the HTTP request cancels it.
    return pending !== undefined && isModern(pending.request);
  }

  #toAgent(message: JSONRPCMessage): void {
    if (isResponse(message)) {
      const { request } = this.#pending.get(message.id!) ?? {};
      // Drops the answer to a cancelled request.
      if (!request) return;
      this.#keepRevision(request, message);
      this.#lastFault = undefined;
    }
    this.#write(message);
    if (isResponse(message)) this.#removeRequest(message.id!);
  }

  /** Before revision 2026-07-28, every request after `initialize` names the negotiated revision. */
  #keepRevision({ method }: JSONRPCRequest, answer: JSONRPCResponse): void {
    if (method !== 'initialize' || !isJSONRPCResultResponse(answer)) return;
    const { protocolVersion } = answer.result;
    if (typeof protocolVersion === 'string') this.#endpoint.setProtocolVersion(protocolVersion);
  }

  #refuse(id: RequestId, { code, message, status }: BridgeFault): void {
    if (!this.#pending.has(id)) return;
    this.#tell(message);
    const data = { code, ...(status !== undefined && { status }) };
    this.#write({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message, data } });
    this.#removeRequest(id);
  }

  #removeRequest(id: RequestId): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#agent.finishRequest();
  }

  #write(message: JSONRPCMessage): void {
    // Fails only if the agent is gone, which ends the bridge.
    this.#agent.send(message).catch(() => undefined);
  }

  #tell(sentence: string): void {
    if (sentence === this.#lastFault) return;
    this.#lastFault = sentence;
    this.#options.onFault(sentence);
  }
}

function isResponse(message: JSONRPCMessage): message is JSONRPCResponse {
  return isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
}

function isModern({ params }: JSONRPCRequest): boolean {
  return params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}
