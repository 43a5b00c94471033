import { isProblem, type Change, type DocumentLock, type LockResponse } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { getUnloadClient } from './unload-client.ts';

export type LockState =
  | { readonly state: 'free' }
  | { readonly state: 'mine'; readonly expiresAt: string }
  | { readonly state: 'theirs'; readonly holder: string; readonly expiresAt: string }
  /** Someone else took over the user's lock. */
  | { readonly state: 'taken'; readonly holder: string; readonly expiresAt: string };

/** A lock expires two minutes after its last renewal. */
const renewalIntervalMs = 50_000;
const retryDelayMs = 10_000;

/** Held from the first key until the page is left. */
export class EditLock {
  readonly #path: string;
  readonly #onStateChange: (state: LockState) => void;
  #state: LockState = { state: 'free' };
  #token: string | undefined;
  #timer = 0;
  #isWanted = false;
  #isSuspended = false;

  constructor(path: string, onStateChange: (state: LockState) => void) {
    this.#path = path;
    this.#onStateChange = onStateChange;
  }

  get token(): string | undefined {
    return this.#token;
  }

  applyDocumentLock(lock: DocumentLock | null, username: string): void {
    if (this.#token !== undefined) return;
    if (lock && lock.holder !== username)
      this.#set({ state: 'theirs', holder: lock.holder, expiresAt: lock.expires_at });
    else if (this.#state.state !== 'mine') this.#set({ state: 'free' });
  }

  applyChange({ actor, lock_expires_at: expiresAt }: Change, username: string): void {
    const lock =
      actor !== null && expiresAt !== null ? { holder: actor, expires_at: expiresAt } : null;
    this.applyDocumentLock(lock, username);
  }

  /** Called for each key. */
  acquire(): void {
    if (this.#isSuspended || this.#state.state !== 'free' || this.#isWanted) return;
    this.#isWanted = true;
    void this.#take();
  }

  async #take(): Promise<void> {
    try {
      const token = this.#token === undefined ? {} : { lock_token: this.#token };
      this.#hold(await galley.documents.lock({ path: this.#path, ...token }, { background: true }));
    } catch (error) {
      if (isProblem(error, 'document_locked')) this.handleLockLost(error.details);
      // Without a lock, the expected revision protects the text; backups continue.
      else this.#planNext(retryDelayMs);
    }
  }

  #hold({ lock_token: token, expires_at: expiresAt }: LockResponse): void {
    this.#token = token;
    if (!this.#isWanted) {
      // The page was left during the request.
      this.release(false);
      return;
    }
    this.#set({ state: 'mine', expiresAt });
    this.#planNext(renewalIntervalMs);
  }

  #planNext(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#isWanted) this.#timer = window.setTimeout(() => void this.#take(), delay);
  }

  /** Handles the details of a `document_locked` error. */
  handleLockLost(details: Readonly<Record<string, unknown>>): void {
    const was = this.#token === undefined ? 'theirs' : 'taken';
    this.#token = undefined;
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#set({
      state: was,
      holder: '',
      expiresAt: new Date().toISOString(),
      ...parseLockDetails(details),
    });
  }

  /** By force as an administrator, otherwise after the lock has expired. */
  async takeOver(isForced: boolean): Promise<void> {
    if (isForced) await galley.documents.unlock({ path: this.#path, force: true });
    this.#token = undefined;
    const lock = await galley.documents.lock({ path: this.#path });
    this.#isWanted = true;
    this.#hold(lock);
  }

  /** In a room, people need no lock, and those here hold none. Locks of others still count. */
  suspend(people: ReadonlySet<string>): void {
    this.#isSuspended = true;
    const state = this.#state;
    this.release(false);
    if (!('holder' in state) || people.has(state.holder)) this.#set({ state: 'free' });
    else this.#set(state);
  }

  resume(): void {
    this.#isSuspended = false;
  }

  release(isLeavingPage: boolean): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    const token = this.#token;
    if (token === undefined) return;
    this.#token = undefined;
    this.#state = { state: 'free' };
    const client = isLeavingPage ? getUnloadClient() : galley;
    // The lock expires if this request fails.
    client.documents
      .unlock({ path: this.#path, lock_token: token }, { background: true })
      .catch(() => undefined);
  }

  #set(state: LockState): void {
    this.#state = state;
    this.#onStateChange(state);
  }
}

function parseLockDetails({ holder, expires_at: expiresAt }: Partial<DocumentLock>) {
  return { ...(holder && { holder }), ...(expiresAt && { expiresAt }) };
}
