import { expect } from 'vitest';
import type { TestAgent } from './fixtures.ts';

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
    readonly required?: readonly string[] | undefined;
  };
}

/** Facts of a task in plain words, by what they are about. */
export type Facts = Readonly<Record<string, unknown>>;

export interface Step {
  /** In plain words; the model finds the tool by its description. */
  readonly intent: string;
  readonly facts?: Facts;
}

/**
 * Stands in for a language model: it knows only `tools/list`, chooses tools and arguments by the words of their
 * descriptions, remembers ids from answers, and follows the texts of errors.
 */
export class ScriptedModel {
  readonly used: string[] = [];
  readonly #agent: TestAgent;
  readonly #tools: readonly ListedTool[];
  readonly #ids = new Map<string, unknown>();

  private constructor(agent: TestAgent, tools: readonly ListedTool[]) {
    this.#agent = agent;
    this.#tools = tools;
  }

  static async with(agent: TestAgent): Promise<ScriptedModel> {
    return new ScriptedModel(agent, (await agent.client.listTools()).tools);
  }

  /** A fact of the task that names a thing made by another agent. */
  remember(kind: string, id: unknown): void {
    this.#ids.set(kind, id);
  }

  async do({ intent, facts = {} }: Step): Promise<Record<string, unknown>> {
    const tool = this.choose(intent);
    this.used.push(tool.name);
    const input = this.#fill(tool, facts);
    const first = await this.#agent.call(tool.name, input);
    const { value, error } = first.error
      ? await this.#agent.call(tool.name, corrected(input, first.error.message))
      : first;
    expect([intent, tool.name, input, error?.message]).toEqual([
      intent,
      tool.name,
      input,
      undefined,
    ]);
    this.#learn(tool.name, value);
    return value;
  }

  choose(intent: string): ListedTool {
    const wanted = wordsOf(intent);
    const score = ({ name, description = '' }: ListedTool): number => {
      const words = wordsOf(`${name} ${description}`);
      return [...wanted].filter((word) => words.has(word)).length - words.size / 100;
    };
    return this.#tools.toSorted((one, other) => score(other) - score(one))[0]!;
  }

  #fill({ inputSchema }: ListedTool, facts: Facts): Record<string, unknown> {
    const properties = Object.entries(inputSchema.properties ?? {}) as [string, Property][];
    const input: Record<string, unknown> = {};
    for (const [about, value] of Object.entries(facts)) {
      const free = properties.filter(([name]) => !(name in input));
      const [best] = free.toSorted((one, other) => fits(other, about) - fits(one, about));
      input[best![0]] = value;
    }
    for (const name of inputSchema.required ?? [])
      if (!(name in input)) input[name] = this.#ids.get(name.replace(/_id$/, ''));
    return input;
  }

  /** The id of the thing that the tool is about, and of a turn. */
  #learn(tool: string, value: Record<string, unknown>): void {
    const group = tool.split('_', 1)[0]!;
    const asked = tool.includes('ask') ? 'question' : 'approval';
    const kind = { human: asked, resource: 'claim' }[group] ?? group;
    const found = {
      [kind]: value[`${kind}_id`] ?? value['id'],
      request_event: value['request_event_id'],
    };
    for (const [name, id] of Object.entries(found)) if (id !== undefined) this.#ids.set(name, id);
  }
}

function fits([name, { description = '' }]: [string, Property], about: string): number {
  const [words, wanted] = [wordsOf(`${name} ${description}`), wordsOf(about)];
  return [...wanted].filter((word) => words.has(word)).length - words.size / 100;
}

/** As a model does, it reads which argument is wrong, and the first value that is right or the limit. */
function corrected(input: Record<string, unknown>, message: string): Record<string, unknown> {
  const [, name = '', advice = ''] = /^(\w+): (.*)$/s.exec(message) ?? [];
  const unknown = /(\w+): unknown key/.exec(message)?.[1];
  if (unknown !== undefined) return without(input, unknown);
  const choice = /must be one of (\w+)/.exec(advice)?.[1];
  const limit = /at most (\d+)/.exec(advice)?.[1];
  if (choice !== undefined) return { ...input, [name]: choice };
  return limit === undefined ? input : { ...input, [name]: Number(limit) };
}

function without(input: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _unknown, ...rest } = input;
  return rest;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s|e)$/, '')));
}
