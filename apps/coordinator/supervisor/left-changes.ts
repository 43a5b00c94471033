import { appendFile } from 'node:fs/promises';
import type { Clock } from '@galley/kernel';
import type { FoundAgent, LivingSession, PlaceFence, SupervisorGateway } from '@galley/runcoord';
import { readCheckoutChanges, type CheckoutChanges } from './checkout-changes.ts';
import type { Driver } from './driver.ts';
import { proposeChanges } from './propose-changes.ts';
import type { RepositoryViews } from './repository-view.ts';

export interface LeftChangesOptions {
  readonly gateway: Pick<SupervisorGateway, 'issueToken'>;
  readonly fence: PlaceFence;
  readonly driver: Pick<Driver, 'mcpUrl' | 'openCheckout'>;
  readonly logFileOf: (sessionId: string) => string;
  readonly repositories: RepositoryViews | undefined;
  readonly clock: Clock;
}

interface Attempt {
  readonly token: string;
  readonly tokenEndsAt: number;
  readonly pauseMs: number;
  readonly retryAt: number;
}

const tokenMs = 600_000;
const minPauseMs = 1_000;
const maxPauseMs = 30_000;

/**
 * Proposes what agents left in their working copies. Until the coordinator answers, it retries after growing pauses, with
 * the same token.
 */
export class LeftChanges {
  readonly #options: LeftChangesOptions;
  readonly #attempts = new Map<string, Attempt>();

  constructor(options: LeftChangesOptions) {
    this.#options = options;
  }

  /** Before the next attempt for a session. */
  isPaused({ id }: LivingSession): boolean {
    const { retryAt = 0 } = this.#attempts.get(id) ?? {};
    return this.#now() < retryAt;
  }

  /** Adds a sentence to the log. Fails without an answer of the coordinator. */
  async propose(session: LivingSession, found: FoundAgent, message: string): Promise<void> {
    const { logFileOf, driver } = this.#options;
    const tell = (sentence: string) => appendFile(logFileOf(session.id), `\n${sentence}\n`);
    let changes: CheckoutChanges | undefined;
    try {
      changes = await this.#readChanges(found);
    } catch (error) {
      // Such as a folder without permissions, which the agent made: it must not keep the session from ending.
      return tell(`The changes in the working copy could not be read: ${String(error)}`);
    }
    if (!changes || changes.patch === '') return;
    const token = await this.#beginAttempt(session);
    const { mcpUrl } = driver;
    const sentence = await proposeChanges({ session, changes, message, mcpUrl, token });
    this.#attempts.delete(session.id);
    if (sentence !== undefined) await tell(sentence);
  }

  async #beginAttempt({ id: sessionId }: LivingSession): Promise<string> {
    const { gateway, fence } = this.#options;
    const before = this.#attempts.get(sessionId);
    const isValid = before !== undefined && before.tokenEndsAt - maxPauseMs > this.#now();
    const { token, tokenEndsAt } = isValid
      ? before
      : {
          token: await gateway.issueToken({ fence, sessionId, milliseconds: tokenMs }),
          tokenEndsAt: this.#now() + tokenMs,
        };
    const pauseMs = before ? Math.min(maxPauseMs, 2 * before.pauseMs) : minPauseMs;
    const retryAt = this.#now() + pauseMs;
    this.#attempts.set(sessionId, { token, tokenEndsAt, pauseMs, retryAt });
    return token;
  }

  async #readChanges(found: FoundAgent): Promise<CheckoutChanges | undefined> {
    const { driver, repositories } = this.#options;
    if (!repositories) return undefined;
    await using checkout = await driver.openCheckout(found);
    const view = await repositories.findFor(checkout.path);
    return view ? await readCheckoutChanges(checkout.path, view) : undefined;
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
