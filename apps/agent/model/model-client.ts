import type { OpenAI } from 'openai';
import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.ts';

/** The endpoint has the OpenAI chat protocol. */
export interface ModelSettings {
  readonly model: string;
  readonly baseUrl: string;
  /** `undefined` if the endpoint needs no key. */
  readonly apiKey: string | undefined;
}

const timeoutMs = 30_000;
const maxTokens = 300;
const maxResponseBytes = 262_144;

const answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export interface Question<Shape extends z.ZodType> {
  /** Contains no text of the repository. */
  readonly task: string;
  /** Content of the repository, to be treated as data and never as instructions. */
  readonly about: object;
  readonly shape: Shape;
}

/** On any error there is no answer, and the rules decide. Never retries, never logs prompts or answers. */
export class ModelClient {
  readonly #settings: ModelSettings;
  readonly #timeout: number;
  #client: Promise<OpenAI> | undefined;

  constructor(settings: ModelSettings, timeout = timeoutMs) {
    this.#settings = settings;
    this.#timeout = timeout;
  }

  /** Undefined unless the answer has the requested shape. */
  async ask<Shape extends z.ZodType>(
    { task, about, shape }: Question<Shape>,
    signal: AbortSignal,
  ): Promise<z.output<Shape> | undefined> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(this.#timeout)]);
    try {
      this.#client ??= this.#load();
      const { chat } = await this.#client;
      const given = await chat.completions.create(
        {
          model: this.#settings.model,
          temperature: 0,
          max_tokens: maxTokens,
          messages: [
            { role: 'system', content: task },
            { role: 'user', content: JSON.stringify(about) },
          ],
        },
        { signal: end },
      );
      const [{ message }] = answer.parse(given).choices as [{ message: { content: string } }];
      return shape.parse(JSON.parse(withoutFence(message.content)));
    } catch {
      // This includes aborted requests: the caller checks the signal.
      return undefined;
    }
  }

  async #load(): Promise<OpenAI> {
    // Imported on demand, since loading it slows the start of agents without a model.
    const { OpenAI } = await import('openai');
    const { baseUrl: baseURL, apiKey } = this.#settings;
    return new OpenAI({
      apiKey: apiKey ?? 'none',
      baseURL,
      timeout: this.#timeout,
      maxRetries: 0,
      fetch: boundedFetch({ apiKey, mostBytes: maxResponseBytes }),
      logLevel: 'off',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
    });
  }
}

/** Many models wrap JSON in a code block despite the instructions. */
const withoutFence = (text: string) =>
  text.trim().replace(/^```(?:json)?\s*\n([^]*?)\n?```$/, '$1');
