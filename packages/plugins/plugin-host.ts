import {
  DomainError,
  Ticker,
  type Clock,
  type Logger,
  type IntegrationEvent,
} from '@galley/kernel';
import type { Grant, Json } from './grants.ts';
import type { FilterName, HookName } from './hook-names.ts';
import { defaultHostLimits, type HostLimits } from './host-limits.ts';
import type { PluginManifest } from './manifest-schema.ts';
import {
  findPlugins,
  stampFolders,
  type FoundPlugin,
  type PluginFolder,
} from './plugin-folders.ts';
import type { PluginRecord } from './plugin-repository.ts';
import { PluginRunner, type PluginCounts, type RunnerOptions } from './plugin-runner.ts';
import {
  checkAnswerOf,
  guardOf,
  type CheckAnswer,
  type PublicationGuard,
} from './plugin-checks.ts';
import {
  checksDocuments,
  guardsPublication,
  hookNamesOf,
  targetOf,
  type Audience,
} from './plugin-target.ts';
import { needsApproval, stateOfSwitch, type PluginState } from './plugin-state.ts';
import { pluginProblems } from './problems.ts';
import { PluginFailure } from './sandbox/failures.ts';

export interface PluginRecords {
  list(): Promise<readonly PluginRecord[]>;
  fail(record: Pick<PluginRecord, 'name' | 'version'>, error: string): Promise<boolean>;
}

export interface PluginHostOptions {
  /** Built-in plugins first. */
  readonly folders: readonly PluginFolder[];
  readonly records: PluginRecords;
  readonly settings: (plugin: PluginManifest) => Json;
  readonly grants: readonly Grant[];
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits?: Partial<HostLimits>;
  /** For the audit log. */
  readonly onSwitchedOff?: (plugin: string, reason: string) => Promise<void>;
  /** Whether to run only checks and validators, as processes that write documents and serve nothing do. */
  readonly runsOnlyChecks?: () => boolean;
  /** Interval for checking plugin files. */
  readonly pollMilliseconds?: number;
}

export interface RunningPlugin {
  readonly manifest: PluginManifest;
  /** Changes with files and settings. */
  readonly key: string;
  readonly counts: Readonly<PluginCounts>;
}

interface Entry {
  readonly key: string;
  readonly record: PluginRecord;
  readonly runner: PluginRunner | undefined;
  readonly error: string | undefined;
}

type WantedEntry = Entry & { readonly found: FoundPlugin };

/** Finds changes made by other processes. */
const sweepIntervalMs = 60_000;

/** A failing plugin leaves its input unchanged; after repeated failures it is disabled in every process. */
export class PluginHost {
  readonly #options: PluginHostOptions;
  readonly #limits: HostLimits;
  readonly #listeners = new Set<() => void>();
  readonly #entries = new Map<string, Entry>();
  #work: Promise<void> = Promise.resolve();
  /** The part of `#work` without queries: checks wait for it while they hold a connection. */
  #exchanging: Promise<void> = Promise.resolve();
  #hooks = new Map<HookName, string[]>();
  #guards: readonly PublicationGuard[] = [];
  #stamp = '';
  #appliedAt = 0;
  #isStopped = false;

  /** Stops all plugins when its signal aborts. Call `apply` to await the first start. */
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

  /** Starts, stops and restarts plugins, one call at a time. Never rejects for a faulty plugin. */
  apply(): Promise<void> {
    const next = this.#work.then(() => this.#apply());
    this.#work = next.catch(() => undefined);
    return next;
  }

  /** Plugins that must agree to publications and cannot answer (ADD-PLUG-8). */
  async guards(): Promise<readonly PublicationGuard[]> {
    await this.#exchanging;
    return this.#guards;
  }

