import { aiWriterInfo } from './aiwriter/ai-writer-info.ts';
import { consentId, describeRisk, listRisky } from './consent.ts';
import type { PluginManifest } from './manifest-schema.ts';
import { findPlugins, type FoundPlugin, type PluginFolder } from './plugin-folders.ts';
import type { PluginHost } from './plugin-host.ts';
import { isRisky, permissionDescriptions, type Permission } from './plugin-permissions.ts';
import type { PluginRecord, PluginRepository } from './plugin-repository.ts';
import { pluginProblems } from './problems.ts';

export interface PluginServiceOptions {
  readonly folders: readonly PluginFolder[];
  readonly repository: PluginRepository;
  readonly host: Pick<PluginHost, 'testLoad' | 'apply' | 'stateOf'>;
}

export interface AskedPermission {
  readonly name: Permission;
  readonly means: string;
  readonly risky: boolean;
}

export interface ListedPlugin {
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  readonly builtin: boolean;
  readonly enabled: boolean;
  /** `failed`: disabled by Galley; `broken`: unusable. */
  readonly state: 'off' | 'running' | 'needs_approval' | 'failed' | 'broken';
  readonly lastError: string | null;
  readonly permissions: readonly AskedPermission[];
  readonly needsApproval: boolean;
  /** Undefined for an invalid plugin.yaml and for parts of the server. */
  readonly manifest: PluginManifest | undefined;
}

export interface EnablePlugin {
  readonly name: string;
  readonly approveRisk: boolean;
  readonly by: string;
}

/** GAP-SET-5 */
export class PluginService {
  readonly #options: PluginServiceOptions;

  constructor(options: PluginServiceOptions) {
    this.#options = options;
  }

  async list(): Promise<ListedPlugin[]> {
    const { folders, repository } = this.#options;
    const [found, records] = await Promise.all([findPlugins(folders), repository.list()]);
    const listed = found.map((plugin) =>
      this.#listed(
        plugin,
        records.find(({ name }) => name === plugin.name),
      ),
    );
    const ofServer = listedAiWriter(records.find(({ name }) => name === aiWriterInfo.name));
    const others = listed.filter(({ name }) => name !== aiWriterInfo.name);
    return [...others, ofServer].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Loads the plugin first. @throws `plugin_not_found`, `invalid_plugin`, `approval_of_risk_required` */
  async enable({ name, approveRisk, by }: EnablePlugin): Promise<ListedPlugin> {
    const { host, repository } = this.#options;
    if (name === aiWriterInfo.name) {
      await repository.set({ name, enabled: true, consent: null, by });
      return this.#get(name);
    }
    const found = await this.#find(name);
    const { read, problem } = found;
    if (!read) throw pluginProblems.invalid_plugin(problem ?? `The plugin ${name} cannot be used.`);
    const { manifest } = read;
    if (!approveRisk) requireHarmless(manifest);
    await host.testLoad(found);
    const records = await repository.list();
    const running = records.find((record) => record.name === name);
    const consent = consentId(manifest);
    // An unchanged running plugin keeps running.
    if (!running?.enabled || running.consent !== consent) {
      await repository.set({ name, enabled: true, consent, by });
      await host.apply();
    }
    return this.#get(name);
  }

  /** Forgets the consent. Throws `plugin_not_found`. */
  async disable({ name, by }: Omit<EnablePlugin, 'approveRisk'>): Promise<void> {
    const { host, repository } = this.#options;
    const records = await repository.list();
    // Plugins without a folder can be disabled too.
    const isKnown = name === aiWriterInfo.name || records.some((record) => record.name === name);
    if (!isKnown) await this.#find(name);
    await repository.set({ name, enabled: false, consent: null, by });
    await host.apply();
  }

  async #find(name: string): Promise<FoundPlugin> {
    const all = await findPlugins(this.#options.folders);
    const found = all.find((plugin) => plugin.name === name);
    if (found) return found;
    const names = all.map((plugin) => plugin.name).join(', ') || 'none';
    throw pluginProblems.plugin_not_found(
      `There is no plugin ${JSON.stringify(name)}; there are: ${names}.`,
    );
  }

  async #get(name: string): Promise<ListedPlugin> {
    const plugin = (await this.list()).find((listed) => listed.name === name);
    if (plugin) return plugin;
    throw pluginProblems.plugin_not_found(`The plugin ${name} is gone.`);
  }

  #listed(found: FoundPlugin, record: PluginRecord | undefined): ListedPlugin {
    const { name, builtin } = found;
    const state = this.#options.host.stateOf(found, record);
    const { enabled = false, lastError = null } = record ?? {};
    return {
      name,
      builtin,
      enabled,
      ...described(found),
      state: state.kind === 'off' && lastError !== null ? 'failed' : state.kind,
      lastError: state.kind === 'broken' ? state.error : lastError,
    };
  }
}

function described({ read }: FoundPlugin) {
  if (!read) {
    const nothing = { version: '', author: '', description: '', permissions: [] };
    return { ...nothing, needsApproval: false, manifest: undefined };
  }
  const { manifest } = read;
  const { version, author, description } = manifest;
  return {
    version,
    author,
    description,
    manifest,
    permissions: askedPermissions(manifest),
    needsApproval: listRisky(manifest).length > 0,
  };
}

function listedAiWriter(record: PluginRecord | undefined): ListedPlugin {
  const enabled = record?.enabled ?? true;
  return {
    ...aiWriterInfo,
    builtin: true,
    enabled,
    state: enabled ? 'running' : 'off',
    lastError: null,
    permissions: [],
    needsApproval: false,
    manifest: undefined,
  };
}

export function askedPermissions({ permissions, hosts }: PluginManifest): AskedPermission[] {
  return permissions.map((name) => ({
    name,
    means:
      name === 'network'
        ? describeRisk({ permissions: [name], hosts })
        : permissionDescriptions[name],
    risky: isRisky(name),
  }));
}

function requireHarmless(manifest: PluginManifest): void {
  if (listRisky(manifest).length === 0) return;
  throw pluginProblems.approval_of_risk_required(
    `The plugin ${manifest.name} could ${describeRisk(manifest)}. If you agree, enable it with approve_risk: true.`,
    { permissions: askedPermissions(manifest), hosts: manifest.hosts },
  );
}
