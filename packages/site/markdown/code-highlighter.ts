import { Worker } from 'node:worker_threads';
import { sha256, threadEnvironment } from '@galley/kernel';
import { bundledLanguages, type BundledLanguage } from 'shiki/langs';
import { LruCache } from '../lru-cache.ts';
import type { HighlightAnswer, HighlightRequest } from './code-highlighter-worker.ts';

export interface CodeBlock {
  /** Upper or lower case; unknown languages stay plain. */
  readonly language: string;
  readonly text: string;
}

/** Larger blocks stay plain. */
const maxCharacters = 64 * 1024;
const maxLineLength = 5000;

const cacheBytes = 16 * 1024 * 1024;

export interface HighlightLimits {
  /** Milliseconds, including loading the grammar. */
  readonly perBlock: number;
  /** Milliseconds; later blocks stay plain. */
  readonly perText: number;
  /** Milliseconds, after which the worker ends. */
  readonly idle: number;
}

const defaultLimits: HighlightLimits = { perBlock: 10_000, perText: 20_000, idle: 15_000 };

interface Highlighted {
  readonly html: HighlightAnswer;
  /** Milliseconds; 0 for a cached result. */
  readonly took: number;
}

/** Grammars are third-party regular expressions that can run forever; only a thread can be terminated. */
export class CodeHighlighter implements AsyncDisposable {
  readonly #limits: HighlightLimits;
  readonly #known = new LruCache<HighlightAnswer>(cacheBytes);
  readonly #underWay = new Map<string, Promise<Highlighted>>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limits: Partial<HighlightLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Safe HTML; every line is complete. */
  async highlight<Block extends CodeBlock>(
    blocks: readonly Block[],
  ): Promise<ReadonlyMap<Block, string>> {
    const found = new Map<Block, string>();
    let spent = 0;
    for (const block of blocks) {
      const language = knownLanguage(block);
      if (language === undefined || spent > this.#limits.perText) continue;
      const { html, took } = await this.#once({ language, text: block.text });
      if (html !== null) found.set(block, html);
      spent += took;
    }
    return found;
  }

  /** The next block starts a new thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #once(request: HighlightRequest): Promise<Highlighted> | Highlighted {
    const key = sha256(`${request.language}\n${request.text}`);
    const html = this.#known.get(key);
    if (html !== undefined) return { html, took: 0 };
    const running = this.#underWay.get(key);
    if (running !== undefined) return running;
    const started = this.#inTurn(request).then((made) => {
      this.#known.set(key, made.html, 2 * (made.html?.length ?? 0) + 256);
      return made;
    });
    this.#underWay.set(key, started);
    return started.finally(() => this.#underWay.delete(key));
  }

  #inTurn(request: HighlightRequest): Promise<Highlighted> {
    const turn = this.#last.then(() => this.#timed(request));
    this.#last = turn;
    return turn;
  }

  async #timed(request: HighlightRequest): Promise<Highlighted> {
    const start = performance.now();
    const html = await this.#ask(request);
    return { html, took: performance.now() - start };
  }

  /** Never fails: on timeout or crash the block stays plain. */
  #ask(request: HighlightRequest): Promise<HighlightAnswer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= startWorker());
    return new Promise((resolve) => {
      const answered = (answer: HighlightAnswer) => finish(answer);
      const failed = () => {
        void this.close();
        finish(null);
      };
      const limit = setTimeout(failed, this.#limits.perBlock);
      const finish = (answer: HighlightAnswer) => {
        clearTimeout(limit);
        worker.off('message', answered).off('exit', failed);
        if (this.#worker === worker) this.#endWhenIdle();
        resolve(answer);
      };
      worker.on('message', answered).on('exit', failed);
      worker.postMessage(request);
    });
  }

  #endWhenIdle(): void {
    this.#idle = setTimeout(() => void this.close(), this.#limits.idle).unref();
  }
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./code-highlighter-worker.ts', import.meta.url), {
    name: 'code highlighter',
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // The exit event follows.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

function knownLanguage({ language, text }: CodeBlock): BundledLanguage | undefined {
  const name = language.toLowerCase();
  if (!Object.hasOwn(bundledLanguages, name)) return undefined;
  if (text.length > maxCharacters || hasLongLine(text)) return undefined;
  return name as BundledLanguage;
}

function hasLongLine(text: string): boolean {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    if (end - start > maxLineLength) return true;
    start = end + 1;
  }
  return text.length - start > maxLineLength;
}
