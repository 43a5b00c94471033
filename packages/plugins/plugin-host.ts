import { DomainError, Ticker, type Clock, type Logger } from '@galley/kernel';
import { consentTo, riskyOf } from './consent.ts';
import type { Grant, Json } from './grants.ts';
import type { EventName, FilterName, HookName } from './hook-names.ts';
import { defaultHostLimits, type HostLimits } from './host-limits.ts';
import type { PluginManifest } from './manifest-schema.ts';
import { findPlugins, stampOf, type FoundPlugin, type PluginFolder } from './plugin-folders.ts';
import type { PluginRecord } from './plugin-repository.ts';
import { PluginRunner, type PluginCounts, type RunnerOptions } from './plugin-runner.ts';
import { declaredIn, targetOf } from './plugin-target.ts';
import { pluginProblems } from './problems.ts';
import { PluginFailure } from './sandbox/failures.ts';

/** What the host needs of who enabled what. */
export interface PluginRecords {
  list(): Promise<readonly PluginRecord[]>;
  /** Switches a plugin off that failed too often; false when somebody has switched it since. */
  fail(record: Pick<PluginRecord, 'name' | 'version'>, error: string): Promise<boolean>;
}

export interface PluginHostOptions {
  /** Where plugins are looked for; those that come with Galley first. */
  readonly folders: readonly PluginFolder[];
  readonly records: PluginRecords;
  /** The values of a plugin's settings, defaults filled in. */
  readonly settings: (plugin: PluginManifest) => Json;
  readonly grants: readonly Grant[];
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits?: Partial<HostLimits>;
  /** Is told when a plugin was switched off because it failed too often: for the audit log. */
  readonly onSwitchedOff?: (plugin: string, reason: string) => Promise<void>;
  /** How often the files of plugins are looked at for changes, in milliseconds. */
  readonly pollMilliseconds?: number;
}

/** A plugin that runs. */
export interface RunningPlugin {
  readonly manifest: PluginManifest;
  /** Another one when its files or settings are others. */
  readonly key: string;
  readonly counts: Readonly<PluginCounts>;
}

/** What becomes of a plugin that is found, or of one that is enabled and not found. */
export type PluginState =
  | { readonly kind: 'off' | 'running' | 'needs_approval' }
  /** It cannot be used: `error` says why, with file and line. */
  | { readonly kind: 'broken'; readonly error: string };

interface Entry {
  readonly key: string;
  readonly record: PluginRecord;
  readonly runner: PluginRunner | undefined;
  readonly error: string | undefined;
}

/** A process elsewhere may have changed something that was not heard of here. */
const sweepMilliseconds = 60_000;

/**
 * Runs the enabled plugins, each in a sandbox of its own, and passes them what happens and what they may change. A
 * plugin that fails harms nobody else: what it was to change stays as it was, and after too many failures it is
 * switched off, in every process.
 */
export class PluginHost {
  readonly #options: PluginHostOptions;
  readonly #limits: HostLimits;
  readonly #listeners = new Set<() => void>();
  readonly #entries = new Map<string, Entry>();
  #work: Promise<void> = Promise.resolve();
  /** Names of the plugins that have each hook. */
  #hooks = new Map<HookName, string[]>();
  #stamp = '';
  #appliedAt = 0;
  #isOver = false;

  /** Runs plugins until its signal aborts; the first are there when `apply` has resolved. */
  readonly loop: Ticker;

  constructor(options: PluginHostOptions) {
    this.#options = options;
    this.#limits = { ...defaultHostLimits, ...options.limits };
    const { clock, logger, pollMilliseconds: everyMs = 2_000 } = options;
    this.loop = new Ticker({
      id: 'plugin-host',
      everyMs,
      runsAtStart: false,
      clock,
      logger,
      run: () => this.#applyChanges(),
      finish: () => this.#stop(),
    });
  }

  /**
   * Starts what is enabled and does not run, stops what is not enabled, and starts anew what has other files or
   * settings. One call after the other; it never rejects for what is wrong with a plugin.
   */
  apply(): Promise<void> {
    const next = this.#work.then(() => this.#apply());
    // Whoever waits for it gets the failure; whoever comes next is not to.
    this.#work = next.catch(() => undefined);
    return next;
  }

  /** Whether any running plugin has it; cheap. */
  has(hook: HookName): boolean {
    return this.#hooks.has(hook);
  }

