import { newId, Ticker, type Clock, type Logger } from '@galley/kernel';
import type { HeldPlace, PlaceFence, SupervisorGateway, SupervisorStatus } from '@galley/runcoord';
import type { Driver, DriverOpening } from './driver.ts';
import type { LaunchPlan } from './launch-plan.ts';
import type { RepositoryViews } from './repository-view.ts';
import { SupervisorCycle, type ShiftSettings } from './supervisor-cycle.ts';

export interface SupervisorOptions {
  readonly gateway: SupervisorGateway;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly holder: string;
  readonly opening: DriverOpening;
  readonly plan: LaunchPlan;
  /** `undefined` if the workspace has no repository. */
  readonly repositories: RepositoryViews | undefined;
  readonly settings: SupervisorSettings;
}

export interface SupervisorSettings extends ShiftSettings {
  /** Milliseconds between checks. */
  readonly interval: number;
  /** In milliseconds: maximum delay before another supervisor can take over. */
  readonly lease: number;
  /** False: the agents continue and the next supervisor adopts them. */
  readonly stopAgents: boolean;
}

/** Applies however many notifications arrive. */
const minPauseMs = 100;

interface HeldShift {
  readonly fence: PlaceFence;
  readonly driver: Driver;
  readonly shift: SupervisorCycle;
  readonly lost: AbortController;
}

/** Runs one check at a time, while holding the location's lease. A new holder continues from the table (GAP-RC-SUP-1). */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #held: HeldShift | undefined;
  #status: SupervisorStatus | undefined;
  #toldHolder: string | null | undefined;
  readonly #looks: Ticker;

  readonly loops: readonly Ticker[];

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { clock, logger, settings } = options;
    this.#looks = new Ticker({
      id: 'supervisor',
      everyMs: settings.interval - minPauseMs,
      clock,
      logger,
      run: (signal) => this.#look(signal).finally(() => clock.sleep(minPauseMs, signal)),
      finish: () => this.#stop(),
    });
    const renewal = new Ticker({
      id: 'supervisor-lease',
      everyMs: settings.lease / 3,
      runsAtStart: false,
      clock,
      logger,
      run: () => this.#renew(),
    });
    // Loops stop in reverse order: the lease is renewed until the last agent has exited.
    this.loops = [renewal, this.#looks];
  }

  get status(): SupervisorStatus | undefined {
    return this.#status;
  }

  hint(): void {
    this.#looks.wake();
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      if (this.#held?.lost.signal.aborted) await this.#leave();
      this.#held ??= await this.#take();
      if (!this.#held) return;
      const { fence, shift, lost } = this.#held;
      this.#status = await shift.look(AbortSignal.any([signal, lost.signal]));
      await this.#options.gateway.tell({ fence, status: this.#status });
    } catch (error) {
      await this.#leave();
      throw error;
    }
  }

  /** `undefined` while another supervisor holds the location, which is logged once. */
  async #take(): Promise<HeldShift | undefined> {
    const { gateway, opening, holder, settings, logger } = this.#options;
    const { place, name: driver } = opening;
    const label = newId().replaceAll('-', '').slice(-16);
    const held = await gateway.acquire({
      place,
      driver,
      holder,
      milliseconds: settings.lease,
      label,
    });
    if (held) {
      this.#toldHolder = undefined;
      return this.#begin(held);
    }
    const other = (await gateway.findHolder({ place })) ?? null;
    if (other !== this.#toldHolder)
      logger.warn('waiting for another supervisor to release its lease', { place, holder: other });
    this.#toldHolder = other;
    return undefined;
  }

  async #begin({ fence, label }: HeldPlace): Promise<HeldShift> {
    const { gateway, opening, logger } = this.#options;
    try {
      const driver = await opening.open(label, () => this.hint());
      logger.info('supervising', { place: fence.place, epoch: fence.epoch });
      const shift = new SupervisorCycle({ ...this.#options, fence, driver });
      return { fence, driver, shift, lost: new AbortController() };
    } catch (error) {
      await gateway.release({ fence }).catch(() => undefined);
      throw error;
    }
  }

  async #leave(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    this.#status = undefined;
    if (!held) return;
    try {
      await held.driver.close();
    } finally {
      await this.#options.gateway.release({ fence: held.fence }).catch(() => undefined);
    }
  }

  async #stop(): Promise<void> {
    try {
      if (this.#options.settings.stopAgents && !this.#held?.lost.signal.aborted)
        await this.#held?.shift.stopAgents();
    } finally {
      await this.#leave();
    }
  }

  async #renew(): Promise<void> {
    const { gateway, settings, logger } = this.#options;
    const held = this.#held;
    if (!held || held.lost.signal.aborted) return;
    if (await gateway.renew({ fence: held.fence, milliseconds: settings.lease })) return;
    // A check that failed in the meantime has already released the location.
    if (this.#held !== held) return;
    logger.warn('another supervisor has taken over', { place: held.fence.place });
    held.lost.abort();
    this.#looks.wake();
  }
}
