import { z } from 'zod';
import { AgentFailure } from '../agent-failure.ts';
import type { TextResponse } from './post-json.ts';

/** The request is longer than the model's context. */
export class ContextExceeded extends Error {}

/** The endpoint does not take a part of the request, which can be sent in another form. */
export class OtherForm extends Error {
  readonly part: RequestPart;

  constructor(part: RequestPart, message: string) {
    super(message);
    this.part = part;
  }
}

export type RequestPart = 'max_tokens' | 'stream_options' | 'stream';

const maxQuote = 300;
const errorShape = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), code: z.unknown().optional() })]),
});

const noTools =
  /support(?:s|ing)? (?:for )?(?:tools?|functions?)\b|tools? (?:use |calling )?(?:is|are)? ?not (?:support|enabl)|--jinja|tool-call-parser|enable-auto-tool-choice/i;
const tooLong =
  /context[ _](?:length|size|window)|maximum context|too many (?:input )?tokens|prompt is too long|exceeds? .{0,40}(?:context|token limit)/i;
const usedUp =
  /insufficient[_ ](?:quota|balance|credit|funds)|billing|exceeded your (?:current )?quota/i;

export interface Refused {
  readonly model: string;
  readonly url: URL;
  readonly response: TextResponse;
}

/** A retry can help. */
export function isPassing({ status, text }: TextResponse): boolean {
  return status === 408 || status >= 500 || (status === 429 && !usedUp.test(text));
}

interface Explanation {
  readonly applies: (status: number, said: string) => boolean;
  readonly sentence: (refused: Refused) => string;
  readonly code?: AgentFailure['code'];
}

/** The first that applies. */
const explanations: readonly Explanation[] = [
  {
    applies: (_, said) => noTools.test(said),
    sentence: ({ model, url }) =>
      `The model "${model}" cannot call tools at ${url.origin}. Choose one that can, or enable tools there.`,
  },
  {
    applies: (status) => status === 401 || status === 403,
    sentence: ({ url }) =>
      `The endpoint ${url.origin} refused the API key. Set GALLEY_AGENT_API_KEY for the supervisor to a valid key.`,
    code: 'sign_in',
  },
  {
    applies: (status) => status === 429 || status === 402,
    sentence: ({ url }) => `The endpoint ${url.origin} refuses further requests.`,
    code: 'quota',
  },
  {
    applies: (status, said) => status === 404 && /model/i.test(said),
    sentence: ({ model, url }) =>
      `The endpoint ${url.origin} does not have the model "${model}". Check the name in coordinator.agents.`,
  },
  {
    applies: (status) => status === 404 || status === 405 || (status >= 300 && status < 400),
    sentence: ({ url }) =>
      `There is no chat at ${url.href}. Check GALLEY_AGENT_BASE_URL, which usually ends with /v1.`,
  },
  { applies: () => true, sentence: ({ url }) => `The endpoint ${url.origin} failed.` },
];

/** Says what a person can do about it; the answer of the endpoint follows in parentheses. */
export function refusalOf(refused: Refused): Error {
  const { status, text } = refused.response;
  const said = messageOf(text);
  if (tooLong.test(said) && status < 500) return new ContextExceeded(said);
  const part = status === 400 || status === 422 ? refusedPart(said) : undefined;
  if (part) return new OtherForm(part, said);
  const { sentence, code } = explanations.find(({ applies }) => applies(status, said))!;
  return new AgentFailure('model', `${sentence(refused)} (${status}: ${said})`, code && { code });
}

function refusedPart(said: string): RequestPart | undefined {
  if (said.includes('max_completion_tokens')) return 'max_tokens';
  if (/stream_options|include_usage/.test(said)) return 'stream_options';
  return /\bstream(?:ing)?\b/i.test(said) ? 'stream' : undefined;
}

/** Some endpoints report an error with the status 200. */
export function withRealStatus(response: TextResponse): TextResponse {
  const { status, text } = response;
  if (status !== 200 || !text.includes('"error"') || text.includes('"choices"')) return response;
  const code = parseError(text)?.code;
  return { ...response, status: typeof code === 'number' && code >= 400 ? code : 502 };
}

function messageOf(text: string): string {
  const quote = quoteOf(text).replaceAll(/\s+/g, ' ').trim();
  if (quote === '') return 'no explanation';
  return quote.length > maxQuote ? `${quote.slice(0, maxQuote)}…` : quote;
}

function quoteOf(text: string): string {
  const error = parseError(text);
  if (!error) return text;
  return typeof error.code === 'string' ? `${error.message} [${error.code}]` : error.message;
}

function parseError(text: string): { message: string; code?: unknown } | undefined {
  try {
    const { error } = errorShape.parse(JSON.parse(text));
    return typeof error === 'string' ? { message: error } : error;
  } catch {
    return undefined;
  }
}
