import type { CallOptions } from './call.ts';
import { GalleyProblem } from './errors.ts';
import type { GalleyRequest } from './request.ts';

/** Recovers from a refused call, usually by asking the user. True retries the call, false lets it fail. */
export type Remedy = (problem: GalleyProblem) => Promise<boolean>;

export type Token = string | (() => string | undefined | Promise<string | undefined>);

export interface SessionOptions {
  /** Personal API token, or a function that returns it; without one, the session cookie counts. */
  readonly token?: Token | undefined;
  /**
   * Called when the session has ended or the token is invalid. Sign in again, for example with `auth.login`, and return
   * true: each refused call is then retried once. Concurrent calls share a single prompt. Calls made inside must be
   * `background`.
   */
  readonly onSignedOut?: Remedy | undefined;
  /** Called when an operation requires the password again: call `sessions.confirm` and return true. */
  readonly onConfirm?: Remedy | undefined;
}

/** Operations whose response contains the CSRF token of the session. */
const sessionOperations = new Set(['auth.login', 'auth.setup', 'auth.session']);

export class Session {
  readonly #options: SessionOptions;
  readonly #learn: () => Promise<unknown>;
  readonly #runningPrompts = new Map<string, Promise<boolean>>();
  #csrfToken: string | undefined;
  #learning: Promise<unknown> | undefined;
  /** Number of successful recoveries: a call refused before the last one may succeed on retry. */
  #remedyCount = 0;

  /** `learn` requests the session; its response arrives through `heard`. */
  constructor(options: SessionOptions, learn: () => Promise<unknown>) {
    this.#options = options;
    this.#learn = learn;
  }

  /** @throws the error of the session request */
  async headers({ route }: GalleyRequest): Promise<Record<string, string>> {
    const { token } = this.#options;
    const given = typeof token === 'function' ? await token() : token;
    if (given !== undefined) return { authorization: `Bearer ${given}` };
    if (route.method === 'GET' || route.open) return {};
    if (this.#csrfToken === undefined) await this.#requestSessionOnce();
    return this.#csrfToken === undefined ? {} : { 'x-csrf-token': this.#csrfToken };
  }

  learnCsrfToken({ operation }: GalleyRequest, answer: unknown): void {
    if (operation === 'auth.logout') this.#csrfToken = undefined;
    if (!sessionOperations.has(operation)) return;
    this.#csrfToken = (answer as { csrf_token?: string }).csrf_token;
  }

  /** Makes a call and retries it after each recovery, at most once per error code. */
  async withRemedies<Answer>(
    request: GalleyRequest,
    call: () => Promise<Answer>,
    options: CallOptions,
  ): Promise<Answer> {
    for (const tried = new Set<string>(); ;) {
      const before = this.#remedyCount;
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof GalleyProblem) || tried.has(error.code)) throw error;
        tried.add(error.code);
        const isRemedied = this.#remedyCount > before && this.#canRemedy(request, error);
        if (!isRemedied && !(await this.#remedy(request, error, options))) throw error;
        options.signal?.throwIfAborted();
      }
    }
  }

  /** Tells if recovery applies. Public operations and the session request itself have none. */
  #canRemedy({ operation, route }: GalleyRequest, { code }: GalleyProblem): boolean {
    if (operation === 'auth.session' || route.open) return false;
    return ['unauthenticated', 'reauthentication_required', 'csrf_failed'].includes(code);
  }

  async #remedy(
    request: GalleyRequest,
    problem: GalleyProblem,
    { background }: CallOptions,
  ): Promise<boolean> {
    if (!this.#canRemedy(request, problem)) return false;
    if (problem.code === 'csrf_failed') {
      // The session was renewed elsewhere, for example in another tab.
      await this.#requestSessionOnce();
      return true;
    }
    const { onSignedOut, onConfirm } = this.#options;
    const remedy = problem.code === 'unauthenticated' ? onSignedOut : onConfirm;
    return remedy && !background ? this.#ask(remedy, problem) : false;
  }

  #ask(remedy: Remedy, problem: GalleyProblem): Promise<boolean> {
    const running = this.#runningPrompts.get(problem.code);
    if (running) return running;
    const asking = this.#askOnce(remedy, problem);
    this.#runningPrompts.set(problem.code, asking);
    return asking;
  }

  async #askOnce(remedy: Remedy, problem: GalleyProblem): Promise<boolean> {
    try {
      const isRemedied = await remedy(problem);
      if (isRemedied) this.#remedyCount += 1;
      return isRemedied;
    } finally {
      this.#runningPrompts.delete(problem.code);
    }
  }

  async #requestSessionOnce(): Promise<void> {
    this.#learning ??= this.#learn().finally(() => (this.#learning = undefined));
    await this.#learning;
  }
}
