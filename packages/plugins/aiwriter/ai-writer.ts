import type { Database } from '@galley/database';
import type { Actor, Clock, Logger } from '@galley/kernel';
import { AiWriterSwitchRepository } from './ai-writer-switch-repository.ts';
import { AiQuota, type AiUsage, type Reservation } from './ai-quota.ts';
import { CompletionClient, type Ending, type Message } from './completion-client.ts';
import { LengthLimit } from './length-limit.ts';
import { aiWriterProblems } from './problems.ts';
import { UpstreamError } from './upstream-error.ts';
import { upstreamProblem } from './upstream-problem.ts';
import { messagesFor, type WritingRequest } from './writing-request.ts';

export interface AiWriterSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly maxTokens: number;
  readonly maxTokensParameter: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Of each person; 0 for no limit. */
  readonly requestsPerMinute: number;
  readonly tokensPerDay: number;
}

export interface AiWriterOptions {
  readonly settings: AiWriterSettings;
  /** Undefined while nobody has set one up. */
  readonly apiKey: string | undefined;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What came of a text, beside it. */
export interface Written {
  readonly tokensUsed: number;
  readonly model: string;
  readonly generatedAt: Date;
  /** It has less than the model would have written. */
  readonly isTruncated: boolean;
}

export interface Writing extends Written {
  readonly content: string;
}

/** A call of the endpoint under way, with what it has come to so far. */
interface Account {
  readonly reservation: Reservation;
  /** Of the prompt alone; estimated. */
  readonly asked: number;
  tokens: number;
}

/**
 * Has texts written by an endpoint that speaks the OpenAI chat protocol (GAP-SET-6). It keeps nothing and logs nothing
 * of what is asked and answered, and has no way to a document. `signal` ends a text when whoever asked has left.
 */
export class AiWriter {
  readonly #options: AiWriterOptions;
  readonly #quota: AiQuota;

  constructor(options: AiWriterOptions) {
    this.#options = options;
    this.#quota = new AiQuota({ ...options, ...options.settings });
  }

  /** Whether anybody may use it, as every process is to see it at once. */
  isEnabled(): Promise<boolean> {
    return new AiWriterSwitchRepository(this.#options.db).isOn();
  }

  get settings(): AiWriterSettings & { readonly isKeyConfigured: boolean } {
    const { settings, apiKey } = this.#options;
    return { ...settings, isKeyConfigured: apiKey !== undefined };
  }

  usage(username: string): Promise<AiUsage> {
    return this.#quota.usage(username);
  }

  removeOldUsage(): Promise<number> {
    return this.#quota.removeOld();
  }

  /** Throws `not_configured`, `rate_limited`, `upstream_failed` or `upstream_timeout`. */
  async generate(actor: Actor, request: WritingRequest, signal: AbortSignal): Promise<Writing> {
    const client = this.#client();
    const messages = messagesFor(request);
    const account = await this.#open(actor, messages);
    // What an endpoint was asked for in one piece and never answered, it may have written all the same.
    const atMost = account.asked + this.#options.settings.maxTokens;
    try {
      const { text, ...ending } = await client.complete(messages, signal);
      const limit = new LengthLimit(request.maxLength);
      const content = limit.take(text);
      account.tokens = ending.tokens ?? account.asked + tokensIn(text);
      return { content, ...this.#written(account, ending, limit) };
    } catch (error) {
      account.tokens = isAnswered(error) ? atMost : 0;
      throw this.#problem(error, actor);
    } finally {
      await this.#settle(account);
    }
  }

  /** The same in pieces, as they come. What goes wrong before the first of them is thrown in its place. */
  async *stream(
    actor: Actor,
    request: WritingRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string, Written, undefined> {
    const client = this.#client();
    const messages = messagesFor(request);
    const account = await this.#open(actor, messages);
    account.tokens = account.asked;
    try {
      const limit = new LengthLimit(request.maxLength);
      const ending = yield* limited(client.stream(messages, signal), limit, account);
      account.tokens = ending?.tokens ?? account.tokens;
      return this.#written(account, ending, limit);
    } catch (error) {
      if (!isAnswered(error)) account.tokens = 0;
      throw this.#problem(error, actor);
    } finally {
      await this.#settle(account);
    }
  }

  #client(): CompletionClient {
    const { settings, apiKey, clock } = this.#options;
    if (apiKey !== undefined) return new CompletionClient({ ...settings, apiKey, clock });
    throw aiWriterProblems.not_configured(
      'The AI writer has no key yet. An administrator sets one with GALLEY_AIWRITER_API_KEY and starts the server again.',
    );
  }

  async #open({ username }: Actor, messages: readonly Message[]): Promise<Account> {
    const asked = tokensIn(messages.map(({ content }) => content).join('\n'));
    const tokens = asked + this.#options.settings.maxTokens;
    return { reservation: await this.#quota.reserve(username, tokens), asked, tokens };
  }

  #written(account: Account, ending: Ending | undefined, limit: LengthLimit): Written {
    const { settings, clock } = this.#options;
    return {
      tokensUsed: account.tokens,
      model: ending?.model ?? settings.model,
      generatedAt: clock.now(),
      isTruncated: limit.isExceeded || ending?.isCutShort === true,
    };
  }

  /** A text that was written is handed over, whether or not it can be told how much it was: then it counts as the most. */
  async #settle({ reservation, tokens }: Account): Promise<void> {
    try {
      await reservation.settle(tokens);
    } catch (error) {
      this.#options.logger.warn('ai writer usage not settled', { error: String(error) });
    }
  }

  #problem(error: unknown, actor: Actor): unknown {
    if (!(error instanceof UpstreamError)) return error;
    const { fault, details } = error;
    if (fault !== 'abandoned') {
      const { status, systemCode: code } = details;
      this.#options.logger.warn('ai writer endpoint failed', { fault, status, code });
    }
    return upstreamProblem(error, actor, this.#options.settings);
  }
}

/** Ends with nothing where the endpoint was told to stop. */
async function* limited(
  pieces: AsyncGenerator<string, Ending, undefined>,
  limit: LengthLimit,
  account: Account,
): AsyncGenerator<string, Ending | undefined, undefined> {
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      bytes += Buffer.byteLength(value);
      account.tokens = account.asked + tokensOf(bytes);
      const taken = limit.take(value);
      if (taken !== '') yield taken;
      if (limit.isExceeded) return undefined;
    }
  } finally {
    await pieces.return(undefined as never);
  }
}

/** Whether the endpoint may have counted what it was asked for. */
function isAnswered(error: unknown): boolean {
  const unanswered = ['unreachable', 'refused'];
  return error instanceof UpstreamError && !unanswered.includes(error.fault);
}

function tokensIn(text: string): number {
  return tokensOf(Buffer.byteLength(text));
}

/** An estimate that fits most languages and models more or less. */
function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}
