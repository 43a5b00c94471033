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
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  readonly apiKey: string;
  readonly clock: Clock;
}

export interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}

export interface CompletionInfo {
  /** As reported by the endpoint. */
  readonly model: string | undefined;
  /** Prompt and answer; undefined when not reported. */
  readonly tokens: number | undefined;
  readonly isCutShort: boolean;
}

export interface Completion extends CompletionInfo {
  readonly text: string;
}

const maxReportedTokens = 10_000_000;
const usage = z
  .object({ total_tokens: z.int().min(0).max(maxReportedTokens) })
  .nullish()
  .catch(undefined);
const model = z.string().max(200).nullish().catch(undefined);
const finish_reason = z.string().nullish();

const completionSchema = z.object({
  model,
  usage,
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }), finish_reason })]),
});

const chunkSchema = z.object({
  model,
  usage,
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason }),
    )
    .nullish(),
});

/** Generous, with the stream data around each token. */
const bytesPerToken = 1_024;
const emptyAnswerBytes = 1_048_576;

/** All failures are `UpstreamError`. Never retries, because a lost answer may have been charged. */
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
      const answer = completionSchema.safeParse(
        await chat.completions.create(request, { signal: deadline.signal }),
      );
      if (!answer.success) throw new UpstreamError('not_understood');
      const [{ message, finish_reason }] = answer.data.choices;
      const ending = toCompletionInfo({ ...answer.data, finish_reason });
      return { text: toStorable(message.content), ...ending };
    } catch (error) {
      throw deadline.end ?? toUpstreamError(error);
    }
  }

  /** Ending the iteration cancels the request. */
  async *stream(
    messages: readonly Message[],
    caller: AbortSignal,
  ): AsyncGenerator<string, CompletionInfo, undefined> {
    using deadline = this.#deadline(caller);
    try {
      const { chat } = await this.#client('text/event-stream');
      const counted = { stream: true, stream_options: { include_usage: true } } as const;
      const request = { ...this.#request(messages), ...counted };
      const parts = await chat.completions.create(request, { signal: deadline.signal });
      const ending = yield* readChunks(parts);
      // The client ends an aborted stream as if it were complete.
      if (deadline.end) throw deadline.end;
      if (ending.finish_reason == null) throw new UpstreamError('broken_off');
      return toCompletionInfo(ending);
    } catch (error) {
      throw deadline.end ?? toUpstreamError(error);
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
    // Loading takes about 100 ms.
    const { OpenAI } = await import('openai');
    const mostBytes = emptyAnswerBytes + maxTokens * bytesPerToken;
    return new OpenAI({
      apiKey,
      baseURL,
      timeout,
      maxRetries: 0,
      fetch: guardedFetch({ apiKey, accept, mostBytes }),
      // By default it would log unreadable answers and read options from environment variables.
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

async function* readChunks(parts: AsyncIterable<unknown>): AsyncGenerator<string, LastPart> {
  const last: LastPart = {};
  for await (const given of parts) {
    const { data } = chunkSchema.safeParse(given);
    if (!data) throw new UpstreamError('not_understood');
    last.model ??= data.model;
    last.usage = data.usage ?? last.usage;
    const choice = data.choices?.[0];
    last.finish_reason = choice?.finish_reason ?? last.finish_reason;
    const text = toStorable(choice?.delta?.content ?? '');
    if (text !== '') yield text;
  }
  return last;
}

function toCompletionInfo({ model, usage, finish_reason }: LastPart): CompletionInfo {
  return {
    model: model ?? undefined,
    tokens: usage?.total_tokens,
    isCutShort: finish_reason === 'length',
  };
}

function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function toUpstreamError(error: unknown): UpstreamError {
  const own = findCause(error, (cause) => (cause instanceof UpstreamError ? cause : undefined));
  if (own) return own;
  const systemCode = findCause(error, systemErrorCode);
  if (systemCode !== undefined) return new UpstreamError(toFault(systemCode), { systemCode });
  const named = (name: string): true | undefined =>
    findCause(error, (cause) => cause.constructor.name === name || undefined);
  if (named('SyntaxError')) return new UpstreamError('not_understood');
  return new UpstreamError(named('APIConnectionTimeoutError') ? 'timed_out' : 'broken_off');
}

/** Not an error code sent by the endpoint. */
function systemErrorCode(cause: Error): string | undefined {
  const { code } = cause as NodeJS.ErrnoException;
  const isOfEndpoint = 'headers' in cause;
  return !isOfEndpoint && typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code)
    ? code
    : undefined;
}

function toFault(systemCode: string): UpstreamFault {
  if (/SOCKET|ECONNRESET|EPIPE/.test(systemCode)) return 'broken_off';
  return /(HEADERS|BODY)_TIMEOUT/.test(systemCode) ? 'timed_out' : 'unreachable';
}
