import type { Clock, Logger } from '@galley/kernel';
import { checkExports } from './check-exports.ts';
import { FailureWindow } from './failure-window.ts';
import {
  executeGrant,
  selectImports,
  type CallingPlugin,
  type Grant,
  type Json,
} from './grants.ts';
import type { HostLimits } from './host-limits.ts';
import type { ParsedManifest } from './manifest.ts';
import { audienceOf, audiencesIn, type Audience, type PluginTarget } from './plugin-target.ts';
import { locateText, PluginFailure } from './sandbox/failures.ts';
import type { LogLevel, PluginCode } from './sandbox/messages.ts';
import { Sandbox } from './sandbox/sandbox.ts';

export interface RunnerOptions {
  readonly read: ParsedManifest;
  readonly code: PluginCode;
  readonly settings: Json;
  /** By default, all that the plugin declares. */
  readonly audiences?: readonly Audience[];
  readonly grants: readonly Grant[];
  readonly limits: HostLimits;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Called after too many failures or a failed restart; the runner is finished. */
  readonly onGivenUp: (reason: string) => void;
  readonly onRestarted: () => void;
}

export interface PluginCounts {
  calls: number;
  failures: number;
  refused: number;
  restarts: number;
}

/** A sandbox per audience. Restarts a broken one until it fails too often. */
export class PluginRunner {
  readonly counts: PluginCounts = { calls: 0, failures: 0, refused: 0, restarts: 0 };
  readonly #options: RunnerOptions;
  readonly #failures: FailureWindow;
  /** Visitors must not be able to disable a plugin, so its endpoints only pause (ADD-PLUG-13). */
  readonly #visitorFailures: FailureWindow;
  readonly #told = new Set<string>();
  readonly #counted = new WeakSet<PluginFailure>();
  readonly #stopping = new AbortController();
  readonly #sandboxes = new Map<Audience, Promise<Sandbox>>();

  private constructor(options: RunnerOptions) {
    this.#options = options;
    const { failures: most, window: milliseconds } = options.limits;
    this.#failures = new FailureWindow({ most, milliseconds });
    this.#visitorFailures = new FailureWindow({ most, milliseconds });
    const { read, audiences = audiencesIn(read.manifest) } = options;
    for (const audience of audiences) {
      const sandbox = this.#load(audience);
      sandbox.catch(() => undefined);
      this.#sandboxes.set(audience, sandbox);
    }
  }

  /** Throws `PluginFailure`, or `invalid_plugin` when the module does not match plugin.yaml. */
  static async start(options: RunnerOptions): Promise<PluginRunner> {
    const runner = new PluginRunner(options);
    try {
      await Promise.all(runner.#sandboxes.values());
      return runner;
    } catch (error) {
      await runner.stop();
      throw error;
    }
  }

  get manifest() {
    return this.#options.read.manifest;
  }

  /** Throws `PluginFailure`, which is logged and counted. */
  async call({ group, name }: PluginTarget, values: readonly Json[]): Promise<Json> {
    this.counts.calls += 1;
    const audience = audienceOf(group);
    if (audience === 'visitors') this.#requireUnpaused();
    try {
      const sandbox = await this.#sandboxes.get(audience)!;
      const text = this.#textOf(name, values);
      const milliseconds = this.#options.limits.perCall[group];
      return JSON.parse(await sandbox.call({ group, name, text, milliseconds })) as Json;
    } catch (error) {
      if (error instanceof PluginFailure) this.#note(error, name, audience);
      throw error;
    }
  }

  #requireUnpaused(): void {
    if (!this.#visitorFailures.isReached(this.#options.clock.now())) return;
    const message = 'its endpoints failed too often, and pause for up to a minute';
    throw new PluginFailure({ kind: 'timeout', message });
  }

  async callForText(target: PluginTarget, values: readonly Json[]): Promise<string> {
    const value = await this.call(target, values);
    if (typeof value === 'string') return value;
    const { code } = this.#options;
    const { group, name } = target;
    const failure = new PluginFailure({
      kind: 'error',
      message: `${name} in ${group} must return text, not ${typeName(value)}`,
      place: locateText(code.main, name, code),
    });
    this.#note(failure, name, audienceOf(group));
    throw failure;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const stopped = [...this.#sandboxes.values()].map(async (loading) => {
      const sandbox = await loading.catch(() => undefined);
      await sandbox?.stop();
    });
    await Promise.all(stopped);
  }

