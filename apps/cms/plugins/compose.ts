import type { ContentService, PublishedReader } from '@galley/content';
import { tryWithAdvisoryLock, type Database } from '@galley/database';
import type { AuditLog } from '@galley/kernel';
import type { Media } from '@galley/media';
import {
  AiWriter,
  builtInPlugins,
  PluginHost,
  PluginJobRepository,
  PluginPackages,
  PluginRepository,
  PluginService,
  PluginStorageRepository,
  type Grant,
  type PluginFolder,
} from '@galley/plugins';
import type { ShutdownStack } from '@galley/service';
import type { PublicSite } from '@galley/site';
import type { Environment } from '../environment.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';
import { PluginCallers } from './calling-people.ts';
import { documentGrants } from './document-grants.ts';
import { LinkTargets } from './link-targets.ts';
import { fieldTypesOf } from './field-types.ts';
import { LivePluginSettings } from './live-plugin-settings.ts';
import { mediaGrants } from './media-grants.ts';
import { networkGrants } from './network-grants.ts';
import { PluginGate } from './plugin-gate.ts';
import { PluginEvents } from './plugin-events.ts';
import { PluginFilters } from './plugin-filters.ts';
import { PluginJobs } from './plugin-jobs.ts';
import { PublicDocuments } from './public-documents.ts';
import { storageGrants } from './storage-grants.ts';

const checksFreshMs = 2_000;

export type ComposedPlugins = ReturnType<typeof composePlugins>;

export interface PluginReach {
  readonly content: ContentService;
  readonly media: Media;
  readonly published: PublishedReader;
  readonly site: PublicSite;
}

export interface PluginParts {
  readonly audit: AuditLog;
  readonly changes: Pick<SettingsChanges, 'onFilesRead' | 'current'>;
}

/** Composes plugins in two steps, since pages depend on plugins, and plugins on the services that make pages. */
export function composePlugins(environment: Environment, { audit, changes }: PluginParts) {
  const { config, db, clock, logger } = environment;
  const { contentDirectory, pluginsDirectory } = config.storage;
  const folders: readonly PluginFolder[] = [
    builtInPlugins,
    { directory: pluginsDirectory, builtin: false },
  ];
  const records = new PluginRepository({ db, clock });
  const settings = new LivePluginSettings({ contentDirectory, logger });
  const people = new PluginCallers();
  const grants: Grant[] = [...networkGrants];
  let isRunning = false;
  const host = new PluginHost({
    folders,
    records,
    grants,
    clock,
    logger,
    settings: (plugin) => settings.settingsFor(plugin),
    runsOnlyChecks: () => !isRunning,
    onSwitchedOff: (plugin, reason) =>
      audit.record({
        action: 'plugin.disable',
        actor: 'galley',
        target: plugin,
        outcome: 'success',
        address: '',
        requestId: '',
        details: { reason },
      }),
  });
  const jobs = new PluginJobs({
    jobs: new PluginJobRepository(db),
    host,
    people,
    clock,
    logger,
  });
  const filters = new PluginFilters(host, logger);
  const packages = new PluginPackages({
    directory: pluginsDirectory,
    folders,
    repository: records,
    storage: new PluginStorageRepository(db),
    logger,
    apply: () => host.apply(),
    installLock: pluginInstallLock(db),
  });
  const apply = async (): Promise<void> => {
    if (!isRunning) return;
    await settings.reload();
    await host.apply();
  };
  changes.onFilesRead(apply);
  let preparing: Promise<void> | undefined;
  let preparedAt = 0;
  /** An import, for one, writes documents for minutes, during which plugins may be switched. */
  const prepare = async (): Promise<void> => {
    const isFresh = clock.now().getTime() - preparedAt < checksFreshMs;
    if (isRunning || isFresh) return;
    preparing ??= settings
      .reload()
      .then(() => host.apply())
      .then(() => void (preparedAt = clock.now().getTime()))
      .finally(() => (preparing = undefined));
    await preparing;
  };
  const gate = new PluginGate({ host, settings: changes.current, logger, prepare });
  const { aiwriter } = config.plugins;
  const aiWriter = new AiWriter({
    ...environment,
    settings: aiwriter,
    apiKey: environment.aiWriterKey,
  });
  return {
    aiWriter,
    host,
    people,
    gate,
    pluginJobs: jobs,
    service: new PluginService({ folders, repository: records, host }),
    filters: filters.current,
    fieldTypes: () => fieldTypesOf(host.running()),
    listBlocks: filters.listBlocks,
    packages,
    run: async (cleanUp: ShutdownStack): Promise<void> => {
      isRunning = true;
      await packages.recover().catch((error: unknown) => {
        logger.warn('plugins folder not writable', { error: String(error) });
      });
      cleanUp.startLoop(host.loop);
      await apply();
    },
    /** Must be called once, before any plugin runs. */
    reach: ({ content, media, ...shown }: PluginReach): void => {
      const links = new LinkTargets({ ...shown, media });
      const storage = new PluginStorageRepository(db);
      const published = new PublicDocuments(shown.published);
      grants.push(...documentGrants({ content, people, links, published }));
      grants.push(...mediaGrants(media, people));
      grants.push(...storageGrants({ storage, clock }));
    },
    eventConsumers: [new PluginEvents({ db, host, people, clock, logger }).loop],
    jobs: [jobs.loop],
    cleanupTasks: { 'old AI writer usage': () => aiWriter.removeOldUsage() },
  };
}

export function pluginInstallLock(db: Database) {
  return <T extends object>(work: () => Promise<T>): Promise<T | undefined> =>
    tryWithAdvisoryLock(db, 'the installation of a plugin', work);
}
