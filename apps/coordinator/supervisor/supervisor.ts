import { newId, type Clock, type Logger, type Loop } from '@galley/kernel';
import type { Database } from '@galley/database';
import {
  SessionService,
  SupervisorRepository,
  TurnRequests,
  type SupervisorFence,
  type SupervisorStatus,
  type WorkerTokenService,
} from '@galley/runcoord';
import type { Driver, DriverOpening } from './driver.ts';
import type { LaunchPlan } from './launch-plan.ts';
import type { RepositoryViews } from './repository-view.ts';
import { Shift, type ShiftSettings } from './shift.ts';

export interface SupervisorOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this process, and of none that was before it. */
  readonly holder: string;
  readonly workspaceId: string;
  readonly opening: DriverOpening;
  readonly plan: LaunchPlan;
  /** Undefined when the workspace has no repository. */
  readonly repositories: RepositoryViews | undefined;
  readonly tokens: WorkerTokenService;
  readonly settings: SupervisorSettings;
}

export interface SupervisorSettings extends ShiftSettings {
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** After how many milliseconds somebody else may have the place whose supervisor is gone. */
  readonly lease: number;
  /** Milliseconds without a sign of a turn, after which it is over. */
  readonly turnLease: number;
  /** Whether agents are ended when the supervisor stops; else they go on, and the next one adopts them. */
  readonly stopAgents: boolean;
}

/** However much is heard of, it looks no more often than that. */
const leastPause = 100;

/**
 * The supervisor of one place: takes the turns that are scheduled, has the driver start an agent for each, and compares
 * all the time what the table says with what runs (GAP-RC-SUP-1). It works while it has the lease of the place, one
 * look after the other; whoever takes over goes on from the table.
 */
export class Supervisor implements Loop {
  readonly #options: SupervisorOptions;
  #hint = new AbortController();
  #stopped: Promise<void> = Promise.resolve();
  #status: SupervisorStatus | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** Of the last look; undefined while another supervisor has the place. */
  get status(): SupervisorStatus | undefined {
    return this.#status;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  /** Looks soon, and not only after the interval. */
  hint(): void {
    this.#hint.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let told = '';
    while (!signal.aborted) {
      const message = await this.#attempt(signal);
      if (message !== told && message !== '') this.#options.logger.warn(message);
      told = message;
      await this.#pause(signal);
    }
  }

  /** Works until the end, or until it has not the place; why it has not, in words. */
  async #attempt(signal: AbortSignal): Promise<string> {
    const { db, opening } = this.#options;
    const supervisors = new SupervisorRepository(db);
    try {
      const held = await this.#acquire(supervisors);
      if (!held) {
        const holder = await supervisors.findHolder(opening.place);
        return `another supervisor starts the agents here: ${holder ?? 'it has just gone'}; waiting for it`;
      }
      await this.#hold(held, signal);
      return '';
    } catch (error) {
      return `agents cannot be supervised: ${reasonOf(error)}; trying again`;
    } finally {
      this.#status = undefined;
    }
  }

  #acquire(supervisors: SupervisorRepository) {
    const { opening, workspaceId, holder, settings } = this.#options;
    const { place, name: driver } = opening;
    const milliseconds = settings.lease;
    const label = newId().replaceAll('-', '').slice(-16);
    return supervisors.acquire({ place, workspaceId, driver, holder, milliseconds, label });
  }

  async #hold(
    { fence, label }: { readonly fence: SupervisorFence; readonly label: string },
    signal: AbortSignal,
  ): Promise<void> {
    const lost = new AbortController();
    const renewing = this.#renew(fence, lost, signal);
    const until = AbortSignal.any([signal, lost.signal]);
    try {
      const driver = await this.#options.opening.open(label);
      try {
        await this.#work(fence, driver, until);
      } finally {
        await driver.close();
      }
    } finally {
      lost.abort();
      await renewing;
      await new SupervisorRepository(this.#options.db).release(fence).catch(() => undefined);
    }
  }

  async #work(fence: SupervisorFence, driver: Driver, until: AbortSignal): Promise<void> {
    const { db, clock, workspaceId, settings, tokens, logger } = this.#options;
    const { turnLease, stopAgents } = settings;
    const sessions = new SessionService({
      ...{ db, clock, fence, workspaceId, tokens, turnLease },
    });
    const requests = new TurnRequests({ db, fence, workspaceId, clock });
    const shift = new Shift({ ...this.#options, sessions, requests, driver });
    logger.info('supervising', { place: fence.place, epoch: fence.epoch });
    while (!until.aborted) {
      this.#status = await shift.look(until);
      await new SupervisorRepository(db).tell(fence, this.#status);
      await this.#pause(until);
    }
    if (stopAgents) await shift.stopAgents();
  }

  async #renew(fence: SupervisorFence, lost: AbortController, signal: AbortSignal): Promise<void> {
    const { db, clock, settings, logger } = this.#options;
    const until = AbortSignal.any([lost.signal]);
    while (!until.aborted) {
      await clock.sleep(settings.lease / 3, until);
      if (until.aborted) return;
      try {
        if (await new SupervisorRepository(db).renew(fence, settings.lease)) continue;
        if (!signal.aborted) logger.warn('another supervisor has taken over');
        lost.abort();
      } catch (error) {
        // Where nobody takes over meanwhile, the next time will do.
        logger.warn('the place could not be kept', { error: reasonOf(error) });
      }
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, settings } = this.#options;
    await clock.sleep(leastPause, signal);
    await clock.sleep(settings.interval - leastPause, AbortSignal.any([signal, this.#hint.signal]));
    this.#hint = new AbortController();
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
