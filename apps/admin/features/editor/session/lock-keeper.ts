import { isProblem, type DocumentLock } from '@galley/sdk';
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

/** Has others see that somebody writes here: from the first key on, for as long as the page is there. */
export class LockKeeper {
  readonly #path: string;
  readonly #say: (state: LockState) => void;
  #state: LockState = { state: 'free' };
  #token: string | undefined;
  #timer = 0;
  #isTaking = false;

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
    if (this.#state.state !== 'free' || this.#isTaking) return;
    this.#isTaking = true;
    void this.take().finally(() => (this.#isTaking = false));
  }

  async take(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const token = this.#token === undefined ? {} : { lock_token: this.#token };
      const lock = await galley.documents.lock(
        { path: this.#path, ...token },
        { background: true },
      );
      this.#token = lock.lock_token;
      this.#set({ state: 'mine', expiresAt: lock.expires_at });
    } catch (error) {
      if (isProblem(error, 'document_locked')) {
        this.lost(error.details);
        return;
      }
      // The revision guards the text meanwhile; what is written is kept all the same.
    }
    this.#timer = window.setTimeout(() => void this.take(), renewal);
  }

  /** Of a refusal as `document_locked`. */
  lost(details: Readonly<Record<string, unknown>>): void {
    const was = this.#token === undefined ? 'theirs' : 'taken';
    this.#token = undefined;
    clearTimeout(this.#timer);
    this.#set({
      state: was,
      ...{ holder: '', expiresAt: new Date().toISOString() },
      ...told(details),
    });
  }

  /** From somebody who holds it: of an administrator at once, of others once its time is over. */
  async takeOver(isForced: boolean): Promise<void> {
    if (isForced) await galley.documents.unlock({ path: this.#path, force: true });
    this.#token = undefined;
    const lock = await galley.documents.lock({ path: this.#path });
    this.#token = lock.lock_token;
    this.#set({ state: 'mine', expiresAt: lock.expires_at });
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.take(), renewal);
  }

  /** Gives it back. */
  release(isLeavingPage: boolean): void {
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
