import type { CallOptions } from './call.ts';
import { GalleyProblem } from './errors.ts';
import type { GalleyRequest } from './request.ts';

/** Has somebody do something about a refusal. True: send the call again; false: let it fail. */
export type Remedy = (problem: GalleyProblem) => Promise<boolean>;

export type Token = string | (() => string | undefined | Promise<string | undefined>);

export interface SessionOptions {
  /** A personal API token, or what gives it; without one, the session of the cookie counts. */
  readonly token?: Token | undefined;
  /**
   * The session has ended, or the token does not hold. Sign in anew, by `auth.login` for instance, and answer true:
   * every call that was refused for it is then sent again, once. All calls in the meantime wait for one answer; those
   * that are made in here have to be `background`.
   */
  readonly onSignedOut?: Remedy | undefined;
  /** An operation wants the password once more: call `sessions.confirm`, and answer true. */
  readonly onConfirm?: Remedy | undefined;
}

/** Begin a session, or tell of one: their answers have its CSRF token. */
const tellingOperations = new Set(['auth.login', 'auth.setup', 'auth.session']);

/** By what calls are allowed: a token, or the cookie of a session and its CSRF token. */
export class Session {
  readonly #options: SessionOptions;
  readonly #learn: () => Promise<unknown>;
  readonly #asked = new Map<string, Promise<boolean>>();
  #csrfToken: string | undefined;
  #learning: Promise<unknown> | undefined;
  /** How often something was done about a refusal: what was refused before may be let in now. */
  #remedied = 0;

  /** `learn` asks for the session, whose answer comes to `heard`. */
  constructor(options: SessionOptions, learn: () => Promise<unknown>) {
    this.#options = options;
    this.#learn = learn;
  }

  /** What of a call says who makes it. Throws what asking for the session throws. */
  async headers({ route }: GalleyRequest): Promise<Record<string, string>> {
    const { token } = this.#options;
    const given = typeof token === 'function' ? await token() : token;
    if (given !== undefined) return { authorization: `Bearer ${given}` };
    if (route.method === 'GET' || route.open) return {};
    if (this.#csrfToken === undefined) await this.#learnOnce();
    return this.#csrfToken === undefined ? {} : { 'x-csrf-token': this.#csrfToken };
  }

  /** Learns from an answer. */
  heard({ operation }: GalleyRequest, answer: unknown): void {
    if (operation === 'auth.logout') this.#csrfToken = undefined;
    if (!tellingOperations.has(operation)) return;
    this.#csrfToken = (answer as { csrf_token?: string }).csrf_token;
  }

  /** Makes a call, and makes it again after each remedy; none is tried twice. */
  async remedying<Answer>(
    request: GalleyRequest,
    call: () => Promise<Answer>,
    options: CallOptions,
  ): Promise<Answer> {
    for (const tried = new Set<string>(); ;) {
      const before = this.#remedied;
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof GalleyProblem) || tried.has(error.code)) throw error;
        tried.add(error.code);
        const isRemedied = this.#remedied > before && this.#isMine(request, error);
        if (!isRemedied && !(await this.#remedy(request, error, options))) throw error;
        options.signal?.throwIfAborted();
      }
    }
  }

  /** Whether something may be done about a refusal: of signing in itself, nothing may. */
  #isMine({ operation, route }: GalleyRequest, { code }: GalleyProblem): boolean {
    if (operation === 'auth.session' || route.open) return false;
    return ['unauthenticated', 'reauthentication_required', 'csrf_failed'].includes(code);
  }

  async #remedy(
    request: GalleyRequest,
    problem: GalleyProblem,
    { background }: CallOptions,
  ): Promise<boolean> {
    if (!this.#isMine(request, problem)) return false;
    if (problem.code === 'csrf_failed') {
      // The session was begun anew elsewhere, in another tab for instance.
      await this.#learnOnce();
      return true;
    }
    const { onSignedOut, onConfirm } = this.#options;
    const remedy = problem.code === 'unauthenticated' ? onSignedOut : onConfirm;
    return remedy && !background ? this.#ask(remedy, problem) : false;
  }

  /** Nobody is asked twice at once. */
  #ask(remedy: Remedy, problem: GalleyProblem): Promise<boolean> {
    const running = this.#asked.get(problem.code);
    if (running) return running;
    const asking = this.#askOnce(remedy, problem);
    this.#asked.set(problem.code, asking);
    return asking;
  }

  async #askOnce(remedy: Remedy, problem: GalleyProblem): Promise<boolean> {
    try {
      const isRemedied = await remedy(problem);
      if (isRemedied) this.#remedied += 1;
      return isRemedied;
    } finally {
      this.#asked.delete(problem.code);
    }
  }

  async #learnOnce(): Promise<void> {
    this.#learning ??= this.#learn().finally(() => (this.#learning = undefined));
    await this.#learning;
  }
}
