import { MergedMetrics, type MetricsSnapshot } from '@galley/http';
import type { ToWorker } from './messages.ts';
import { Questions } from './questions.ts';

/** More than a gauge may take, less than whoever scrapes waits. */
const patienceMilliseconds = 3_000;

/** What all workers tell of themselves, as it is asked for through any of them. */
export class GatheredMetrics {
  readonly #merged = new MergedMetrics();
  readonly #questions = new Questions<true>(patienceMilliseconds);

  /** Of a worker that does not answer, what it said last counts. */
  async gather(workers: readonly { tell(message: ToWorker): void }[]): Promise<string> {
    await Promise.all(
      workers.map((worker) =>
        this.#questions.ask((question) => worker.tell({ kind: 'collect', question })),
      ),
    );
    return this.#merged.text();
  }

  /** What a worker says, asked or not. */
  note(worker: number, metrics: MetricsSnapshot, question?: number): void {
    this.#merged.note(worker, metrics);
    if (question !== undefined) this.#questions.answer(question, true);
  }

  end(worker: number): void {
    this.#merged.end(worker);
  }
}
