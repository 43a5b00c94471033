import { GalleyProblem, isProblem } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { forgetBrowserCopy, keepInBrowser } from './browser-copy.ts';
import type { Kept, SentText } from './kept.ts';
import { leavingGalley } from './leaving-galley.ts';

interface KeeperOptions {
  readonly username: string;
  readonly path: string;
  /** Null when all is saved. */
  readonly unsaved: () => (SentText & { readonly baseRevision: string }) | null;
  readonly say: (kept: Kept) => void;
}

/** After the last key, in milliseconds. */
const browserDelay = 250;
const serverDelay = 1000;
/** While somebody types without a pause. */
const longestDelay = 8000;
const retryDelay = 5000;

/**
 * Keeps what is typed: in this browser at once, so that a closed tab or a dead server loses nothing, and as the working
 * copy on the server, so that it is found from elsewhere. One call at a time: the last text wins.
 */
export class Keeper {
  readonly #options: KeeperOptions;
  #browserTimer = 0;
  #serverTimer = 0;
  /** When the oldest text was typed that the server has not got. */
  #since: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Nobody is asked twice to sign in for a text that is safe here. */
  #isQuiet = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Something was typed. Called for each key, so it does next to nothing. */
  touch(): void {
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#browserTimer);
    this.#browserTimer = window.setTimeout(() => this.keepHere(), browserDelay);
    const left = Math.max(0, this.#since + longestDelay - now);
    this.#plan(Math.min(serverDelay, left));
  }

  /** Into this browser, now. False: it cannot keep it. */
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

  /** Everywhere, now. */
  flush(): Promise<void> {
    clearTimeout(this.#serverTimer);
    this.keepHere();
    this.#running = this.#running.then(() => this.#keepThere());
    return this.#running;
  }

  /** Asks again to sign in, where that was put off. */
  retry(): Promise<void> {
    this.#isQuiet = false;
    return this.flush();
  }

  /** Sooner than planned; nothing to do where the server has all that was typed. */
  hurry(): void {
    if (this.#since !== undefined) void this.flush();
  }

  /**
   * Runs a save when nothing else is under way: it clears the working copy, which must not come in behind it. What is
   * to be kept meanwhile waits.
   */
  exclusively<Done>(work: () => Promise<Done>): Promise<Done> {
    clearTimeout(this.#serverTimer);
    const done = this.#running.then(work);
    this.#running = done.then(ended, ended);
    return done;
  }

  /** A save has what was typed until then. */
  saved(): void {
    this.#since = undefined;
    this.#isQuiet = false;
    this.keepHere();
    if (this.#options.unsaved()) this.touch();
    else this.#options.say({ state: 'clean' });
  }

  /** The page goes away: no answer can be waited for. */
  leave(): void {
    const text = this.#options.unsaved();
    this.keepHere();
    if (!text || this.#since === undefined) return;
    const { path } = this.#options;
    const { baseRevision, ...rest } = text;
    // It is in this browser in any case.
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

/** What the server will not have, however often it is sent, is not sent again before there is other text. */
function reasonOf(error: unknown): 'signed_out' | 'refused' | 'unreachable' {
  if (isProblem(error, 'unauthenticated')) return 'signed_out';
  if (!(error instanceof GalleyProblem) || isProblem(error, 'rate_limited')) return 'unreachable';
  return error.status < 500 ? 'refused' : 'unreachable';
}