  #textOf(name: string, values: readonly Json[]): string {
    const text = JSON.stringify(values);
    const { crossing } = this.#options.limits;
    if (text.length <= crossing) return text;
    throw new PluginFailure({
      kind: 'error',
      message: `what ${name} was to be given is too large`,
    });
  }

  async #load(audience: Audience): Promise<Sandbox> {
    const { read, code, settings, grants, limits } = this.#options;
    const { permissions } = read.manifest;
    const sandbox = await Sandbox.start({
      code,
      limits,
      settings: JSON.stringify(settings),
      ...selectImports(grants, permissions),
      ask: (name, text) => this.#answer(name, text, audience),
      say: (level, text) => this.#say(level, text),
    });
    try {
      checkExports(read, code, await sandbox.exports);
    } catch (error) {
      await sandbox.stop();
      throw error;
    }
    void this.#restartWhenBroken(sandbox, audience);
    return sandbox;
  }

  async #restartWhenBroken(sandbox: Sandbox, audience: Audience): Promise<void> {
    const failure = await sandbox.ended;
    if (failure === undefined || this.#stopping.signal.aborted) return;
    const another = this.#load(audience);
    // Concurrent calls wait for the new sandbox and fail with it.
    another.catch(() => undefined);
    this.#sandboxes.set(audience, another);
    this.#note(failure, 'its sandbox', audience);
    this.counts.restarts += 1;
    try {
      await another;
      if (this.#stopping.signal.aborted) await (await another).stop();
      else this.#options.onRestarted();
    } catch (error) {
      this.#giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  #note(failure: PluginFailure, where: string, audience: Audience): void {
    // All running calls fail with one failure, which counts once.
    if (this.#counted.has(failure) || this.#stopping.signal.aborted) return;
    this.#counted.add(failure);
    this.counts.failures += 1;
    const { logger, clock, read } = this.#options;
    logger.warn('plugin failed', {
      plugin: read.manifest.name,
      in: where,
      reason: failure.message,
      ...(failure.place && { file: failure.place.file, line: failure.place.line }),
    });
    if (audience === 'visitors') this.#visitorFailures.note(clock.now());
    else if (this.#failures.note(clock.now())) this.#giveUp(failure.message);
  }

  #giveUp(reason: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    void this.stop();
    this.#options.onGivenUp(reason);
  }

  #answer(name: string, text: string, audience: Audience) {
    const { read, grants, logger, limits } = this.#options;
    const { manifest } = read;
    const { name: called } = manifest;
    const plugin: CallingPlugin = {
      name: called,
      manifest,
      audience,
      signal: this.#stopping.signal,
    };
    return executeGrant(
      { name, text, plugin },
      {
        grants,
        logger,
        maxCharacters: limits.crossing,
        onRefused: () => this.#refuse(name),
      },
    );
  }

  #refuse(name: string): void {
    this.counts.refused += 1;
    if (this.#told.has(name)) return;
    this.#told.add(name);
    const { logger, read } = this.#options;
    const plugin = read.manifest.name;
    logger.warn('plugin call without permission', { plugin, function: name });
  }

  #say(level: LogLevel, text: string): void {
    const { logger, read } = this.#options;
    logger[level]('a plugin says', { plugin: read.manifest.name, text });
  }
}

function typeName(value: Json): string {
  if (value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