  /** The plugins that run, by name. */
  running(): readonly RunningPlugin[] {
    return this.#entriesByName().flatMap(([, { runner, key }]) =>
      runner ? [{ manifest: runner.manifest, key, counts: runner.counts }] : [],
    );
  }

  /** What a plugin is at here. */
  stateOf(found: FoundPlugin, record: PluginRecord | undefined): PluginState {
    const { read, problem } = found;
    if (!read) return { kind: 'broken', error: problem ?? '' };
    if (!record?.enabled) return { kind: 'off' };
    if (needsApproval(found, record)) return { kind: 'needs_approval' };
    const entry = this.#entries.get(found.name);
    return entry?.error === undefined
      ? { kind: 'running' }
      : { kind: 'broken', error: entry.error };
  }

  /** Loads a plugin and stops it again. Throws `invalid_plugin` with what is wrong with it. */
  async tryOut(found: FoundPlugin): Promise<void> {
    const { name, read, code, problem } = found;
    if (!read || !code) throw pluginProblems.invalid_plugin(problem ?? '');
    try {
      const runner = await this.#startRunner(found, { onGivenUp: () => {}, onRestarted: () => {} });
      await runner.stop();
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw pluginProblems.invalid_plugin(`The plugin ${name} cannot be used: ${reasonOf(error)}.`);
    }
  }

  /** Called after plugins came, went, or started anew; what is returned ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Passes a value through every plugin with this filter, by name; one that fails leaves it as it was. */
  async filter(hook: FilterName, value: string, context: Json): Promise<string> {
    let result = value;
    for (const runner of this.#having(hook)) {
      result = await runner
        .callForText(targetOf(hook), [result, context])
        .catch((error: unknown) => this.#otherwise(error, result));
    }
    return result;
  }

  /** Tells every plugin with this hook; what goes wrong is logged and counted, never thrown. */
  async notify(hook: EventName, event: Json): Promise<void> {
    await Promise.all(
      this.#having(hook).map((runner) =>
        runner
          .call(targetOf(hook), [event])
          .catch((error: unknown) => this.#otherwise(error, null)),
      ),
    );
  }

  /** Asks one plugin. Throws `plugin_not_running`, `plugin_failed` or `plugin_timeout`. */
  async call(plugin: string, hook: HookName, input: Json): Promise<Json> {
    const runner = this.#entries.get(plugin)?.runner;
    if (!runner || !this.#hooks.get(hook)?.includes(plugin)) {
      throw pluginProblems.plugin_not_running(
        `The plugin ${plugin} is not running, or has no ${hook}.`,
      );
    }
    try {
      return await runner.call(targetOf(hook), [input]);
    } catch (error) {
      if (!(error instanceof PluginFailure)) throw error;
      const problem =
        error.kind === 'timeout' ? pluginProblems.plugin_timeout : pluginProblems.plugin_failed;
      throw problem(`The plugin ${plugin} failed: ${error.message}.`, { plugin });
    }
  }

  #having(hook: HookName): readonly PluginRunner[] {
    const names = this.#hooks.get(hook) ?? [];
    return names.flatMap((name) => this.#entries.get(name)?.runner ?? []);
  }

  /** What a plugin does wrong has been logged and counted by now; anything else is a defect here. */
  #otherwise<T>(error: unknown, value: T): T {
    if (!(error instanceof PluginFailure)) {
      this.#options.logger.error('a plugin could not be called', { error: String(error) });
    }
    return value;
  }

  async #applyChanges(): Promise<void> {
    const sinceMs = this.#options.clock.now().getTime() - this.#appliedAt;
    if (sinceMs >= sweepMilliseconds || (await this.#haveFilesChanged())) await this.apply();
  }

  async #stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
    await Promise.all([...this.#entries.values()].map(async ({ runner }) => runner?.stop()));
  }

  async #haveFilesChanged(): Promise<boolean> {
    return (await stampOf(this.#options.folders).catch(() => this.#stamp)) !== this.#stamp;
  }

  async #apply(): Promise<void> {
    if (this.#isOver) return;
    const { folders, records, clock } = this.#options;
    this.#appliedAt = clock.now().getTime();
    this.#stamp = await stampOf(folders);
    const [found, known] = await Promise.all([findPlugins(folders), records.list()]);
    const wanted = new Map<string, Entry & { readonly found: FoundPlugin }>();
    for (const plugin of found) {
      const record = known.find(({ name }) => name === plugin.name);
      if (!record?.enabled || !plugin.read || needsApproval(plugin, record)) continue;
      const key = `${plugin.fingerprint} ${JSON.stringify(this.#options.settings(plugin.read.manifest))}`;
      wanted.set(plugin.name, { key, record, found: plugin, runner: undefined, error: undefined });
    }
    const before = this.#signature();
    await Promise.all([...this.#entries.keys()].map((name) => this.#leave(name, wanted.get(name))));
    await Promise.all([...wanted.values()].map((entry) => this.#enter(entry)));
    this.#rememberHooks();
    if (this.#signature() !== before) this.#tell();
  }

  #signature(): string {
    return this.running()
      .map(({ manifest, key }) => `${manifest.name} ${key}`)
      .sort()
      .join('\n');
  }

  /** Stops what is not wanted any more, or not like this. What is broken is tried again. */
  async #leave(name: string, wanted: Entry | undefined): Promise<void> {
    const { key, runner, record } = this.#entries.get(name)!;
    const isSame = wanted?.key === key && wanted.record.version === record.version;
    if (isSame && runner) return;
    if (!isSame || !wanted) this.#options.logger.info('a plugin is stopped', { plugin: name });
    await runner?.stop();
    if (!isSame) this.#entries.delete(name);
  }

  async #enter({ found, ...entry }: Entry & { readonly found: FoundPlugin }): Promise<void> {
    const before = this.#entries.get(found.name);
    if (before?.runner) return;
    const { logger } = this.#options;
    const { name, version } = found.read!.manifest;
    try {
      const runner = await this.#startRunner(found, {
        onGivenUp: (reason) => void this.#giveUp(name, reason),
        onRestarted: () => this.#tell(),
      });
      this.#entries.set(name, { ...entry, runner });
      logger.info('a plugin is started', { plugin: name, version });
    } catch (error) {
      const reason = reasonOf(error);
      this.#entries.set(name, { ...entry, runner: undefined, error: reason });
      if (before?.error !== reason)
        logger.error('a plugin cannot be started', { plugin: name, reason });
    }
  }

  #startRunner(
    { read, code }: FoundPlugin,
    told: Pick<RunnerOptions, 'onGivenUp' | 'onRestarted'>,
  ): Promise<PluginRunner> {
    const { grants, logger, clock, settings } = this.#options;
    return PluginRunner.start({
      read: read!,
      code: code!,
      settings: settings(read!.manifest),
      grants,
      limits: this.#limits,
      logger,
      clock,
      ...told,
    });
  }

  /** Switches off, everywhere, what failed too often. */
  async #giveUp(name: string, reason: string): Promise<void> {
    const { logger, records, onSwitchedOff } = this.#options;
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.set(name, { ...entry, runner: undefined, error: reason });
    this.#rememberHooks();
    this.#tell();
    logger.error('a plugin failed too often and is switched off', { plugin: name, reason });
    try {
      if (await records.fail(entry.record, reason)) await onSwitchedOff?.(name, reason);
    } catch (error) {
      // It does not run here; the next start, or another process, tries it again and comes to the same.
      logger.error('that a plugin is switched off could not be noted', {
        plugin: name,
        error: String(error),
      });
    }
  }

  /** Not by when they were enabled: all processes, and all builds, call plugins in one order. */
  #entriesByName(): (readonly [string, Entry])[] {
    return [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  #rememberHooks(): void {
    const hooks = new Map<HookName, string[]>();
    for (const [name, { runner }] of this.#entriesByName()) {
      if (!runner) continue;
      const { blocks, jobs, routes, ...declared } = declaredIn(runner.manifest);
      const all = [
        ...Object.values(declared).flat(),
        ...blocks.map((block) => `block:${block}`),
        ...jobs.map((job) => `job:${job}`),
        ...routes.map((route) => `route:${route}`),
      ] as HookName[];
      for (const hook of all) hooks.set(hook, [...(hooks.get(hook) ?? []), name]);
    }
    this.#hooks = hooks;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the plugin asks for something that nobody has consented to. */
function needsApproval({ read }: FoundPlugin, { consent }: PluginRecord): boolean {
  return riskyOf(read!.manifest).length > 0 && consentTo(read!.manifest) !== consent;
}

function reasonOf(error: unknown): string {
  if (error instanceof PluginFailure || error instanceof DomainError) return error.message;
  return `It cannot be started (${String(error)}).`;
}
