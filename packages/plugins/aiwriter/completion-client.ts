import type { OpenAI } from 'openai';
import type { Clock } from '@galley/kernel';
import { z } from 'zod';
import { Deadline } from './deadline.ts';
import { guardedFetch, type FetchGuard } from './guarded-fetch.ts';
import { findCause, UpstreamError, type UpstreamFault } from './upstream-error.ts';

export interface CompletionOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly maxTokens: number;
  readonly maxTokensParameter: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: number;
  /** Milliseconds that an answer may take altogether. */
  readonly timeout: number;
  readonly apiKey: string;
  readonly clock: Clock;
}

export interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** What an endpoint says of a text beside it. */
export interface Ending {
  /** As the endpoint calls it. */
  readonly model: string | undefined;
  /** Of messages and text; undefined when the endpoint does not count them. */
  readonly tokens: number | undefined;
  /** The tokens have come to an end before the text has. */
  readonly isCutShort: boolean;
}

export interface Completion extends Ending {
  readonly text: string;
}

const mostTokens = 10_000_000;
const usage = z
  .object({ total_tokens: z.int().min(0).max(mostTokens) })
  .nullish()
  .catch(undefined);
const model = z.string().max(200).nullish().catch(undefined);
const finish_reason = z.string().nullish();

const wholeAnswer = z.object({
  model,
  usage,
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }), finish_reason })]),
});

const part = z.object({
  model,
  usage,
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason }),
    )
    .nullish(),
});

/** What surrounds each token in a stream, generously. */
const bytesPerToken = 1_024;
const bytesOfEmptyAnswer = 1_048_576;

/**
 * Asks an endpoint that speaks the OpenAI chat protocol. Everything that goes wrong is an `UpstreamError`. Nothing is
 * tried a second time: a person is waiting who can do that, and a text may have been paid for that did not arrive.
 */
export class CompletionClient {
  readonly #options: CompletionOptions;

  constructor(options: CompletionOptions) {
    this.#options = options;
  }

  async complete(messages: readonly Message[], caller: AbortSignal): Promise<Completion> {
    using deadline = this.#deadline(caller);
    try {
      const { chat } = await this.#client('application/json');
      const request = { ...this.#request(messages), stream: false } as const;
      const answer = wholeAnswer.safeParse(
        await chat.completions.create(request, { signal: deadline.signal }),
      );
      if (!answer.success) throw new UpstreamError('not_understood');
      const [{ message, finish_reason }] = answer.data.choices;
      const ending = endingOf({ ...answer.data, finish_reason });
      return { text: readable(message.content), ...ending };
    } catch (error) {
      throw deadline.end ?? upstreamErrorOf(error);
    }
  }

  /** Gives the text in pieces; when whoever takes them stops, so does the endpoint. */
  async *stream(
    messages: readonly Message[],
    caller: AbortSignal,
  ): AsyncGenerator<string, Ending, undefined> {
    using deadline = this.#deadline(caller);
    try {
      const { chat } = await this.#client('text/event-stream');
      const counted = { stream: true, stream_options: { include_usage: true } } as const;
      const request = { ...this.#request(messages), ...counted };
      const parts = await chat.completions.create(request, { signal: deadline.signal });
      const ending = yield* piecesOf(parts);
      // The client ends a stream that was aborted as if nothing was missing.
      if (deadline.end) throw deadline.end;
      if (ending.finish_reason == null) throw new UpstreamError('broken_off');
      return endingOf(ending);
    } catch (error) {
      throw deadline.end ?? upstreamErrorOf(error);
    }
  }

  #deadline(caller: AbortSignal): Deadline {
    return new Deadline(this.#options.clock, this.#options.timeout, caller);
  }

  #request(messages: readonly Message[]) {
    const { model, temperature, maxTokens, maxTokensParameter } = this.#options;
    return { model, temperature, messages: [...messages], [maxTokensParameter]: maxTokens };
  }

  async #client(accept: FetchGuard['accept']): Promise<OpenAI> {
    const { apiKey, baseUrl: baseURL, timeout, maxTokens } = this.#options;
    // It takes a tenth of a second to load, which a server without an AI writer is spared.
    const { OpenAI } = await import('openai');
    const mostBytes = bytesOfEmptyAnswer + maxTokens * bytesPerToken;
    return new OpenAI({
      apiKey,
      baseURL,
      timeout,
      maxRetries: 0,
      fetch: guardedFetch({ apiKey, accept, mostBytes }),
      // It would log what it cannot read, and take the rest from variables that were not set for Galley.
      logLevel: 'off',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
    });
  }
}

interface LastPart {
  model?: string | null | undefined;
  usage?: { total_tokens: number } | null | undefined;
  finish_reason?: string | null | undefined;
}

async function* piecesOf(parts: AsyncIterable<unknown>): AsyncGenerator<string, LastPart> {
  const last: LastPart = {};
  for await (const given of parts) {
    const { data } = part.safeParse(given);
    if (!data) throw new UpstreamError('not_understood');
    last.model ??= data.model;
    last.usage = data.usage ?? last.usage;
    const choice = data.choices?.[0];
    last.finish_reason = choice?.finish_reason ?? last.finish_reason;
    const text = readable(choice?.delta?.content ?? '');
    if (text !== '') yield text;
  }
  return last;
}

function endingOf({ model, usage, finish_reason }: LastPart): Ending {
  return {
    model: model ?? undefined,
    tokens: usage?.total_tokens,
    isCutShort: finish_reason === 'length',
  };
}

/** What no document could be saved with. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function upstreamErrorOf(error: unknown): UpstreamError {
  const own = findCause(error, (cause) => (cause instanceof UpstreamError ? cause : undefined));
  if (own) return own;
  const systemCode = findCause(error, codeOf);
  if (systemCode !== undefined) return new UpstreamError(faultOf(systemCode), { systemCode });
  const named = (name: string): true | undefined =>
    findCause(error, (cause) => cause.constructor.name === name || undefined);
  if (named('SyntaxError')) return new UpstreamError('not_understood');
  return new UpstreamError(named('APIConnectionTimeoutError') ? 'timed_out' : 'broken_off');
}

/** Of the system or of a connection; never what the endpoint calls an error of its own. */
function codeOf(cause: Error): string | undefined {
  const { code } = cause as NodeJS.ErrnoException;
  const isOfEndpoint = 'headers' in cause;
  return !isOfEndpoint && typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code)
    ? code
    : undefined;
}

function faultOf(systemCode: string): UpstreamFault {
  if (/SOCKET|ECONNRESET|EPIPE/.test(systemCode)) return 'broken_off';
  return /(HEADERS|BODY)_TIMEOUT/.test(systemCode) ? 'timed_out' : 'unreachable';
}
