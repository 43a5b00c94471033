import type { Database } from '@galley/database';
import type { Actor, Clock, Logger } from '@galley/kernel';
import { AiWriterSwitchRepository } from './ai-writer-switch-repository.ts';
import { AiQuota, type AiUsage, type Reservation } from './ai-quota.ts';
import { CompletionClient, type CompletionInfo, type Message } from './completion-client.ts';
import { LengthLimit } from './length-limit.ts';
import { aiWriterProblems } from './problems.ts';
import { UpstreamError } from './upstream-error.ts';
import { upstreamProblem } from './upstream-problem.ts';
import { createMessages, type WritingRequest } from './writing-request.ts';

export interface AiWriterSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly maxTokens: number;
  readonly maxTokensParameter: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Per user; 0 for no limit. */
  readonly requestsPerMinute: number;
  readonly tokensPerDay: number;
}

export interface AiWriterOptions {
  readonly settings: AiWriterSettings;
  /** Undefined until configured. */
  readonly apiKey: string | undefined;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Written {
  readonly tokensUsed: number;
  readonly model: string;
  readonly generatedAt: Date;
  readonly isTruncated: boolean;
}

export interface Writing extends Written {
  readonly content: string;
}

interface RequestCost {
  readonly reservation: Reservation;
  /** Estimated tokens of the prompt. */
  readonly asked: number;
  tokens: number;
}

/** GAP-SET-6. Stores and logs neither prompts nor texts, and has no access to documents. */
export class AiWriter {
  readonly #options: AiWriterOptions;
  readonly #quota: AiQuota;

  constructor(options: AiWriterOptions) {
    this.#options = options;
    this.#quota = new AiQuota({ ...options, ...options.settings });
  }

  /** From the database, because it applies to all processes at once. */
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
    const messages = createMessages(request);
    const account = await this.#open(actor, messages);
    // The endpoint may have generated an answer that never arrived.
    const atMost = account.asked + this.#options.settings.maxTokens;
    try {
      const { text, ...ending } = await client.complete(messages, signal);
      const limit = new LengthLimit(request.maxLength);
      const content = limit.take(text);
      account.tokens = ending.tokens ?? account.asked + estimateTokens(text);
      return { content, ...this.#written(account, ending, limit) };
    } catch (error) {
      account.tokens = mayBeCharged(error) ? atMost : 0;
      throw this.#problem(error, actor);
    } finally {
      await this.#recordCost(account);
    }
  }

  async *stream(
    actor: Actor,
    request: WritingRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string, Written, undefined> {
    const client = this.#client();
    const messages = createMessages(request);
    const account = await this.#open(actor, messages);
    account.tokens = account.asked;
    try {
      const limit = new LengthLimit(request.maxLength);
      const ending = yield* limitLength(client.stream(messages, signal), limit, account);
      account.tokens = ending?.tokens ?? account.tokens;
      return this.#written(account, ending, limit);
    } catch (error) {
      if (!mayBeCharged(error)) account.tokens = 0;
      throw this.#problem(error, actor);
    } finally {
      await this.#recordCost(account);
    }
  }

  #client(): CompletionClient {
    const { settings, apiKey, clock } = this.#options;
    if (apiKey !== undefined) return new CompletionClient({ ...settings, apiKey, clock });
    throw aiWriterProblems.not_configured(
      'The AI writer has no key yet. An administrator sets one with GALLEY_AIWRITER_API_KEY and starts the server again.',
    );
  }

  async #open({ username }: Actor, messages: readonly Message[]): Promise<RequestCost> {
    const asked = estimateTokens(messages.map(({ content }) => content).join('\n'));
    const tokens = asked + this.#options.settings.maxTokens;
    return { reservation: await this.#quota.reserve(username, tokens), asked, tokens };
  }

  #written(account: RequestCost, ending: CompletionInfo | undefined, limit: LengthLimit): Written {
    const { settings, clock } = this.#options;
    return {
      tokensUsed: account.tokens,
      model: ending?.model ?? settings.model,
      generatedAt: clock.now(),
      isTruncated: limit.isExceeded || ending?.isCutShort === true,
    };
  }

  /** On a failure the maximum stays counted. */
  async #recordCost({ reservation, tokens }: RequestCost): Promise<void> {
    try {
      await reservation.settle(tokens);
    } catch (error) {
      this.#options.logger.warn('ai writer usage not recorded', { error: String(error) });
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

async function* limitLength(
  pieces: AsyncGenerator<string, CompletionInfo, undefined>,
  limit: LengthLimit,
  account: RequestCost,
): AsyncGenerator<string, CompletionInfo | undefined, undefined> {
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      bytes += Buffer.byteLength(value);
      account.tokens = account.asked + bytesToTokens(bytes);
      const passed = limit.take(value);
      if (passed !== '') yield passed;
      if (limit.isExceeded) return undefined;
    }
  } finally {
    await pieces.return(undefined as never);
  }
}

/** The endpoint may charge for a request without an answer. */
function mayBeCharged(error: unknown): boolean {
  const unanswered = ['unreachable', 'refused'];
  return error instanceof UpstreamError && !unanswered.includes(error.fault);
}

function estimateTokens(text: string): number {
  return bytesToTokens(Buffer.byteLength(text));
}

/** Rough; suits most languages and models. */
function bytesToTokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}
