import { AgentFailure } from './agent-failure.ts';
import type { Message, ModelAnswer } from './model/model-answer.ts';

export interface ConversationOptions {
  readonly instructions: string;
  readonly task: string;
  /** Shown with the task, shortened if necessary. */
  readonly state: string;
  /** For all messages. */
  readonly maxTokens: number;
}

interface Round {
  readonly answer: Message;
  replies: Message[];
}

/** Few texts have more tokens; JSON and languages other than English have fewer characters in each than English. */
const charactersPerToken = 3;
/** Shorter results are kept: removing them saves little. */
const minRemovedCharacters = 300;
/** Shares of the space: for the results of one round, and for the state at the start. */
const [shareOfRound, shareOfState] = [0.4, 0.25];

export const estimateTokens = (characters: number) => Math.ceil(characters / charactersPerToken);

/** Messages for the model, within its context. The instructions and the task always remain. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #rounds: Round[] = [];
  #maxCharacters: number;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#maxCharacters = options.maxTokens * charactersPerToken;
    const fixed = lengthOf(this.#begin().slice(0, 2));
    if (fixed > this.#maxCharacters * (1 - shareOfRound))
      throw new AgentFailure(
        'failed',
        `The task and the tools need more than the model's context of this agent. Raise --context-tokens, if the model has a larger context.`,
      );
  }

  /** Results in the order of the calls. */
  addResults({ message, calls }: ModelAnswer, results: readonly string[]): void {
    const most = (this.#maxCharacters * shareOfRound) / calls.length;
    const replies = calls.map(({ id }, index) => ({
      role: 'tool',
      tool_call_id: id,
      content: shorten(results[index]!, most),
    }));
    this.#rounds.push({ answer: message, replies });
  }

  addReminder({ message, text }: ModelAnswer, reminder: string): void {
    // Endpoints refuse messages without text and calls.
    const answer = { ...message, content: text || '(no text)' };
    this.#rounds.push({ answer, replies: [{ role: 'user', content: reminder }] });
  }

  /** Makes room, after the model has refused the messages as too long. False if nothing can be removed. */
  shrink(): boolean {
    const before = lengthOf(this.messages());
    this.#maxCharacters = Math.floor(before * 0.7);
    for (const round of this.#rounds.slice(-1))
      round.replies = round.replies.map((reply) => ({
        ...reply,
        content: shorten(String(reply['content']), this.#maxCharacters * shareOfRound),
      }));
    return lengthOf(this.messages()) < before;
  }

  messages(): readonly Message[] {
    const begin = this.#begin();
    const room = this.#maxCharacters - lengthOf(begin);
    // Results first; then whole rounds, of which only calls and words are left.
    for (const round of this.#rounds.slice(0, -1)) {
      if (this.#length() <= room) break;
      round.replies = round.replies.map(withoutResult);
    }
    while (this.#rounds.length > 1 && this.#length() > room) this.#rounds.shift();
    return [...begin, ...this.#rounds.flatMap(({ answer, replies }) => [answer, ...replies])];
  }

  #length(): number {
    return lengthOf(this.#rounds.flatMap(({ answer, replies }) => [answer, ...replies]));
  }

  #begin(): Message[] {
    const { instructions, task, state } = this.#options;
    const content =
      state === ''
        ? task
        : `${task}\n\nState of the run:\n${shorten(state, this.#maxCharacters * shareOfState)}`;
    return [
      { role: 'system', content: instructions },
      { role: 'user', content },
    ];
  }
}

export const lengthOf = (value: unknown) => JSON.stringify(value).length;

function withoutResult(reply: Message): Message {
  const text = String(reply['content']);
  if (reply.role !== 'tool' || text.length < minRemovedCharacters) return reply;
  return {
    ...reply,
    content: `[Removed to save space: ${text.length} characters. Call the tool again if you need them.]`,
  };
}

function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, Math.floor(most)).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n[Cut here: ${text.length - kept.length} more characters. Ask for less at a time, for example with limit and offset.]`;
}
