import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AgentFailure } from '../agent-failure.ts';
import manifest from '../package.json' with { type: 'json' };

export class Refusal extends Error {
  readonly code: string;
  /** The coordinator's answer, which also names wrong arguments. */
  readonly text: string;

  constructor(code: string, message: string, text: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.text = text;
  }
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
    readonly [name: string]: unknown;
  };
}

export interface TableOptions {
  /** Example: `http://127.0.0.1:7117/mcp`. */
  readonly url: string;
  readonly token: string;
  /** Prefix of idempotency keys, the same in every process of a turn. */
  readonly turn: string;
  /** Also aborts calls. */
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly pauses?: readonly number[];
}

type Input = Readonly<Record<string, unknown>>;

/** About half a minute in total, for a restart of the coordinator. */
const usualPauses = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
const maxPauseMs = 30_000;
const timeouts = { timeout: maxPauseMs, maxTotalTimeout: maxPauseMs };

const refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Retries calls without a response. */
export class Table implements AsyncDisposable {
  readonly #options: TableOptions;
  /** By call. */
  readonly #refusals = new Map<string, number>();
  #client: Promise<Client> | undefined;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Tools that the token may use. */
  async listTools(): Promise<readonly ListedTool[]> {
    const { tools } = await this.#repeat('tools/list', (client) =>
      client.listTools(undefined, timeouts),
    );
    return tools;
  }

  /** Returns JSON. For tools that only read. @throws Refusal; AgentFailure without a response */
  ask(tool: string, input: Input): Promise<string> {
    return this.#call(tool, input);
  }

  /**
   * Takes effect once per turn, also in another process of the turn: the idempotency key depends only on the turn and
   * the call. A refused call can be repeated, since another call may have removed the reason.
   */
  async change(tool: string, input: Input): Promise<string> {
    const hash = createHash('sha256')
      .update(JSON.stringify([tool, input]))
      .digest('hex')
      .slice(0, 32);
    const refusals = this.#refusals.get(hash) ?? 0;
    const purpose = refusals === 0 ? hash : `${hash}:${refusals}`;
    return this.changeAs(purpose, tool, input).catch((error: unknown) => {
      if (error instanceof Refusal) this.#refusals.set(hash, refusals + 1);
      throw error;
    });
  }

  /** Takes effect once per `purpose`: other input from another process gets `idempotency_key_reuse`. */
  changeAs(purpose: string, tool: string, input: Input): Promise<string> {
    return this.#call(tool, { ...input, idempotency_key: `${this.#options.turn}:${purpose}` });
  }

  /** Takes effect on every call. */
  async tell(tool: string, input: Input): Promise<void> {
    await this.#call(tool, { ...input, idempotency_key: randomUUID() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.close();
  }

  #call(tool: string, input: Input): Promise<string> {
    return this.#repeat(tool, async (client) =>
      answerOf(tool, await client.callTool({ name: tool, arguments: { ...input } }, timeouts)),
    );
  }

  async #repeat<Result>(what: string, send: (client: Client) => Promise<Result>): Promise<Result> {
    const { signal, pauses = usualPauses } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await this.#withClient(send);
      } catch (error) {
        const pause = pauses[attempt];
        if (!isPassing(error)) throw asFailure(what, error);
        if (pause === undefined) throw unreachable(this.#options.url, error);
        await setTimeout(pause, undefined, { signal });
      }
    }
  }

  async #withClient<Result>(send: (client: Client) => Promise<Result>): Promise<Result> {
    this.#client ??= this.#connect();
    try {
      return await send(await this.#client);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const failed = this.#client;
      this.#client = undefined;
      await failed.then((client) => client.close()).catch(() => undefined);
      throw error;
    }
  }

  async #connect(): Promise<Client> {
    const { url, token } = this.#options;
    const client = new Client(
      { name: 'galley-agent', version: manifest.version },
      { versionNegotiation: { mode: 'auto' } },
    );
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      { timeout: maxPauseMs },
    );
    return client;
  }
}

const content = z.tuple([z.object({ type: z.literal('text'), text: z.string() })], z.unknown());

function answerOf(
  tool: string,
  answer: { readonly content?: unknown; readonly isError?: boolean | undefined },
): string {
  const [{ text }] = content.parse(answer.content);
  if (answer.isError !== true) return text;
  const { code, message } = refused.parse(JSON.parse(text)).error;
  throw new Refusal(code, `${tool}: ${message}`, text);
}

/** Temporary failures, which are retried. */
const passingCodes: ReadonlySet<string> = new Set([
  ...['unavailable', 'store_unavailable', 'idempotency_in_progress', 'proposal_applying'],
  // An internal error means that nothing was changed.
  'internal',
]);

function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return passingCodes.has(error.code);
  if (error instanceof z.ZodError || error instanceof SyntaxError) return false;
  const status = statusOf(error);
  return status === undefined || status === 429 || status >= 500;
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

function asFailure(tool: string, error: unknown): unknown {
  const status = statusOf(error);
  if (status === 401 || (error instanceof Refusal && error.code === 'worker_token_ended')) {
    return new AgentFailure(
      'refused',
      'The coordinator rejected the token: it has expired or was revoked. The agent stopped.',
      { cause: error },
    );
  }
  if (status !== undefined || error instanceof z.ZodError || error instanceof SyntaxError) {
    const what = status === undefined ? 'is not valid MCP' : `has the status ${status}`;
    return new AgentFailure('failed', `The coordinator's response to ${tool} ${what}.`, {
      cause: error,
    });
  }
  return error;
}

function unreachable(url: string, cause: unknown): AgentFailure {
  const why = cause instanceof Refusal ? cause.message : 'no response';
  return new AgentFailure('unreachable', `Cannot reach the coordinator at ${url}: ${why}.`, {
    cause,
  });
}
