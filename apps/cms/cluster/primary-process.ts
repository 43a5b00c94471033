import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import type { MetricsGroup, MetricsSnapshot } from '@galley/http';
import { isOurs, type ToPrimary, type ToWorker } from './messages.ts';
import { Questions } from './questions.ts';

/** Longer than the primary waits for other workers, and less than whoever scrapes waits for this one. */
const patienceMilliseconds = 4_000;

export interface PrimaryProcessOptions {
  readonly onConnection: (socket: Socket) => void;
  /** The primary is about to stop. */
  readonly onLeave: () => void;
  /** The primary wants this worker to stop, or has ended. */
  readonly onStop: () => void;
}

/** The process that started this one, as a worker sees it. */
export class PrimaryProcess implements MetricsGroup {
  readonly #options: PrimaryProcessOptions;
  readonly #scrapes = new Questions<string>(patienceMilliseconds);
  readonly #undisturbed = Promise.withResolvers<void>();
  #isLeaving = false;
  #collect: () => Promise<MetricsSnapshot> = () => Promise.resolve([]);

  constructor(options: PrimaryProcessOptions) {
    this.#options = options;
    process.on('message', (message: unknown, socket?: Socket) => {
      if (isOurs<ToWorker>(message)) this.#hear(message, socket);
    });
    // A message to a primary that has just ended; that it has is heard of by itself.
    process.on('error', () => undefined);
    cluster.worker!.once('disconnect', () => {
      // Otherwise the process would end here and now, with what it has begun.
      cluster.worker!.exitedAfterDisconnect = true;
      this.#undisturbed.resolve();
      this.#options.onStop();
    });
  }

  /** This worker can answer requests from now on. */
  ready(): void {
    this.#tell({ kind: 'ready' });
  }

  /** Resolves when no more connections come from there. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.#tell({ kind: 'leaving' });
    if (!process.connected) return;
    await this.#undisturbed.promise;
  }

  /** Lets this process end: as long as it hears of the primary, it goes on. */
  release(): void {
    cluster.worker!.removeAllListeners('disconnect');
    cluster.worker!.exitedAfterDisconnect = true;
    if (process.connected) process.disconnect();
  }

  join(collect: () => Promise<MetricsSnapshot>): void {
    this.#collect = collect;
  }

  note(metrics: MetricsSnapshot): void {
    this.#tell({ kind: 'counted', metrics });
  }

  async gather(): Promise<string> {
    const text = await this.#scrapes.ask((question) => this.#tell({ kind: 'gather', question }));
    if (text === undefined) throw new Error('the process that started this worker did not answer');
    return text;
  }

  #hear(message: ToWorker, socket: Socket | undefined): void {
    switch (message.kind) {
      case 'connection':
        this.#tell({ kind: 'took' });
        // Without one when its client has left meanwhile.
        if (socket) this.#options.onConnection(socket);
        break;
      case 'leave':
        this.#options.onLeave();
        break;
      case 'stop':
        this.#stop();
        break;
      case 'collect':
        void this.#answer(message.question);
        break;
      case 'gathered':
        this.#scrapes.answer(message.question, message.text);
    }
  }

  #stop(): void {
    this.#undisturbed.resolve();
    // Or else it says no more than that it has heard.
    if (!this.#isLeaving) this.#options.onStop();
    this.#isLeaving = true;
  }

  async #answer(question: number): Promise<void> {
    this.#tell({ kind: 'collected', question, metrics: await this.#collect() });
  }

  #tell(message: ToPrimary): void {
    // That it has ended is heard of by itself.
    if (process.connected) process.send!(message, undefined, undefined, () => undefined);
  }
}
