import { z } from 'zod';

/** A message of the chat, as it is sent to the endpoint. */
export type Message = { readonly role: string } & Readonly<Record<string, unknown>>;

export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  /** `undefined` if the arguments are not a JSON object. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** As the model wrote them. */
  readonly text: string;
}

export interface ModelAnswer {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly ModelCall[];
  /** The answer was cut off at the output limit. */
  readonly isCut: boolean;
  /** For the next request. */
  readonly message: Message;
  readonly usage: ModelUsage | undefined;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** As charged by the endpoint, if it says so. */
  readonly usd: number | undefined;
}

const rawCall = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});
const part = z.object({ text: z.string().optional() });
const count = z.int().min(0).catch(0);

/** Lenient where endpoints differ: missing ids, arguments as an object, content in parts, names of the reasoning. */
const answerShape = z.object({
  choices: z
    .array(
      z.object({
        message: z.looseObject({
          content: z.union([z.string(), z.array(part)]).nullish(),
          tool_calls: z.array(rawCall).nullish(),
          reasoning_content: z.string().nullish().catch(null),
          reasoning: z.string().nullish().catch(null),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      cost: z.number().min(0).optional().catch(undefined),
    })
    .nullish()
    .catch(null),
});

type RawMessage = z.output<typeof answerShape>['choices'][number]['message'];

/** Some models think within their text. */
const thoughts = /^\s*<think(?:ing)?>([^]*?)<\/think(?:ing)?>\s*/;

/** `undefined` if the response is no answer of a chat. `newId` is for calls without an id. */
export function readAnswer(response: unknown, newId: () => string): ModelAnswer | undefined {
  const parsed = answerShape.safeParse(response);
  if (!parsed.success) return undefined;
  const { choices, usage } = parsed.data;
  const { message: raw, finish_reason: reason } = choices[0]!;
  const content = textOf(raw.content);
  const text = content.replace(thoughts, '').trim();
  const thinking = raw.reasoning_content ?? raw.reasoning ?? thoughts.exec(content)?.[1] ?? '';
  const calls = (raw.tool_calls ?? []).map((call) => readCall(call, newId));
  return {
    text,
    thinking: thinking.trim(),
    calls,
    isCut: reason === 'length',
    message: messageOf(raw, text, calls),
    usage: usage
      ? {
          inputTokens: usage.prompt_tokens,
          outputTokens: usage.completion_tokens,
          usd: usage.cost,
        }
      : undefined,
  };
}

function textOf(content: RawMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('');
}

function readCall({ id, function: called }: z.output<typeof rawCall>, newId: () => string) {
  const { name, arguments: given } = called;
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  // An empty string is how some endpoints call a tool without arguments.
  return { id: id || newId(), tool: name, input: inputOf(text.trim() || '{}'), text };
}

const inputShape = z.record(z.string(), z.unknown());

function inputOf(text: string): ModelCall['input'] {
  try {
    return inputShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what the endpoint added to its message and calls, such as reasoning and signatures: some require it back.
 * Arguments must be valid JSON, because some endpoints parse them.
 */
function messageOf(raw: RawMessage, text: string, calls: readonly ModelCall[]): Message {
  if (calls.length === 0) return { role: 'assistant', content: text };
  const added = Object.entries(raw).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...Object.fromEntries(added),
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: raw.tool_calls!.map((call, index) => {
      const { id, input } = calls[index]!;
      const called = { ...call.function, arguments: JSON.stringify(input ?? {}) };
      return { ...call, id, type: 'function', function: called };
    }),
  };
}
