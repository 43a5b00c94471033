import { basename } from 'node:path';
import { PackageFolders, unpackPackage } from '@galley/archive';
import { canonicalJson, sha256, type Logger } from '@galley/kernel';
import { aiWriterInfo } from './aiwriter/ai-writer-info.ts';
import { checkPlugin } from './check-plugin.ts';
import { consentId, describeRisk, listRisky } from './consent.ts';
import { listChanges, widens, type PluginChange } from './plugin-changes.ts';
import { findPlugins, readPlugin, type FoundPlugin, type PluginFolder } from './plugin-folders.ts';
import { readPluginPackage, type ReadPlugin } from './plugin-package.ts';
import type { PluginRecord, PluginRepository } from './plugin-repository.ts';
import { askedPermissions, type AskedPermission } from './plugin-service.ts';
import type { PluginStorageRepository } from './plugin-storage-repository.ts';
import { pluginProblems } from './problems.ts';

export interface PluginPackagesOptions {
  /** The project's plugins. */
  readonly directory: string;
  readonly folders: readonly PluginFolder[];
  readonly repository: PluginRepository;
  readonly storage: PluginStorageRepository;
  readonly logger: Logger;
  /** Starts, stops and restarts plugins in this process. */
  readonly apply: () => Promise<void>;
  /** Across processes; returns undefined while another plugin is being changed. */
  readonly installLock: <T extends object>(work: () => Promise<T>) => Promise<T | undefined>;
}

/** A version of a plugin, and its differences from the installed one (ADD-PLUG-2). */
export interface PluginReview {
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  readonly permissions: readonly AskedPermission[];
  readonly hosts: readonly string[];
  /** Null unless the plugin is installed; empty if its plugin.yaml is invalid. */
  readonly installedVersion: string | null;
  /** Everything is added if the plugin is not installed. */
  readonly changes: readonly PluginChange[];
  /** The plugin is enabled, and the change grants it more than was approved. */
  readonly needsApproval: boolean;
  /** Names these changes between these two versions. */
  readonly confirmation: string;
}

export interface ConfirmedChange {
  readonly confirmation: string;
  readonly approveRisk: boolean;
  readonly by: string;
}

interface Versions {
  readonly next: ReadPlugin;
  /** Names the bytes of `next`. */
  readonly nextId: string;
  readonly installed: FoundPlugin | undefined;
}

/** Installs, updates, rolls back and deletes plugins of the project (ADD-PLUG-1 to ADD-PLUG-4). */
export class PluginPackages {
  readonly #options: PluginPackagesOptions;
  readonly #files: PackageFolders;

  constructor(options: PluginPackagesOptions) {
    this.#options = options;
    this.#files = pluginFolders(options.directory);
  }

