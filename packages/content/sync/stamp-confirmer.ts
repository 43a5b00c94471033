import type { Database } from '@galley/database';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import {
  DocumentBatchRepository,
  type ConfirmedFile,
  type UnstampedFile,
} from '../store/document-batch-repository.ts';
import type { ContentTree } from '../tree/content-tree.ts';
import { knownFile } from '../tree/known-file.ts';

export interface StampConfirmerOptions {
  readonly db: Database;
  readonly tree: ContentTree;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const intervalMs = 2_500;
const batchCount = 50;

/**
 * Stores the stamps of files that were too new when they were read or written, so that a start reads only files changed
 * within its last two seconds or while the server was off. A stamp alone proves nothing: an edit right after a write may
 * keep size and time. So each file is read once more, when later edits must change its time.
 *
 * It needs no locks: the row keeps its stamp when head or file hash have changed, and a stamp that is outdated by then
 * differs from the file, which is then read again.
 */
export class StampConfirmer {
  readonly #options: StampConfirmerOptions;

  readonly loop: Ticker;

  constructor(options: StampConfirmerOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const times = { everyMs: intervalMs, runsAtStart: false };
    const run = (): Promise<void> => this.confirm();
    const finish = (): Promise<void> => this.#confirmAtEnd();
    this.loop = new Ticker({ id: 'stamp-confirmer', ...times, clock, logger, run, finish });
  }

  async confirm(): Promise<void> {
    const { tree, clock } = this.#options;
    const paths = tree.recent.takeTrustworthy(clock.now());
    for (let at = 0; at < paths.length; at += batchCount)
      await this.#confirmBatch(paths.slice(at, at + batchCount));
  }

  async #confirmBatch(paths: readonly string[]): Promise<void> {
    const documents = new DocumentBatchRepository(this.#options.db);
    const unstamped = await documents.listUnstamped(paths);
    const found = await Promise.all(unstamped.map((row) => this.#confirmedFile(row)));
    await documents.confirmFiles(found.filter((file) => file !== undefined));
  }

  async #confirmedFile(row: UnstampedFile): Promise<ConfirmedFile | undefined> {
    const { tree, maxBytes, clock } = this.#options;
    // Before the read: an edit during the read must not get a trusted stamp.
    const now = clock.now();
    // A file that cannot be read stays without a stamp; the next scan reports it.
    const file = await tree.read(row.path, maxBytes).catch(() => undefined);
    const known = file && knownFile(file, now);
    if (!known?.stamp || known.hash !== row.fileHash) return undefined;
    return { ...row, fileHash: known.hash, stamp: known.stamp };
  }

  async #confirmAtEnd(): Promise<void> {
    try {
      await this.confirm();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Without the database, the next start reads the files again.
      this.#options.logger.debug('file stamps not stored at shutdown', { error: reason });
    }
  }
}
