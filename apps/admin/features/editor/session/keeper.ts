import { GalleyProblem, isProblem } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { forgetBrowserCopy, keepInBrowser } from './browser-copy.ts';
import type { Kept, SentText } from './kept.ts';
import { leavingGalley } from './leaving-galley.ts';

interface KeeperOptions {
  readonly username: string;
  readonly path: string;
  /** Null if everything is saved. */
  readonly unsaved: () => (SentText & { readonly baseRevision: string }) | null;
  readonly say: (kept: Kept) => void;
}

/** Delays after the last key, in milliseconds. */
const browserDelay = 250;
const serverDelay = 1000;
/** Maximum delay while the user types without a pause. */
const longestDelay = 8000;
const retryDelay = 5000;

/**
 * Backs up typed text: in the browser within 250 ms, so that a closed tab or a dead server loses nothing, and as a
 * working copy on the server for other devices. Sends one request at a time; the last text wins.
 */
export class Keeper {
  readonly #options: KeeperOptions;
  #browserTimer = 0;
  #serverTimer = 0;
  /** Time of the oldest change that is not on the server. */
  #since: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Prevents a second sign-in dialog: the text is safe in the browser. */
  #isQuiet = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Called for each key, so it must stay cheap. */
  touch(): void {
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#browserTimer);
    this.#browserTimer = window.setTimeout(() => this.keepHere(), browserDelay);
    const left = Math.max(0, this.#since + longestDelay - now);
    this.#plan(Math.min(serverDelay, left));
  }

  /** Stores the text in the browser now. False: storage failed. */
  keepHere(): boolean {
    clearTimeout(this.#browserTimer);
    const { username, path, unsaved, say } = this.#options;
    const text = unsaved();
    if (!text) {
      forgetBrowserCopy(username, path);
      return true;
    }
    const isKept = keepInBrowser(username, path, { ...text, at: new Date().toISOString() });
    if (!isKept) say({ state: 'nowhere' });
    return isKept;
  }

  /** Stores the text in the browser and on the server now. */
  flush(): Promise<void> {
    clearTimeout(this.#serverTimer);
    this.keepHere();
    this.#running = this.#running.then(() => this.#keepThere());
    return this.#running;
  }

  /** Retries, with the sign-in dialog if the session has ended. */
  retry(): Promise<void> {
    this.#isQuiet = false;
    return this.flush();
  }

  /** Stores pending changes now instead of after the delay. */
  hurry(): void {
    if (this.#since !== undefined) void this.flush();
  }

  /**
   * Runs a save when no other request is running: a save clears the working copy, and a late request would write it
   * again. Backups wait for the save.
   */
  exclusively<Done>(work: () => Promise<Done>): Promise<Done> {
    clearTimeout(this.#serverTimer);
    const done = this.#running.then(work);
    this.#running = done.then(ended, ended);
    return done;
  }

  /** Called after a save; keeps text typed in the meantime. */
  saved(): void {
    this.#since = undefined;
    this.#isQuiet = false;
    this.keepHere();
    if (this.#options.unsaved()) this.touch();
    else this.#options.say({ state: 'clean' });
  }

  /** Sends the working copy while the page unloads, without waiting for the response. */
  leave(): void {
    const text = this.#options.unsaved();
    this.keepHere();
    if (!text || this.#since === undefined) return;
    const { path } = this.#options;
    const { baseRevision, ...rest } = text;
    // The text is in the browser as well.
    leavingGalley()
      .documents.keepWorkingCopy({ path, base_revision: baseRevision, ...rest })
      .catch(() => undefined);
  }

  start(): void {
    this.#isStopped = false;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#serverTimer);
    this.keepHere();
    this.hurry();
  }

  #plan(delay: number): void {
    clearTimeout(this.#serverTimer);
    if (this.#isStopped) return;
    this.#serverTimer = window.setTimeout(() => void this.flush(), delay);
  }

  async #keepThere(): Promise<void> {
    const { path, unsaved, say } = this.#options;
    const text = unsaved();
    const since = this.#since;
    this.#since = undefined;
    const options = { background: this.#isQuiet };
    try {
      if (!text) {
        await galley.documents.discardWorkingCopy({ path }, options);
        say({ state: 'clean' });
        return;
      }
      const { baseRevision, ...rest } = text;
      say({ state: 'keeping' });
      const kept = await galley.documents.keepWorkingCopy(
        { path, base_revision: baseRevision, ...rest },
        options,
      );
      this.#isQuiet = false;
      say(this.#since === undefined ? { state: 'kept', at: kept.saved_at } : { state: 'typing' });
    } catch (error) {
      this.#since ??= since;
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const reason = reasonOf(error);
    if (reason === 'signed_out') this.#isQuiet = true;
    if (this.keepHere()) this.#options.say({ state: 'browser', reason, error });
    if (reason !== 'refused') this.#plan(retryDelay);
  }
}

const ended = (): void => undefined;

/** `refused` is not retried until the text changes. */
function reasonOf(error: unknown): 'signed_out' | 'refused' | 'unreachable' {
  if (isProblem(error, 'unauthenticated')) return 'signed_out';
  if (!(error instanceof GalleyProblem) || isProblem(error, 'rate_limited')) return 'unreachable';
  return error.status < 500 ? 'refused' : 'unreachable';
}
