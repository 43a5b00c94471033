import { newId, type Clock, type Logger, type Loop } from '@galley/kernel';
import type { HeldPlace, PlaceFence, SupervisorDesk, SupervisorStatus } from '@galley/runcoord';
import type { Driver, DriverOpening } from './driver.ts';
import type { LaunchPlan } from './launch-plan.ts';
import type { RepositoryViews } from './repository-view.ts';
import { Shift, type ShiftSettings } from './shift.ts';

export interface SupervisorOptions {
  readonly desk: SupervisorDesk;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this process, and of none that was before it. */
  readonly holder: string;
  readonly opening: DriverOpening;
  readonly plan: LaunchPlan;
  /** Undefined when the workspace has no repository. */
  readonly repositories: RepositoryViews | undefined;
  readonly settings: SupervisorSettings;
}

export interface SupervisorSettings extends ShiftSettings {
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** After how many milliseconds somebody else may have the place whose supervisor is gone. */
  readonly lease: number;
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
    const { desk, opening } = this.#options;
    try {
      const held = await this.#acquire();
      if (!held) {
        const holder = await desk.findHolder({ place: opening.place });
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

  #acquire() {
    const { desk, opening, holder, settings } = this.#options;
    const { place, name: driver } = opening;
    const milliseconds = settings.lease;
    const label = newId().replaceAll('-', '').slice(-16);
    return desk.acquire({ place, driver, holder, milliseconds, label });
  }

  async #hold({ fence, label }: HeldPlace, signal: AbortSignal): Promise<void> {
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
      await this.#options.desk.release({ fence }).catch(() => undefined);
    }
  }

  async #work(fence: PlaceFence, driver: Driver, until: AbortSignal): Promise<void> {
    const { desk, settings, logger } = this.#options;
    const shift = new Shift({ ...this.#options, fence, driver });
    logger.info('supervising', { place: fence.place, epoch: fence.epoch });
    while (!until.aborted) {
      this.#status = await shift.look(until);
      await desk.tell({ fence, status: this.#status });
      await this.#pause(until);
    }
    if (settings.stopAgents) await shift.stopAgents();
  }

  async #renew(fence: PlaceFence, lost: AbortController, signal: AbortSignal): Promise<void> {
    const { desk, clock, settings, logger } = this.#options;
    const milliseconds = settings.lease;
    const until = AbortSignal.any([lost.signal]);
    while (!until.aborted) {
      await clock.sleep(milliseconds / 3, until);
      if (until.aborted) return;
      try {
        if (await desk.renew({ fence, milliseconds })) continue;
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