  /** Asks every plugin with this check, in the order of names. */
  async check(hook: HookName, input: Json, plugin?: string): Promise<readonly CheckAnswer[]> {
    await this.#exchanging;
    const asked = this.#runnersWith(hook).filter(
      ({ manifest: { name } }) => plugin === undefined || name === plugin,
    );
    return Promise.all(
      asked.map((runner) =>
        checkAnswerOf(runner.manifest.name, runner.call(targetOf(hook), [input])),
      ),
    );
  }

  has(hook: HookName): boolean {
    return this.#hooks.has(hook);
  }

  running(): readonly RunningPlugin[] {
    return this.#entriesByName().flatMap(([, { runner, key }]) =>
      runner ? [{ manifest: runner.manifest, key, counts: runner.counts }] : [],
    );
  }

  stateOf(found: FoundPlugin, record: PluginRecord | undefined): PluginState {
    const state = stateOfSwitch(found, record);
    const error = this.#entries.get(found.name)?.error;
    return state.kind === 'running' && error !== undefined ? { kind: 'broken', error } : state;
  }

  /** Throws `invalid_plugin`. */
  async testLoad(found: FoundPlugin): Promise<void> {
    const { name, read, code, problem } = found;
    if (!read || !code) throw pluginProblems.invalid_plugin(problem ?? '');
    try {
      const runner = await this.#startRunner(found, { onGivenUp: () => {}, onRestarted: () => {} });
      await runner.stop();
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw pluginProblems.invalid_plugin(
        `The plugin ${name} cannot be used: ${describeFailure(error)}.`,
      );
    }
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** In the order of names; a failing plugin leaves the value unchanged. */
  async filter(hook: FilterName, value: string, context: Json): Promise<string> {
    let result = value;
    for (const runner of this.#runnersWith(hook)) {
      result = await runner
        .callForText(targetOf(hook), [result, context])
        .catch((error: unknown) => this.#recoverWith(error, result));
    }
    return result;
  }

  /** Failures are logged and counted, never thrown. */
  async notify(hook: IntegrationEvent, event: Json): Promise<void> {
    await Promise.all(
      this.#runnersWith(hook).map((runner) =>
        runner
          .call(targetOf(hook), [event])
          .catch((error: unknown) => this.#recoverWith(error, null)),
      ),
    );
  }

  /** Throws `plugin_not_running`, `plugin_failed` or `plugin_timeout`. */
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

  #runnersWith(hook: HookName): readonly PluginRunner[] {
    const names = this.#hooks.get(hook) ?? [];
    return names.flatMap((name) => this.#entries.get(name)?.runner ?? []);
  }

  /** Plugin failures are logged and counted already; others are defects of the host. */
  #recoverWith<T>(error: unknown, value: T): T {
    if (!(error instanceof PluginFailure)) {
      this.#options.logger.error('plugin call failed', { error: String(error) });
    }
    return value;
  }

  async #applyChanges(): Promise<void> {
    const sinceMs = this.#options.clock.now().getTime() - this.#appliedAt;
    if (sinceMs >= sweepIntervalMs || (await this.#haveFilesChanged())) await this.apply();
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
    await Promise.all([...this.#entries.values()].map(async ({ runner }) => runner?.stop()));
  }

  async #haveFilesChanged(): Promise<boolean> {
    return (await stampFolders(this.#options.folders).catch(() => this.#stamp)) !== this.#stamp;
  }

  async #apply(): Promise<void> {
    if (this.#isStopped) return;
    const { folders, records, clock } = this.#options;
    this.#appliedAt = clock.now().getTime();
    this.#stamp = await stampFolders(folders);
    const [found, known] = await Promise.all([findPlugins(folders), records.list()]);
    const runsOnlyChecks = this.#runsOnlyChecks;
    const wanted = new Map<string, WantedEntry>();
    for (const plugin of found) {
      const record = known.find(({ name }) => name === plugin.name);
      if (!record?.enabled || !plugin.read || needsApproval(plugin, record)) continue;
      if (runsOnlyChecks && !checksDocuments(plugin.read.manifest)) continue;
      const key = `${String(runsOnlyChecks)} ${plugin.fingerprint} ${JSON.stringify(this.#options.settings(plugin.read.manifest))}`;
      wanted.set(plugin.name, { key, record, found: plugin, runner: undefined, error: undefined });
    }
    const exchange = this.#exchange(wanted, { found, known });
    this.#exchanging = exchange.catch(() => undefined);
    await exchange;
  }

  async #exchange(
    wanted: ReadonlyMap<string, WantedEntry>,
    {
      found,
      known,
    }: { readonly found: readonly FoundPlugin[]; readonly known: readonly PluginRecord[] },
  ): Promise<void> {
    const before = this.#signature();
    await Promise.all(
      [...this.#entries.keys()].map((name) => this.#stopOutdated(name, wanted.get(name))),
    );
    await Promise.all([...wanted.values()].map((entry) => this.#startPlugin(entry)));
    this.#indexHooks();
    this.#guards = known.flatMap((record) => {
      const entry = this.#entries.get(record.name);
      return (
        guardOf({
          record,
          found: found.find(({ name }) => name === record.name),
          entry: entry && { isRunning: entry.runner !== undefined, error: entry.error },
        }) ?? []
      );
    });
    if (this.#signature() !== before) this.#notifyListeners();
  }

  get #runsOnlyChecks(): boolean {
    return this.#options.runsOnlyChecks?.() === true;
  }

  #signature(): string {
    return this.running()
      .map(({ manifest, key }) => `${manifest.name} ${key}`)
      .sort()
      .join('\n');
  }

  /** Faulty plugins are started again. */
  async #stopOutdated(name: string, wanted: Entry | undefined): Promise<void> {
    const { key, runner, record } = this.#entries.get(name)!;
    const isSame = wanted?.key === key && wanted.record.version === record.version;
    if (isSame && runner) return;
    if (!isSame || !wanted) this.#options.logger.info('plugin stopped', { plugin: name });
    await runner?.stop();
    if (!isSame) this.#entries.delete(name);
  }

  async #startPlugin({ found, ...entry }: WantedEntry): Promise<void> {
    const before = this.#entries.get(found.name);
    if (before?.runner) return;
    const { logger } = this.#options;
    const { name, version } = found.read!.manifest;
    try {
      const runner = await this.#startRunner(found, {
        onGivenUp: (reason) => void this.#disable(name, reason),
        onRestarted: () => this.#notifyListeners(),
      });
      this.#entries.set(name, { ...entry, runner });
      logger.info('plugin started', { plugin: name, version });
    } catch (error) {
      const reason = describeFailure(error);
      this.#entries.set(name, { ...entry, runner: undefined, error: reason });
      if (before?.error !== reason) logger.error('plugin not started', { plugin: name, reason });
    }
  }

  #startRunner(
    { read, code }: FoundPlugin,
    callbacks: Pick<RunnerOptions, 'onGivenUp' | 'onRestarted'>,
  ): Promise<PluginRunner> {
    const { grants, logger, clock, settings } = this.#options;
    const audiences: readonly Audience[] = ['checks'];
    return PluginRunner.start({
      read: read!,
      code: code!,
      settings: settings(read!.manifest),
      grants,
      limits: this.#limits,
      ...(this.#runsOnlyChecks && { audiences }),
      logger,
      clock,
      ...callbacks,
    });
  }

  /** Disables the plugin in all processes. */
  async #disable(name: string, reason: string): Promise<void> {
    const { logger, records, onSwitchedOff } = this.#options;
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.set(name, { ...entry, runner: undefined, error: reason });
    if (entry.runner && guardsPublication(entry.runner.manifest))
      this.#guards = [...this.#guards, { plugin: name, reason }];
    this.#indexHooks();
    this.#notifyListeners();
    logger.error('plugin disabled after repeated failures', { plugin: name, reason });
    try {
      if (await records.fail(entry.record, reason)) await onSwitchedOff?.(name, reason);
    } catch (error) {
      // Another start or process will repeat the attempt.
      logger.error('plugin disabled here, but the switch was not stored', {
        plugin: name,
        error: String(error),
      });
    }
  }

  /** All processes and builds must call plugins in the same order. */
  #entriesByName(): (readonly [string, Entry])[] {
    return [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  #indexHooks(): void {
    const hooks = new Map<HookName, string[]>();
    for (const [name, { runner }] of this.#entriesByName()) {
      if (!runner) continue;
      for (const hook of hookNamesOf(runner.manifest))
        hooks.set(hook, [...(hooks.get(hook) ?? []), name]);
    }
    this.#hooks = hooks;
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof PluginFailure || error instanceof DomainError) return error.message;
  return `It cannot be started (${String(error)}).`;
}
