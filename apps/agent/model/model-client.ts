import { setTimeout } from 'node:timers/promises';
import { AgentFailure } from '../agent-failure.ts';
import { AnswerStream } from './answer-stream.ts';
import { readAnswer, type Message, type ModelAnswer } from './model-answer.ts';
import {
  isPassing,
  OtherForm,
  refusalOf,
  withRealStatus,
  type RequestPart,
} from './model-refusal.ts';
import {
  postJson,
  ResponseTooLong,
  StreamCut,
  StreamStalled,
  type EventStream,
  type TextResponse,
} from './post-json.ts';
import type { ShowText } from './text-parts.ts';

/** An endpoint with OpenAI's chat protocol, and how to use it. */
export interface ModelSettings {
  readonly model: string;
  /** Ends with `/chat/completions`. */
  readonly url: URL;
  /** `undefined` if the endpoint needs no key. */
  readonly apiKey: string | undefined;
  readonly outputTokens: number;
  /** In US dollars per million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | undefined;
  /** Between attempts, in milliseconds; `Retry-After` takes precedence. */
  readonly pauses: readonly number[];
  /** Maximum pause of the model within an answer, in milliseconds. */
  readonly idleMs: number;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: object;
}

export interface Question {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
}

/** Longer pauses are not worth waiting for within a turn. */
const maxPauseMs = 120_000;

export interface Answered {
  readonly answer: ModelAnswer;
  /** The texts were shown while the model wrote them. */
  readonly isShown: boolean;
}

export class ModelClient {
  readonly #settings: ModelSettings;
  /** Parts of the request that the endpoint has refused. */
  readonly #refused = new Set<RequestPart>();
  #lastId = 0;

  constructor(settings: ModelSettings) {
    this.#settings = settings;
  }

  /** @throws AgentFailure; ContextExceeded if the messages are too long for the model */
  async ask(question: Question, signal: AbortSignal, show: ShowText): Promise<Answered> {
    for (;;) {
      try {
        return await this.#ask(question, signal, show);
      } catch (error) {
        if (!(error instanceof OtherForm)) throw error;
        const { model, url } = this.#settings;
        if (this.#refused.has(error.part))
          throw new AgentFailure(
            'model',
            `The endpoint ${url.origin} failed. (${model}: ${error.message})`,
          );
        this.#refused.add(error.part);
      }
    }
  }

  async #ask(question: Question, signal: AbortSignal, show: ShowText): Promise<Answered> {
    const openStream = (): EventStream => {
      const stream = new AnswerStream(show);
      return {
        onData: (data) => stream.add(data),
        isComplete: () => stream.isComplete,
        end: () => stream.end(),
      };
    };
    const body = this.#bodyOf(question);
    const { text, isStreamed: isShown } = await this.#send(body, signal, openStream);
    const answer = readAnswer(parseJson(text), () => `call_${(this.#lastId += 1)}`);
    if (answer) return { answer, isShown };
    throw new AgentFailure(
      'model',
      `The endpoint ${this.#settings.url.origin} did not answer like a chat: ${text.slice(0, 200)}`,
    );
  }

  #bodyOf({ messages, tools }: Question): object {
    const { model, outputTokens } = this.#settings;
    const limit = this.#refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
    return {
      model,
      messages,
      [limit]: outputTokens,
      // Some endpoints refuse an empty list.
      ...(tools.length > 0 && {
        tools: tools.map((tool) => ({ type: 'function', function: tool })),
      }),
      ...(!this.#refused.has('stream') && {
        stream: true,
        ...(!this.#refused.has('stream_options') && { stream_options: { include_usage: true } }),
      }),
    };
  }

  async #send(
    body: object,
    signal: AbortSignal,
    openStream: () => EventStream,
  ): Promise<TextResponse> {
    const { url, apiKey, model, pauses, idleMs } = this.#settings;
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const pause = pauses[attempt];
      const response = await postJson({ url, body, apiKey, signal, idleMs, openStream })
        .then(withRealStatus)
        .catch((error: unknown) => {
          if (signal.aborted || pause === undefined || error instanceof ResponseTooLong)
            throw this.#failureOf(error, signal);
        });
      if (response?.status === 200) return response;
      const wait = response ? waitOf(response, pause) : pause;
      if (response && (wait === undefined || !isPassing(response)))
        throw refusalOf({ model, url, response });
      await setTimeout(wait, undefined, { signal });
    }
  }

  #failureOf(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return error;
    const { origin } = this.#settings.url;
    if (error instanceof ResponseTooLong)
      return new AgentFailure('model', `The answer of the endpoint ${origin} is too long.`);
    if (error instanceof StreamStalled || error instanceof StreamCut)
      return new AgentFailure(
        'model',
        `The endpoint ${origin} stopped answering: ${error.message}.`,
      );
    const why = error instanceof Error ? error.message || codeOf(error) : String(error);
    return new AgentFailure(
      'model',
      `Cannot reach the endpoint ${origin}. Check GALLEY_AGENT_BASE_URL, and that the endpoint runs. (${why})`,
      { cause: error },
    );
  }
}

/** `undefined` if there is no further attempt, or only after too long a time. */
function waitOf({ retryAfter }: TextResponse, pause: number | undefined): number | undefined {
  if (pause === undefined || retryAfter === undefined) return pause;
  const seconds = Number(retryAfter);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  if (Number.isNaN(asked)) return pause;
  return asked > maxPauseMs ? undefined : Math.max(asked, 0);
}

/** An error for several addresses of a host has no message. */
const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
