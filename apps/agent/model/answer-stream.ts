import { z } from 'zod';
import { TextParts, type ShowText } from './text-parts.ts';

type Fields = Record<string, unknown>;

const callPart = z.looseObject({
  index: z.int().min(0).nullish().catch(undefined),
  id: z.string().nullish(),
  function: z
    .looseObject({ name: z.string().nullish(), arguments: z.unknown().optional() })
    .nullish(),
});
type CallPart = z.output<typeof callPart>;

const chunkShape = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z.looseObject({ tool_calls: z.array(callPart).nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

interface Call extends Fields {
  id: string;
  function: Fields;
}

/** Joins the chunks of a streamed answer to the form that answers without a stream have. */
export class AnswerStream {
  readonly #text: TextParts;
  readonly #thinking: TextParts;
  readonly #message: Fields = {};
  readonly #calls: Call[] = [];
  readonly #byIndex = new Map<number, Call>();
  #usage: unknown;
  #finishReason: string | undefined;
  #error: unknown;
  #isDone = false;

  constructor(show: ShowText) {
    this.#text = new TextParts((text) => show('message', text));
    this.#thinking = new TextParts((text) => show('thinking', text));
  }

  /** Data of one event. Other events than chunks have no effect. */
  add(data: string): void {
    if (data.trim() === '[DONE]') this.#isDone = true;
    const { choices, usage, error } = parseChunk(data);
    if (error != null) this.#error = error;
    if (usage != null) this.#usage = usage;
    // Only one answer is requested; the chunk with the usage has none.
    const [choice] = choices ?? [];
    if (!choice) return;
    if (choice.finish_reason != null) this.#finishReason = choice.finish_reason;
    const { tool_calls: calls, ...rest } = choice.delta ?? {};
    merge(this.#message, rest);
    for (const part of calls ?? []) this.#addCall(part);
    this.#show();
  }

  /** False if the connection ended within the answer. */
  get isComplete(): boolean {
    return this.#isDone || this.#finishReason !== undefined || this.#error !== undefined;
  }

  /** Ends the texts that are shown. JSON, like an answer without a stream, or its error. */
  end(): string {
    if (this.#error !== undefined) return JSON.stringify({ error: this.#error });
    this.#text.end();
    this.#thinking.end();
    const message = {
      ...this.#message,
      ...(this.#calls.length > 0 && { tool_calls: this.#calls }),
    };
    const choice = { message, finish_reason: this.#finishReason ?? null };
    return JSON.stringify({ choices: [choice], usage: this.#usage ?? null });
  }

  #addCall({ index, id, function: called, ...more }: CallPart): void {
    const { name, arguments: given, ...rest } = called ?? {};
    const call = this.#callOf({ index, id, isNamed: Boolean(name) });
    merge(call, more);
    merge(call.function, rest);
    if (name) call.function['name'] = name;
    const before = call.function['arguments'];
    call.function['arguments'] =
      typeof given === 'string' && typeof before === 'string' ? before + given : (given ?? before);
  }

  /** Some endpoints give all calls the index 0, or none: another id, or a name without an index, begins a call. */
  #callOf({
    index,
    id,
    isNamed,
  }: {
    index: CallPart['index'];
    id: CallPart['id'];
    isNamed: boolean;
  }) {
    const known = index == null ? this.#calls.at(-1) : this.#byIndex.get(index);
    const isOther = id ? known?.id !== '' && known?.id !== id : index == null && isNamed;
    if (known && !isOther) {
      if (id) known.id = id;
      return known;
    }
    const call: Call = { id: id ?? '', function: {} };
    this.#calls.push(call);
    if (index != null) this.#byIndex.set(index, call);
    return call;
  }

  #show(): void {
    const { content, reasoning_content: reasoned, reasoning } = this.#message;
    const thoughts = [reasoned, reasoning].find((text) => typeof text === 'string');
    const { thinking, text } = splitThoughts(typeof content === 'string' ? content : '');
    this.#thinking.update(thoughts ?? thinking);
    this.#text.update(text);
  }
}

/** Some models think at the beginning of their text. */
function splitThoughts(content: string): { readonly thinking: string; readonly text: string } {
  const start = content.trimStart();
  const opening = /^<think(?:ing)?>/.exec(start)?.[0];
  if (opening === undefined) {
    const mayOpen = '<thinking>'.startsWith(start.slice(0, 10)) || start === '<think';
    return { thinking: '', text: mayOpen ? '' : content };
  }
  const [thinking = '', ...after] = start.slice(opening.length).split(/<\/think(?:ing)?>/);
  return { thinking, text: after.join('') };
}

function parseChunk(data: string): z.output<typeof chunkShape> {
  try {
    return chunkShape.safeParse(JSON.parse(data)).data ?? {};
  } catch {
    return {};
  }
}

/** Texts and lists grow; everything else is replaced. */
function merge(into: Fields, part: Fields): void {
  for (const [name, value] of Object.entries(part)) {
    const before = into[name];
    if (value == null) continue;
    if (typeof value === 'string' && typeof before === 'string' && !constant.has(name))
      into[name] = before + value;
    else if (Array.isArray(value) && Array.isArray(before))
      into[name] = [...(before as unknown[]), ...(value as unknown[])];
    else into[name] = value;
  }
}

const constant: ReadonlySet<string> = new Set(['role', 'type']);
