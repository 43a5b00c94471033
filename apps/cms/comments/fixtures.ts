import { expect } from 'vitest';
import type { Answer } from '../fixtures.ts';
import type { EditorClient } from '../people.fixtures.ts';

const api = '/__admin/api/documents';

export interface WireComment {
  readonly id: string;
  readonly author: string | null;
  readonly body: string;
  readonly [name: string]: unknown;
}

export interface WireThread {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly quote: string | null;
  readonly passage: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly current_text: string | null;
  readonly comments: readonly WireComment[];
  readonly [name: string]: unknown;
}

export interface ThreadList {
  readonly revision: string;
  readonly items: readonly WireThread[];
  readonly open: number;
  readonly [name: string]: unknown;
}

/** The passage `words` of a text, as clients send it; the first of several. */
export function passageOf(revision: string, text: string, words: string) {
  const from = text.indexOf(words);
  const to = from + words.length;
  return {
    revision,
    from,
    to,
    quote: words,
    prefix: text.slice(Math.max(0, from - 48), from),
    suffix: text.slice(to, to + 48),
  };
}

/** Names without `ask` expect success. */
export class Commenter {
  readonly editor: EditorClient;

  constructor(editor: EditorClient) {
    this.editor = editor;
  }

  post(action: string, body: object): Promise<Answer> {
    return this.editor.client.post(`${api}/${action}`, body);
  }

  async askAdd(path: string, words: string, more: object): Promise<Answer> {
    const { revision, raw_body: text } = await this.editor.detail(path);
    const passage = passageOf(revision, text, words);
    return this.post('comments', { path, passage, body: '', ...more });
  }

  async comment(path: string, words: string, body: string): Promise<WireThread> {
    return threadIn(await this.askAdd(path, words, { body }));
  }

  async suggest(path: string, words: string, replacement: string): Promise<WireThread> {
    return threadIn(await this.askAdd(path, words, { replacement }));
  }

  async reply(thread: string, body: string): Promise<WireThread> {
    return threadIn(await this.post('comments/reply', { thread, body }));
  }

  askList(path: string, query: Record<string, string> = {}): Promise<Answer> {
    const search = new URLSearchParams({ path, ...query });
    return this.editor.client.get(`${api}/comments?${search.toString()}`);
  }

  async list(path: string, query: Record<string, string> = {}): Promise<ThreadList> {
    return granted(await this.askList(path, query));
  }

  accept(path: string, ...threads: string[]): Promise<Answer> {
    return this.post('suggestions/accept', { path, threads });
  }
}

export function threadIn(answer: Answer): WireThread {
  return granted<{ thread: WireThread }>(answer).thread;
}

export function granted<T>(answer: Answer): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}
