import { isProblem, type DocumentLock, type LockResponse } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { leavingGalley } from './leaving-galley.ts';

export type LockState =
  | { readonly state: 'free' }
  | { readonly state: 'mine'; readonly expiresAt: string }
  /** Somebody else writes. */
  | { readonly state: 'theirs'; readonly holder: string; readonly expiresAt: string }
  /** It was mine. */
  | { readonly state: 'taken'; readonly holder: string; readonly expiresAt: string };

/** A lock ends two minutes after its last sign of life. */
const renewal = 50_000;
/** After a call that failed, in milliseconds. */
const retryDelay = 10_000;

/** Has others see that somebody writes here: from the first key on, for as long as the page is there. */
export class LockKeeper {
  readonly #path: string;
  readonly #say: (state: LockState) => void;
  #state: LockState = { state: 'free' };
  #token: string | undefined;
  #timer = 0;
  /** Somebody writes: it is taken, and taken again before it ends. */
  #isWanted = false;

  constructor(path: string, say: (state: LockState) => void) {
    this.#path = path;
    this.#say = say;
  }

  /** To be sent with what changes the text. */
  get token(): string | undefined {
    return this.#token;
  }

  /** What the document says of its lock. */
  hear(lock: DocumentLock | null, username: string): void {
    if (this.#token !== undefined) return;
    if (lock && lock.holder !== username)
      this.#set({ state: 'theirs', holder: lock.holder, expiresAt: lock.expires_at });
    else if (this.#state.state !== 'mine') this.#set({ state: 'free' });
  }

  /** Takes it, if nobody has it. Called for each key. */
  want(): void {
    if (this.#state.state !== 'free' || this.#isWanted) return;
    this.#isWanted = true;
    void this.#take();
  }

  async #take(): Promise<void> {
    try {
      const token = this.#token === undefined ? {} : { lock_token: this.#token };
      this.#hold(await galley.documents.lock({ path: this.#path, ...token }, { background: true }));
    } catch (error) {
      if (isProblem(error, 'document_locked')) this.lost(error.details);
      // Otherwise the revision guards the text meanwhile; what is written is kept all the same.
      else this.#planNext(retryDelay);
    }
  }

  #hold({ lock_token: token, expires_at: expiresAt }: LockResponse): void {
    this.#token = token;
    if (!this.#isWanted) {
      // The page was left while the call was under way.
      this.release(false);
      return;
    }
    this.#set({ state: 'mine', expiresAt });
    this.#planNext(renewal);
  }

  #planNext(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#isWanted) this.#timer = window.setTimeout(() => void this.#take(), delay);
  }

  /** Of a refusal as `document_locked`. */
  lost(details: Readonly<Record<string, unknown>>): void {
    const was = this.#token === undefined ? 'theirs' : 'taken';
    this.#token = undefined;
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#set({
      state: was,
      holder: '',
      expiresAt: new Date().toISOString(),
      ...told(details),
    });
  }

  /** From somebody who holds it: of an administrator at once, of others once its time is over. */
  async takeOver(isForced: boolean): Promise<void> {
    if (isForced) await galley.documents.unlock({ path: this.#path, force: true });
    this.#token = undefined;
    const lock = await galley.documents.lock({ path: this.#path });
    this.#isWanted = true;
    this.#hold(lock);
  }

  /** Gives it back. */
  release(isLeavingPage: boolean): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    const token = this.#token;
    if (token === undefined) return;
    this.#token = undefined;
    this.#state = { state: 'free' };
    const client = isLeavingPage ? leavingGalley() : galley;
    // It ends by itself where this does not arrive.
    client.documents
      .unlock({ path: this.#path, lock_token: token }, { background: true })
      .catch(() => undefined);
  }

  #set(state: LockState): void {
    this.#state = state;
    this.#say(state);
  }
}

function told({ holder, expires_at: expiresAt }: Partial<DocumentLock>) {
  return { ...(holder && { holder }), ...(expiresAt && { expiresAt }) };
}
