import { GalleyProblem, isProblem } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { removeBrowserCopy, storeBrowserCopy } from './browser-copy.ts';
import type { BackupState, DocumentText } from './backup-state.ts';
import { getUnloadClient } from './unload-client.ts';

interface DraftBackupOptions {
  readonly username: string;
  readonly path: string;
  /** Null if everything is saved. */
  readonly getUnsavedText: () => (DocumentText & { readonly baseRevision: string }) | null;
  readonly onStateChange: (backupState: BackupState) => void;
}

/** Delays after the last key, in milliseconds. */
const browserDelayMs = 250;
const serverDelayMs = 1000;
/** Maximum delay while the user types without a pause. */
const maxServerDelayMs = 8000;
const retryDelayMs = 5000;

/**
 * Backs up typed text: in the browser within 250 ms, so that a closed tab or a dead server loses nothing, and as a
 * working copy on the server for other devices. Sends one request at a time; the last text wins.
 */
export class DraftBackup {
  readonly #options: DraftBackupOptions;
  #browserTimer = 0;
  #serverTimer = 0;
  /** Time of the oldest change that is not on the server. */
  #since: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Prevents a second sign-in dialog: the text is safe in the browser. */
  #isQuiet = false;

  constructor(options: DraftBackupOptions) {
    this.#options = options;
  }

  /** Called for each key, so it must stay cheap. */
  schedule(): void {
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#browserTimer);
    this.#browserTimer = window.setTimeout(() => this.storeInBrowser(), browserDelayMs);
    const left = Math.max(0, this.#since + maxServerDelayMs - now);
    this.#plan(Math.min(serverDelayMs, left));
  }

  /** Stores the text in the browser now. False: storage failed. */
  storeInBrowser(): boolean {
    clearTimeout(this.#browserTimer);
    const { username, path, getUnsavedText, onStateChange } = this.#options;
    const text = getUnsavedText();
    if (!text) {
      removeBrowserCopy(username, path);
      return true;
    }
    const isKept = storeBrowserCopy(username, path, { ...text, at: new Date().toISOString() });
    if (!isKept) onStateChange({ state: 'nowhere' });
    return isKept;
  }

  /** Stores the text in the browser and on the server now. */
  flush(): Promise<void> {
    clearTimeout(this.#serverTimer);
    this.storeInBrowser();
    this.#running = this.#running.then(() => this.#storeOnServer());
    return this.#running;
  }

  /** Retries, with the sign-in dialog if the session has ended. */
  retry(): Promise<void> {
    this.#isQuiet = false;
    return this.flush();
  }

  /** Stores pending changes now instead of after the delay. */
  flushPending(): void {
    if (this.#since !== undefined) void this.flush();
  }

  /**
   * Runs a save when no other request is running: a save clears the working copy, and a late request would write it
   * again. Backups wait for the save.
   */
  runExclusively<Done>(work: () => Promise<Done>): Promise<Done> {
    clearTimeout(this.#serverTimer);
    const done = this.#running.then(work);
    this.#running = done.then(ignoreResult, ignoreResult);
    return done;
  }

  /** Called after a save; keeps text typed in the meantime. */
  handleSaved(): void {
    this.#since = undefined;
    this.#isQuiet = false;
    this.storeInBrowser();
    if (this.#options.getUnsavedText()) this.schedule();
    else this.#options.onStateChange({ state: 'clean' });
  }

  /** Sends the working copy while the page unloads, without waiting for the response. */
  sendOnUnload(): void {
    const text = this.#options.getUnsavedText();
    this.storeInBrowser();
    if (!text || this.#since === undefined) return;
    const { path } = this.#options;
    const { baseRevision, ...rest } = text;
    // The text is in the browser as well.
    getUnloadClient()
      .documents.keepWorkingCopy({ path, base_revision: baseRevision, ...rest })
      .catch(() => undefined);
  }

  start(): void {
    this.#isStopped = false;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#serverTimer);
    this.storeInBrowser();
    this.flushPending();
  }

  #plan(delay: number): void {
    clearTimeout(this.#serverTimer);
    if (this.#isStopped) return;
    this.#serverTimer = window.setTimeout(() => void this.flush(), delay);
  }

  async #storeOnServer(): Promise<void> {
    const { path, getUnsavedText, onStateChange } = this.#options;
    const text = getUnsavedText();
    const since = this.#since;
    this.#since = undefined;
    const options = { background: this.#isQuiet };
    try {
      if (!text) {
        await galley.documents.discardWorkingCopy({ path }, options);
        onStateChange({ state: 'clean' });
        return;
      }
      const { baseRevision, ...rest } = text;
      onStateChange({ state: 'keeping' });
      const kept = await galley.documents.keepWorkingCopy(
        { path, base_revision: baseRevision, ...rest },
        options,
      );
      this.#isQuiet = false;
      onStateChange(
        this.#since === undefined ? { state: 'kept', at: kept.saved_at } : { state: 'typing' },
      );
    } catch (error) {
      this.#since ??= since;
      this.#handleFailure(error);
    }
  }

  #handleFailure(error: unknown): void {
    const reason = failureReason(error);
    if (reason === 'signed_out') this.#isQuiet = true;
    if (this.storeInBrowser()) this.#options.onStateChange({ state: 'browser', reason, error });
    if (reason !== 'refused') this.#plan(retryDelayMs);
  }
}

const ignoreResult = (): void => undefined;

/** `refused` is not retried until the text changes. */
function failureReason(error: unknown): 'signed_out' | 'refused' | 'unreachable' {
  if (isProblem(error, 'unauthenticated')) return 'signed_out';
  if (!(error instanceof GalleyProblem) || isProblem(error, 'rate_limited')) return 'unreachable';
  return error.status < 500 ? 'refused' : 'unreachable';
}
