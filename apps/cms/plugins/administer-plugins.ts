import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import { systemActor, systemClock, type AuditAction, type Logger } from '@galley/kernel';
import {
  builtInPlugins,
  checkPlugin,
  maxPackageBytes,
  PluginPackages,
  pluginProblems,
  PluginRepository,
  PluginService,
  PluginStorageRepository,
  stateOfSwitch,
  type ListedPlugin,
  type PluginReview,
} from '@galley/plugins';
import { ShutdownStack, connectDatabase, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { pluginInstallLock } from './compose.ts';
import { entryOf } from './plugin-packages.ts';

export interface AdministrationParts {
  readonly service: PluginService;
  readonly packages: PluginPackages;
  readonly record: (action: AuditAction, target: string, details: object) => Promise<void>;
}

interface Confirmed {
  readonly confirmation: string;
  readonly approveRisk: boolean;
}

/**
 * Works without signing in, whether or not the server runs, which notices each change. Audit entries name the
 * operating system account.
 */
export class PluginAdministration {
  readonly #parts: AdministrationParts;

  constructor(parts: AdministrationParts) {
    this.#parts = parts;
  }

  async find(name: string): Promise<ListedPlugin> {
    const plugins = await this.#parts.service.list();
    const found = plugins.find((plugin) => plugin.name === name);
    if (found) return found;
    throw pluginProblems.plugin_not_found(
      `There is no plugin ${JSON.stringify(name)}; there are: ${plugins.map((plugin) => plugin.name).join(', ')}.`,
    );
  }

  async review(file: string): Promise<PluginReview> {
    return this.#parts.packages.review(await readArchive(file));
  }

  reviewPrevious(name: string): Promise<PluginReview> {
    return this.#parts.packages.reviewPrevious(name);
  }

  async install(file: string): Promise<PluginReview> {
    const review = await this.#parts.packages.install(await readArchive(file));
    return this.#recorded('plugin.install', review);
  }

  async update(file: string, confirmed: Confirmed): Promise<PluginReview> {
    const review = await this.#parts.packages.update(await readArchive(file), by(confirmed));
    return this.#recorded('plugin.update', review);
  }

  async rollBack(name: string, confirmed: Confirmed): Promise<PluginReview> {
    const review = await this.#parts.packages.rollBack(name, by(confirmed));
    return this.#recorded('plugin.rollback', review);
  }

  async enable(name: string, approveRisk: boolean): Promise<ListedPlugin> {
    const { service, record } = this.#parts;
    const plugin = await service.enable({ name, approveRisk, by: systemActor.username });
    const { version } = plugin;
    const permissions = plugin.permissions.map((permission) => permission.name);
    await record('plugin.enable', name, { version, permissions, approve_risk: approveRisk });
    return plugin;
  }

  async disable(name: string): Promise<void> {
    await this.#parts.service.disable({ name, by: systemActor.username });
    await this.#parts.record('plugin.disable', name, {});
  }

  async delete(name: string, removeData: boolean): Promise<void> {
    await this.#parts.packages.delete(name, { removeData });
    await this.#parts.record('plugin.delete', name, { remove_data: removeData });
  }

  async #recorded(action: AuditAction, review: PluginReview): Promise<PluginReview> {
    const { target, details } = entryOf(review);
    await this.#parts.record(action, target, details);
    return review;
  }
}

const by = (confirmed: Confirmed) => ({ ...confirmed, by: systemActor.username });

/** @throws `invalid_archive` for a missing or too large file */
async function readArchive(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw pluginProblems.invalid_archive(`${file} is not a file.`);
  if (found.size <= maxPackageBytes) return readFile(file);
  throw pluginProblems.invalid_archive(
    `${file} has ${found.size} bytes. The ZIP of a plugin has at most ${maxPackageBytes}.`,
  );
}

/** Migrates the database as a server start does. */
export async function administerPlugins<T>(
  options: ProjectOptions,
  work: (plugins: PluginAdministration) => Promise<T>,
): Promise<T> {
  const { logger } = options;
  requireProject(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const { pluginsDirectory: directory } = config.storage;
  const folders = [builtInPlugins, { directory, builtin: false }];
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    const repository = new PluginRepository({ db, clock: systemClock });
    const storage = new PluginStorageRepository(db);
    const apply = () => Promise.resolve();
    const audit = new AuditRepository({ db, clock: systemClock });
    const parts: AdministrationParts = {
      service: new PluginService({ folders, repository, host: idleHost(logger) }),
      packages: new PluginPackages({
        directory,
        folders,
        repository,
        storage,
        logger,
        apply,
        installLock: pluginInstallLock(db),
      }),
      record: (action, target, details) =>
        audit.record({
          action,
          actor: systemActor.username,
          target,
          outcome: 'success',
          address: '',
          requestId: '',
          details: { ...details, by: 'command line', system_user: userInfo().username },
        }),
    };
    return await work(new PluginAdministration(parts));
  } finally {
    await cleanUp.run();
  }
}

/** Servers run the plugins; this process only loads them for a check. */
function idleHost(logger: Logger): ConstructorParameters<typeof PluginService>[0]['host'] {
  return {
    testLoad: async (found) => {
      const fault = await checkPlugin(found, logger);
      if (fault === undefined) return;
      throw pluginProblems.invalid_plugin(`The plugin ${found.name} cannot be used: ${fault}`);
    },
    apply: () => Promise.resolve(),
    stateOf: stateOfSwitch,
  };
}
