import { DomainError, type Clock } from '@galley/kernel';
import type { ConsoleCommand } from './command-line.ts';
import {
  initialState,
  type ConsoleEffect,
  type ConsoleEvent,
  type ConsoleState,
  type Size,
} from './console-state.ts';
import { updated } from './console-update.ts';
import type { ConsoleView, ProposalDetail } from './console-view.ts';

export interface ConsoleSessionOptions {
  readonly source: () => Promise<ConsoleView>;
  readonly actions: ((command: ConsoleCommand) => Promise<string>) | undefined;
  readonly readOnlyReason?: string;
  readonly proposal: (id: string) => Promise<ProposalDetail>;
  readonly clock: Clock;
  readonly interval?: number;
}

const oneSecond = 1000;

/** Drops results that arrive after the person has left. */
export class ConsoleSession {
  /** Resolves when the person leaves; rejects after an unexpected error. */
  readonly ended: Promise<void>;
  readonly #options: ConsoleSessionOptions;
  readonly #end: PromiseWithResolvers<void>;
  readonly #listeners = new Set<() => void>();
  #state: ConsoleState;

  constructor(options: ConsoleSessionOptions, size: Size) {
    this.#options = options;
    this.#end = Promise.withResolvers<void>();
    this.ended = this.#end.promise;
    this.#state = initialState(
      size,
      options.actions ? undefined : readOnly(options.readOnlyReason),
    );
  }

  readonly state = (): ConsoleState => this.#state;

  readonly now = (): Date => this.#options.clock.now();

  /** Returns the function that removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly tell = (event: ConsoleEvent): void => {
    try {
      const { state, effect } = updated(this.#state, event);
      if (effect) this.#carryOut(effect);
      if (state === this.#state) return;
      this.#state = state;
      for (const listener of this.#listeners) listener();
    } catch (error) {
      this.#end.reject(error);
    }
  };

  leave(): void {
    this.#end.resolve();
  }

  /** Ends when `signal` aborts. Never rejects. */
  async read(signal: AbortSignal): Promise<void> {
    const { clock, interval = oneSecond } = this.#options;
    while (!signal.aborted) {
      const event = await this.#readOnce();
      if (signal.aborted) return;
      this.tell(event);
      await clock.sleep(interval, signal);
    }
  }

  async #readOnce(): Promise<ConsoleEvent> {
    const { source } = this.#options;
    try {
      const view = await source();
      return { type: 'read', view, at: this.now() };
    } catch (error) {
      return { type: 'read-failed', message: messageOf(error), at: this.now() };
    }
  }

  #carryOut(effect: ConsoleEffect): void {
    switch (effect.type) {
      case 'leave':
        return this.leave();
      case 'act':
        return void this.#act(effect.command);
      case 'inspect':
        return void this.#inspect(effect.proposalId);
    }
  }

  async #act(command: ConsoleCommand): Promise<void> {
    try {
      const text = await this.#options.actions?.(command);
      this.tell({ type: 'answered', text: text ?? '' });
    } catch (error) {
      const text =
        error instanceof DomainError
          ? error.message
          : `${command.name} failed: ${messageOf(error)}`;
      this.tell({ type: 'refused', text });
    }
  }

  async #inspect(proposalId: string): Promise<void> {
    try {
      this.tell({ type: 'inspected', detail: await this.#options.proposal(proposalId) });
    } catch (error) {
      const message = `Proposal ${proposalId} could not be read: ${messageOf(error)}`;
      this.tell({ type: 'inspection-failed', proposalId, message });
    }
  }
}

function readOnly(reason = 'This console is read-only.'): string {
  return reason;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
