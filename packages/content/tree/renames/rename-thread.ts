import { Worker } from 'node:worker_threads';

export interface Rename {
  readonly from: string;
  readonly to: string;
  /** What must still be there, by `versionOf`; `undefined`: no file. */
  readonly unchanged: { readonly path: string; readonly version: string | undefined };
}

/** What the thread answers, one to each that it is asked for, in that order. */
export type Renamed = { readonly isDone: boolean } | { readonly error: SystemError };

/** An error of the file system as plain data: its words, code, call and paths. */
type SystemError = Pick<NodeJS.ErrnoException, 'message' | 'code' | 'errno' | 'syscall' | 'path'>;

type Answer = PromiseWithResolvers<boolean>;

/**
 * Renames files in a thread of its own, which looks at a file and renames in one go. On a busy disk that takes as long
 * as what the disk has in hand, up to half a second, and here nobody would be answered meanwhile.
 */
export class RenameThread {
  #worker: Worker | undefined;
  #asked: Answer[] = [];

  /** False, and nothing is renamed, when the file is not (any more) what it was. */
  rename(asked: Rename): Promise<boolean> {
    const worker = (this.#worker ??= this.#start());
    const answer = Promise.withResolvers<boolean>();
    this.#asked.push(answer);
    worker.ref();
    worker.postMessage(asked);
    return answer.promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./rename-worker.ts', import.meta.url), {
      name: 'renames',
      // It needs none of the process's secrets.
      env: {},
    });
    worker.on('message', (renamed: Renamed) => {
      const answer = this.#asked.shift()!;
      // The process may end while nothing is asked of the thread.
      if (this.#asked.length === 0) worker.unref();
      if ('error' in renamed)
        answer.reject(Object.assign(new Error(renamed.error.message), renamed.error));
      else answer.resolve(renamed.isDone);
    });
    let reason = new Error('The thread that renames files has ended.');
    worker.on('error', (error) => (reason = error));
    worker.on('exit', () => this.#lose(reason));
    return worker;
  }

  /** The next one asked is another thread. */
  #lose(reason: Error): void {
    const lost = this.#asked;
    [this.#worker, this.#asked] = [undefined, []];
    for (const answer of lost) answer.reject(reason);
  }
}