  /** Completes or undoes what a killed process left, unless a change is running. */
  async recover(): Promise<void> {
    await this.#options.installLock(async () => {
      await this.#files.recover();
      return {};
    });
  }

  /** From plugin.yaml. @throws `invalid_archive`, `invalid_plugin` */
  async nameOf(archive: Buffer): Promise<string> {
    return (await readPluginPackage(archive)).plugin.name;
  }

  /** Loads the plugin without installing it. @throws `invalid_archive`, `invalid_plugin`, `plugin_built_in` */
  async review(archive: Buffer): Promise<PluginReview> {
    return this.#review(await this.#packed(archive));
  }

  /** Describes a rollback. @throws `plugin_not_found`, `plugin_built_in`, `no_previous_version`, `invalid_plugin` */
  async reviewPrevious(name: string): Promise<PluginReview> {
    return this.#review(await this.#previous(name));
  }

  previousVersion(name: string): Promise<string | null> {
    return findPreviousVersion(this.#options.directory, name);
  }

  /** It stays disabled. @throws errors of `review`, `plugin_exists`, `plugins_not_written` */
  install(archive: Buffer): Promise<PluginReview> {
    return this.#exclusively(async () => {
      const versions = await this.#packed(archive);
      const { name } = versions.next;
      if (versions.installed)
        throw pluginProblems.plugin_exists(
          `The plugin ${name} is installed already. Update it instead.`,
        );
      const review = await this.#review(versions);
      // A plugin of the same name whose folder was deleted by hand leaves its switch and its consent.
      await this.#options.repository.forget(name);
      await this.#unpack(archive);
      return review;
    });
  }

  /**
   * The previous version is kept.
   *
   * @throws errors of `review`, `plugin_not_found`, `plugin_changes_not_confirmed`, `approval_of_risk_required`,
   *   `plugins_not_written`
   */
  update(archive: Buffer, confirmed: ConfirmedChange): Promise<PluginReview> {
    return this.#exclusively(async () => {
      const versions = await this.#packed(archive);
      const { name } = versions.next;
      if (!versions.installed) throw notInstalled(name);
      return this.#change(versions, confirmed, () => this.#unpack(archive));
    });
  }

  /** Exchanges the installed and the previous version. @throws errors of `reviewPrevious` and `update` */
  rollBack(name: string, confirmed: ConfirmedChange): Promise<PluginReview> {
    return this.#exclusively(async () => {
      const versions = await this.#previous(name);
      return this.#change(versions, confirmed, () => this.#files.rollBack(name));
    });
  }

  /** Settings stay in config/plugins.yaml. @throws `plugin_not_found`, `plugin_built_in`, `plugin_enabled` */
  async delete(name: string, { removeData }: { readonly removeData: boolean }): Promise<void> {
    const { repository, storage } = this.#options;
    await this.#exclusively(async () => {
      const found = await this.#find(name);
      if (!found) throw notInstalled(name);
      if ((await this.#record(name))?.enabled)
        throw pluginProblems.plugin_enabled(`The plugin ${name} is enabled. Disable it first.`);
      // Before the folder: if this process is killed, the deletion can be repeated.
      if (removeData) await storage.deleteAll(name);
      await this.#files.remove(found.folder);
      await repository.forget(name);
      return {};
    });
  }

  async #change(
    versions: Versions,
    { confirmation, approveRisk, by }: ConfirmedChange,
    store: () => Promise<unknown>,
  ): Promise<PluginReview> {
    const { manifest } = versions.next.read;
    const { name } = manifest;
    const review = await this.#review(versions);
    if (review.confirmation !== confirmation) {
      throw pluginProblems.plugin_changes_not_confirmed(
        `The confirmation is for another version of ${name}, or the installed one has changed since. Review the changes again.`,
      );
    }
    if (review.needsApproval && !approveRisk) {
      throw pluginProblems.approval_of_risk_required(
        `${name} ${manifest.version} requests more than was approved. It could ${describeRisk(manifest)}. If you agree, send approve_risk: true.`,
        { permissions: askedPermissions(manifest), hosts: manifest.hosts },
      );
    }
    const isEnabled = (await this.#record(name))?.enabled;
    await store();
    // Until then, other processes stop a version that requests more.
    if (isEnabled) await this.#options.repository.setConsent(name, consentId(manifest), by);
    return review;
  }

  async #review({ next, nextId, installed }: Versions): Promise<PluginReview> {
    // Without its functions, which nobody has approved yet.
    const fault = await checkPlugin(next, this.#options.logger);
    if (fault !== undefined)
      throw pluginProblems.invalid_plugin(`The plugin ${next.name} cannot be used: ${fault}`);
    const { manifest } = next.read;
    const { name, version, author, description, hosts } = manifest;
    const changes = listChanges(installed?.read?.manifest, manifest);
    return {
      name,
      version,
      author,
      description,
      hosts,
      permissions: askedPermissions(manifest),
      installedVersion: installed ? (installed.read?.manifest.version ?? '') : null,
      changes,
      needsApproval: needsApproval({ next, installed, changes }, await this.#record(name)),
      confirmation: sha256(canonicalJson([nextId, installed?.fingerprint ?? null])),
    };
  }

  async #packed(archive: Buffer): Promise<Versions> {
    const { plugin: next, hash: nextId } = await readPluginPackage(archive);
    return { next, nextId, installed: (await this.#find(next.name))?.plugin };
  }

  async #previous(name: string): Promise<Versions> {
    const installed = (await this.#find(name))?.plugin;
    if (!installed) throw notInstalled(name);
    const folder = await this.#files.findPrevious(name);
    if (folder === undefined)
      throw pluginProblems.no_previous_version(
        `Galley has no previous version of the plugin ${name}. It keeps the one that the last update replaced.`,
      );
    const { read, ...plugin } = await readPlugin(folder, { name, builtin: false });
    if (!read) throw pluginProblems.invalid_plugin(plugin.problem ?? '');
    return { next: { ...plugin, read }, nextId: plugin.fingerprint, installed };
  }

  /** A plugin of the project. @throws `plugin_built_in` */
  async #find(name: string) {
    const all = await findPlugins(this.#options.folders);
    const plugin = all.find((one) => one.name === name);
    if (plugin?.builtin || name === aiWriterInfo.name) {
      throw pluginProblems.plugin_built_in(
        `${name} is a plugin that comes with Galley. It cannot be replaced or deleted; give another plugin another name.`,
      );
    }
    return plugin && { plugin, folder: basename(plugin.directory) };
  }

  async #record(name: string): Promise<PluginRecord | undefined> {
    return (await this.#options.repository.list()).find((record) => record.name === name);
  }

  #unpack(archive: Buffer): Promise<string> {
    return this.#files.install(async (folder) => {
      const { plugin, files } = await readPluginPackage(archive);
      await unpackPackage(files, folder);
      return plugin.name;
    });
  }

  async #exclusively<T extends object>(work: () => Promise<T>): Promise<T> {
    const { installLock, apply } = this.#options;
    const done = await installLock(async () => {
      await this.#files.recover();
      return work();
    });
    if (done === undefined) {
      throw pluginProblems.plugin_change_running(
        'Another plugin is being installed, updated or deleted. Try again when it is done.',
      );
    }
    await apply();
    return done;
  }
}

/** Null without a previous version, and for one that cannot be read. */
export async function findPreviousVersion(directory: string, name: string): Promise<string | null> {
  const folder = await pluginFolders(directory).findPrevious(name);
  if (folder === undefined) return null;
  return (await readPlugin(folder, { name, builtin: false })).read?.manifest.version ?? null;
}

interface ComparedVersions extends Pick<Versions, 'next' | 'installed'> {
  readonly changes: readonly PluginChange[];
}

function needsApproval(
  { next, installed, changes }: ComparedVersions,
  record: PluginRecord | undefined,
): boolean {
  const { manifest } = next.read;
  if (!record?.enabled || consentId(manifest) === record.consent) return false;
  const current = installed?.read?.manifest;
  const isApproved =
    current !== undefined &&
    (listRisky(current).length === 0 || consentId(current) === record.consent);
  return isApproved ? widens(changes) : listRisky(manifest).length > 0;
}

function pluginFolders(directory: string): PackageFolders {
  return new PackageFolders(directory, ({ cause, why }) =>
    pluginProblems.plugins_not_written.as(
      cause === 'disk_full' ? 'insufficient_storage' : 'unavailable',
      `The plugins folder could not be changed (${why}). The plugin is as before. Free disk space or make the folder writable.`,
      { cause },
    ),
  );
}

const notInstalled = (name: string) =>
  pluginProblems.plugin_not_found(`The project has no plugin ${JSON.stringify(name)}.`);
