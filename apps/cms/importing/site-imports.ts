import { mkdir, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { Readable } from 'node:stream';
import { tryWithAdvisoryLock, type Database } from '@galley/database';
import { httpProblems } from '@galley/http';
import {
  importProblems,
  isActive,
  noCounts,
  recogniseSource,
  requireSourceName,
  rowsOf,
  type ImportFormat,
  type ImportJob,
  type ImportReport,
  type ImportRow,
  type ImportState,
  type ImportWorkspace,
} from '@galley/importing';
import { newId, systemActor, Ticker, type Actor, type Clock, type Logger } from '@galley/kernel';
import { requireRights } from './import-rights.ts';
import { describeImportError, type ImportOutcome, type ImportRunner } from './import-runner.ts';

export interface SiteImportsOptions {
  readonly db: Database;
  readonly workspace: ImportWorkspace;
  readonly runner: ImportRunner;
  /** Calls `work` in another process, and waits for its end. */
  readonly runProcess: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ImportRequest {
  /** Recognised by the files of the source if missing. */
  readonly format?: ImportFormat | undefined;
  /** A folder, or the file of an export. */
  readonly source: string;
  /** Folder of media files, where the export has none. */
  readonly media?: string | undefined;
  readonly isDryRun: boolean;
  readonly publish: boolean;
  readonly onProgress?: ((pages: number) => void) | undefined;
}

const lockName = 'site import';
/** Several servers start one process together. */
const processLockName = 'process of a site import';
const pollMs = 1_000;
const stopPollMs = 250;
const retryMs = 100;
const maxTries = 20;
/** For an upload that nobody has imported, and for the table of a finished import. */
const keptMs = 24 * 60 * 60_000;

/**
 * Imports of the command line and of the admin, one at a time. The process that works on an import holds the lock. While
 * the lock is free, an import that says it is running was interrupted.
 */
export class SiteImports {
  readonly #options: SiteImportsOptions;

  /** Starts dry runs and imports beside the request that asks for them. */
  readonly loop: Ticker;

  constructor(options: SiteImportsOptions) {
    this.#options = options;
    const { clock, logger } = options;
    const run = (signal: AbortSignal): Promise<unknown> => this.#runDue(signal);
    this.loop = new Ticker({ id: 'site-import', everyMs: pollMs, clock, logger, run });
  }

  current(): Promise<ImportJob | undefined> {
    return this.#options.workspace.find();
  }

  /** @throws `not_found` */
  async get(id: string): Promise<ImportJob> {
    const job = await this.current();
    if (job?.id === id) return job;
    throw httpProblems.not_found('There is no such import, or another one has followed it.');
  }

  /** @throws `not_found` */
  async rows(id: string): Promise<readonly ImportRow[]> {
    await this.get(id);
    return this.#options.workspace.rows(id);
  }

  receive(source: Readable): Promise<string> {
    return this.#options.workspace.receive(source);
  }

  discard(file: string): Promise<void> {
    return rm(file, { force: true });
  }

  /**
   * Takes the place of the import before, and starts the dry run.
   * @throws `import_source_unreadable`, `import_format_unclear`, `import_running`
   */
  async upload(
    actor: Actor,
    upload: {
      readonly format?: ImportFormat | undefined;
      readonly name: string;
      readonly file: string;
    },
  ): Promise<ImportJob> {
    const { name: source, file } = upload;
    const system = await systemOf(upload.format, file, source);
    requireSourceName(system.format, source);
    return this.#alone(async () => {
      const wanted = { ...system, source, publish: true, ...of(actor) };
      const job = this.#newJob({ state: 'reading', ...wanted });
      await this.#options.workspace.begin(job, file);
      this.loop.wake();
      return job;
    });
  }

  /** @throws `not_found`, `import_not_ready`, `forbidden` */
  async start(
    actor: Actor,
    { id, publish }: { readonly id: string; readonly publish: boolean },
  ): Promise<ImportJob> {
    await this.get(id);
    return this.#alone(async () => {
      const job = await this.get(id);
      if (job.state !== 'ready')
        throw importProblems.import_not_ready(
          'Only an uploaded source can be imported, and only once. Upload it again.',
        );
      requireRights(actor, publish);
      const { clock, workspace } = this.#options;
      const requestedAt = clock.now().toISOString();
      const batch = `${job.format} ${secondsOf(requestedAt)}`;
      const counts = noCounts;
      const wanted = { ...job, publish, requestedAt, batch, counts, ...of(actor) };
      const started: ImportJob = { ...wanted, state: 'importing' };
      await workspace.save(started);
      this.loop.wake();
      return started;
    });
  }

  /** Stops an import after the pages that it is writing; discards what does not run. @throws `not_found` */
  async cancel(id: string): Promise<void> {
    const { workspace } = this.#options;
    const job = await this.get(id);
    if (isActive(job)) {
      await workspace.requestStop(id);
      this.loop.wake();
      return;
    }
    await this.#alone(() => workspace.clear().then(() => true));
  }

  /**
   * For the command line.
   * @throws `import_format_unclear`, and `import_source_unreadable`, also after pages have been imported
   */
  async importNow(request: ImportRequest): Promise<ImportReport & ImportedSystem> {
    const system = await systemOf(request.format, request.source);
    const { isDryRun, onProgress, media, source, publish } = request;
    const { workspace } = this.#options;
    return this.#alone(async () => {
      const state = isDryRun ? 'reading' : 'importing';
      const systemUser = userInfo().username;
      const by = { requestedBy: systemActor.username, grants: [], systemUser };
      const job = this.#newJob({ source, publish, ...system, state, ...by, isRunning: true });
      const folder = workspace.folder(job.id);
      if (isDryRun) await mkdir(folder, { recursive: true });
      else await workspace.begin(job);
      const { error, report } = await this.#run(job, {
        path: source,
        media,
        temporary: folder,
        onProgress,
        isSaved: !isDryRun,
      });
      if (isDryRun) await rm(folder, { recursive: true, force: true });
      if (error !== undefined) throw error;
      return { ...system, ...report };
    });
  }

  /** Leftovers of killed processes, and what nobody has asked for in a day. */
  async cleanUp(): Promise<number> {
    const { workspace, clock } = this.#options;
    const removed = await this.#tryAlone(async () => {
      const job = await this.current();
      const isOld = job && clock.now().getTime() - Date.parse(job.updatedAt) > keptMs;
      const isExpired = isOld && !isActive(job);
      if (isExpired) await workspace.clear();
      return { leftovers: await workspace.removeLeftovers(isExpired ? undefined : job?.id) };
    });
    return (removed?.leftovers ?? 0) + (await workspace.removeAbandonedUploads(clock.now()));
  }

  /** In the process of the import: the dry run or import that is due, if any. */
  async work(signal: AbortSignal): Promise<void> {
    const { workspace, logger } = this.#options;
    await this.#tryAlone(async () => {
      const job = await this.current();
      if (!job || !isActive(job)) return {};
      const taken = this.#changed(job, { isRunning: true });
      await workspace.save(taken);
      const { counts } = await this.#run(taken, {
        path: workspace.sourceOf(job),
        temporary: workspace.folder(job.id),
        isSaved: true,
        signal,
      });
      logger.info('import ended', { source: job.source, batch: job.batch, ...counts });
      return {};
    });
  }

  async #runDue(signal: AbortSignal): Promise<void> {
    const { db, runProcess } = this.#options;
    const job = await this.current();
    if (!job || !isActive(job)) return;
    // While the lock is taken, a living process works on it.
    if (job.isRunning) await this.#tryAlone(() => Promise.resolve({}));
    else await tryWithAdvisoryLock(db, processLockName, () => runProcess(signal));
  }

  /** Keeps the state of the import current, so that a kill leaves a truthful one. */
  async #run(job: ImportJob, run: Run): Promise<ImportOutcome> {
    const { workspace, runner } = this.#options;
    const { path, media, temporary, isSaved, signal, onProgress } = run;
    const stop = new AbortController();
    const ends = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
    const watch = setInterval(() => {
      // An unreadable folder fails the import itself.
      void workspace.isStopRequested(job.id).then(
        (isRequested) => isRequested && stop.abort(),
        () => undefined,
      );
    }, stopPollMs);
    let running = job;
    const outcome = await runner
      .run(job, {
        path,
        media,
        temporary,
        signal: ends,
        onProgress: async (counts) => {
          onProgress?.(counts.new + counts.changed + counts.unchanged);
          if (!isSaved) return;
          running = this.#changed(running, { counts });
          await workspace.save(running);
          ends.throwIfAborted();
        },
      })
      .finally(() => clearInterval(watch));
    if (isSaved) await this.#end(running, { outcome, run, isCancelled: stop.signal.aborted });
    return outcome;
  }

  async #end(job: ImportJob, { outcome, run, isCancelled }: End): Promise<void> {
    const { workspace, logger } = this.#options;
    const { report, counts, error } = outcome;
    const state = stateAfter(job, { outcome, run, isCancelled });
    if (state === 'failed') logger.warn('import failed', { error: error?.message });
    await workspace.saveRows(job.id, rowsOf(report));
    const message =
      state === 'failed' ? describeImportError(error, { ...run, source: job.source }) : null;
    const total = state === 'ready' ? counts.new + counts.changed + counts.unchanged : job.total;
    // Before anybody is told that the import has ended.
    if (state !== 'ready') await workspace.removeSource(job.id);
    await workspace.save(
      this.#changed(job, { state, isRunning: false, counts, total, error: message }),
    );
  }

  /** @throws `import_running` */
  async #alone<T extends object | true>(work: () => Promise<T>): Promise<T> {
    const requireIdle = async () => {
      const job = await this.current();
      if (job && isActive(job)) throw running();
    };
    for (let tries = 0; tries < maxTries; tries += 1) {
      const done = await this.#tryAlone(async () => {
        await requireIdle();
        return work();
      });
      if (done !== undefined) return done;
      await requireIdle();
      // The holder of the lock has saved its last state, and releases the lock.
      await this.#options.clock.sleep(retryMs);
    }
    throw running();
  }

  #tryAlone<T extends object | true>(work: () => Promise<T>): Promise<T | undefined> {
    return tryWithAdvisoryLock(this.#options.db, lockName, async () => {
      await this.#recover();
      return work();
    });
  }

  /** Under the lock, so no living process works on the import. */
  async #recover(): Promise<void> {
    const { workspace, runner, logger } = this.#options;
    const job = await this.current();
    if (!job?.isRunning) return;
    if (job.state === 'importing') await runner.recordInterrupted(job);
    logger.warn('an import was interrupted', { batch: job.batch });
    // Also the table of the dry run, which does not say how far the import came.
    await workspace.removeLeftovers();
    await workspace.save(this.#changed(job, { state: 'interrupted', isRunning: false }));
  }

  #newJob(
    given: Pick<
      ImportJob,
      'state' | 'format' | 'signs' | 'source' | 'publish' | 'requestedBy' | 'grants' | 'systemUser'
    > & { readonly isRunning?: boolean },
  ): ImportJob {
    const at = this.#options.clock.now().toISOString();
    const batch = given.state === 'importing' ? `${given.format} ${secondsOf(at)}` : null;
    const times = { requestedAt: at, updatedAt: at };
    const facts = { id: newId(), batch, counts: noCounts, total: null, error: null };
    return { isRunning: false, ...given, ...facts, ...times };
  }

  #changed(job: ImportJob, changes: Partial<ImportJob>): ImportJob {
    return { ...job, ...changes, updatedAt: this.#options.clock.now().toISOString() };
  }
}

