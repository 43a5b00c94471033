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

const browserDelayMs = 250;
const serverDelayMs = 1000;
const maxServerDelayMs = 8000;
const retryDelayMs = 5000;

/** Backs up text in the browser, then on the server. Sends one request at a time; the last text wins. */
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

  /** False: storage failed. */
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

  flush(): Promise<void> {
    clearTimeout(this.#serverTimer);
    this.storeInBrowser();
    this.#running = this.#running.then(() => this.#storeOnServer());
    return this.#running;
  }

  /** Asks for sign-in if the session has ended. */
  retry(): Promise<void> {
    this.#isQuiet = false;
    return this.flush();
  }

  flushPending(): void {
    if (this.#since !== undefined) void this.flush();
  }

  /** Backups wait for a save, which clears the working copy: a late request would write it again. */
  runExclusively<Done>(work: () => Promise<Done>): Promise<Done> {
    clearTimeout(this.#serverTimer);
    const done = this.#running.then(work);
    this.#running = done.then(ignoreResult, ignoreResult);
    return done;
  }

  /** Keeps text typed during the save. */
  handleSaved(): void {
    this.#since = undefined;
    this.#isQuiet = false;
    this.storeInBrowser();
    if (this.#options.getUnsavedText()) this.schedule();
    else this.#options.onStateChange({ state: 'clean' });
  }

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
