import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unsignedAuthor, type ChangesRepository, type GitSnapshots } from '@galley/backup';
import { Ticker, type Clock, type Logger } from '@galley/kernel';
import { statesInProgress, type RunRepository } from '@galley/runcoord';

export interface CommittedContentOptions {
  readonly root: string;
  readonly workspaceId: string;
  readonly runs: Pick<RunRepository, 'findNewest'>;
  readonly changes: Pick<ChangesRepository, 'lastChanges'>;
  readonly snapshots: Pick<GitSnapshots, 'take' | 'log'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Agents read committed files, so changes of the content are committed while a run is in progress. Without any commit,
 * the first one is made at once.
 */
export class CommittedContent {
  readonly #options: CommittedContentOptions;
  #committed: string | undefined;

  readonly loop: Ticker;

  constructor(options: CommittedContentOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (): Promise<void> => this.commitChanges();
    const id = 'commits-for-agents';
    this.loop = new Ticker({ id, everyMs: 1_000, maxBackOffMs: 60_000, clock, logger, run });
  }

  async commitChanges(): Promise<void> {
    const { root, changes, snapshots, logger } = this.#options;
    if (!(await this.#isNeeded())) return;
    const changed = JSON.stringify(await changes.lastChanges());
    if (changed === this.#committed) return;
    const author = await unsignedAuthor(root);
    const { hash, created } = await snapshots.take('The content agents work on', author);
    if (created) logger.info('content committed for agents', { commit: hash });
    this.#committed = changed;
  }

  async #isNeeded(): Promise<boolean> {
    const { root, runs, workspaceId, snapshots } = this.#options;
    // A folder that has disappeared, such as an unmounted one, must not get a new repository.
    if (!existsSync(join(root, '.git'))) return false;
    if ((await runs.findNewest(workspaceId, statesInProgress)) !== undefined) return true;
    return this.#committed === undefined && (await snapshots.log(1)).length === 0;
  }
}