interface Run {
  readonly path: string;
  readonly media?: string | undefined;
  readonly temporary: string;
  readonly isSaved: boolean;
  /** Aborts when the process has to end. */
  readonly signal?: AbortSignal;
  readonly onProgress?: ((pages: number) => void) | undefined;
}

interface End {
  readonly outcome: ImportOutcome;
  readonly run: Run;
  readonly isCancelled: boolean;
}

export interface ImportedSystem {
  readonly format: ImportFormat;
  /** Files by which it was recognised; null when it was given. */
  readonly signs: readonly string[] | null;
}

async function systemOf(
  format: ImportFormat | undefined,
  ...source: Parameters<typeof recogniseSource>
): Promise<ImportedSystem> {
  return format === undefined ? recogniseSource(...source) : { format, signs: null };
}

function stateAfter(
  { state }: ImportJob,
  { outcome: { error }, run: { signal }, isCancelled }: End,
): ImportState {
  if (error === undefined) return state === 'reading' ? 'ready' : 'done';
  if (isCancelled) return 'cancelled';
  return signal?.aborted ? 'interrupted' : 'failed';
}

const of = ({ username, grants }: Actor) => ({
  requestedBy: username,
  grants: [...grants],
  systemUser: null,
});

const secondsOf = (at: string): string => at.slice(0, 19).replace('T', ' ');

function running(): Error {
  return importProblems.import_running(
    'An import of this site is running. Wait until it has ended, or cancel it.',
  );
}
