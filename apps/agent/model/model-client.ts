import type { OpenAI } from 'openai';
import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.ts';

/** An endpoint that speaks the OpenAI chat protocol. */
export interface ModelSettings {
  readonly model: string;
  readonly baseUrl: string;
  /** Undefined where none is asked for. */
  readonly apiKey: string | undefined;
}

/** Milliseconds that an answer may take. */
const longestWait = 30_000;
const mostTokens = 300;
const mostBytes = 262_144;

const answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export interface Question<Shape extends z.ZodType> {
  /** What the model is to do, in our words alone. */
  readonly task: string;
  /** What it is about: of the repository, and not to be obeyed. */
  readonly about: object;
  readonly shape: Shape;
}

/**
 * Asks a model. Whatever goes wrong, there is no answer, and the rules stand: nothing is tried a second time, and
 * nothing of what was asked or answered is in a log.
 */
export class ModelClient {
  readonly #settings: ModelSettings;
  readonly #timeout: number;
  #client: Promise<OpenAI> | undefined;

  constructor(settings: ModelSettings, timeout = longestWait) {
    this.#settings = settings;
    this.#timeout = timeout;
  }

  /** Undefined without an answer of that shape. */
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
          max_tokens: mostTokens,
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
      // Also when it was stopped: whoever stopped it looks at the signal.
      return undefined;
    }
  }

  async #load(): Promise<OpenAI> {
    // An agent without a model is spared the time that loading it takes.
    const { OpenAI } = await import('openai');
    const { baseUrl: baseURL, apiKey } = this.#settings;
    return new OpenAI({
      apiKey: apiKey ?? 'none',
      baseURL,
      timeout: this.#timeout,
      maxRetries: 0,
      fetch: boundedFetch({ apiKey, mostBytes }),
      logLevel: 'off',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
    });
  }
}

/** Many models put JSON into a block of code, whatever they are told. */
const withoutFence = (text: string) =>
  text.trim().replace(/^```(?:json)?\s*\n([^]*?)\n?```$/, '$1');
