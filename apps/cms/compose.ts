import { normalizeUsername, UserRepository } from '@galley/auth';
import {
  ColleagueService,
  ContentService,
  ContentTree,
  DocumentLocks,
  DocumentStore,
  EditLockService,
  EditorialService,
  Indexer,
  OwnershipService,
  PreviewLinkService,
  PreviewService,
  RevisionService,
  scheduleRunner,
  ScheduleService,
  TrashService,
  TreeReconciler,
  TreeWatcher,
  UnwrittenFiles,
  UnwrittenReadModel,
  WorkingCopyService,
  type Directory,
} from '@galley/content';
import { pingDatabase, requireTree, type Database } from '@galley/database';
import type { People as ContentPeople } from '@galley/editorial';
import type { RateLimits } from '@galley/http';
import type { Logger, Loop } from '@galley/kernel';
import { housekeeping, rateLimitsOf, serviceProblems } from '@galley/service';
import type { LiveTheme } from '@galley/site';
import { composeAgents } from './agents/compose.ts';
import { composeAiWriter } from './plugins/compose-ai-writer.ts';
import { composeBackups, type ComposedBackups } from './backups/compose.ts';
import { composeEvents } from './notifications/compose.ts';
import { composeMedia, type ComposedMedia } from './media/compose.ts';
import { composeMetrics } from './metrics/compose.ts';
import { composePeople, peopleHousekeeping, type People } from './people/compose.ts';
import { composePlugins, type ComposedPlugins } from './plugins/compose.ts';
import { composeSettings } from './settings/compose.ts';
import { composeSite, type ComposedSite } from './site/compose.ts';
import { composeRestores } from './backups/compose-restores.ts';
import { composeThemes, openTheme } from './themes/compose.ts';
import type { Environment } from './environment.ts';
import { BuildProcess } from './build/build-process.ts';
import { SiteBuilds } from './build/site-builds.ts';
import { Health } from './system/health.ts';
import { LiveSiteSettings } from './settings/live-site-settings.ts';
import type { Services, DocumentServices } from './services.ts';
import { SettingsAudit } from './settings/settings-audit.ts';

export interface ContentServer {
  readonly environment: Environment;
  readonly services: Services;
  readonly rateLimits: RateLimits;
  readonly indexer: Indexer;
  /** What runs beside the requests, from when the tree is indexed; by name. */
  readonly loops: Readonly<Record<string, Loop>>;
  readonly metrics: ReturnType<typeof composeMetrics>;
}

/** Puts the content server together: the one place that knows every part. */
export async function compose(environment: Environment): Promise<ContentServer> {
  const { config, clock, logger } = environment;
  const siteSettings = await LiveSiteSettings.load(config.storage.contentDirectory, logger);
  const settings = siteSettings.current;
  const people = await composePeople(environment, () => settings().title);
  const { contentDirectory } = config.storage;
  const settingsAudit = new SettingsAudit({ ...environment, contentDirectory, ...people });
  await settingsAudit.record();
  const theme = await openTheme(environment, settings);
  const plugins = composePlugins(environment, people.audit);
  const site = composeSite(environment, { ...plugins, settings, theme });
  const { feed, fallback, builder } = site;
  const buildProcess = new BuildProcess({ ...environment, key: () => builder.key });
  const onBuilt = () => fallback.compare();
  const builds = new SiteBuilds({
    ...environment,
    ...config.build,
    builder,
    buildProcess,
    onBuilt,
    feed,
  });
  remakePages(plugins, { ...site, builds, theme });
  const media = await composeMedia(environment, { ...site, builds, settings });
  const { backups, ...backing } = composeBackups(environment);
  const { tree, reconciler, indexer, tending, onSettingsChange, ...documents } =
    await composeContent(environment, {
      siteSettings,
      settingsAudit,
      theme,
      people,
      plugins,
      builds,
      media,
      backing,
      answers: site.answers,
    });
  plugins.reach({ ...site, content: documents.content, media });
  followSettings(feed, logger, async () => {
    await onSettingsChange();
    await theme.reload();
  });
  const following = { settings, onSettingsChange, announce: () => feed.announceSettings() };
  const { housekeeping: restoring, ...restoration } = composeRestores(environment, {
    ...following,
    backups,
    tree,
    reconciler,
    indexer,
    media,
  });
  const { notifications, ...events } = composeEvents(environment);
  const { runs, ...agents } = await composeAgents(environment, {
    ...documents,
    ...restoration,
    settings,
  });
  const { aiWriter, ...writing } = composeAiWriter(environment);
  const tasks = {
    ...peopleHousekeeping(people, environment),
    ...contentHousekeeping(documents),
    ...events.housekeeping,
    ...writing.housekeeping,
    ...backing.housekeeping,
    ...restoring,
    ...media.housekeeping,
    ...agents.housekeeping,
  };
  const cleaning = housekeeping({ clock, logger, tasks });
  const scheduler = scheduleRunner({ schedule: documents.schedule, clock, logger });
  const rateLimits = rateLimitsOf(environment.config);
  const themes = composeThemes(environment, {
    ...following,
    live: theme,
    settingsLock: settingsAudit.edit,
  });
  const measured = { feed, indexer, people, rateLimits, runs };
  return {
    indexer,
    metrics: composeMetrics(environment, { ...site, builds, backups, ...measured }),
    loops: {
      ...loopsOf({
        feed,
        outputCheck: fallback.loop,
        ...tending,
        theme,
        builds,
        indexer,
        media,
        scheduler,
        housekeeping: cleaning,
      }),
      ...backing.loops,
      ...events.loops,
      ...agents.loops,
      ...plugins.loops,
    },
    environment,
    rateLimits,
    services: {
      aiWriter,
      backups: { backups, ...restoration },
      builds,
      documents,
      health: healthOf(environment, { answers: site.answers, setup: people.setup }),
      media,
      notifications,
      people,
      plugins,
      runs,
      settings: {
        current: settings,
        ...composeSettings(environment, {
          ...following,
          plugins,
          themes,
          underLock: settingsAudit.edit,
        }),
      },
      site,
      themes,
    },
  };
}

/** What was made with another theme or other plugins is not what is to be shown now. */
function remakePages(
  { host }: Pick<ComposedPlugins, 'host'>,
  { answers, builds, theme }: Pick<ContentParts, 'answers' | 'builds' | 'theme'>,
): void {
  theme.onChange(() => builds.changed('settings'));
  host.subscribe(() => {
    answers.clear();
    builds.changed('settings');
  });
}

interface RunningParts {
  readonly feed: Loop;
  readonly outputCheck: Loop;
  readonly watcher: Loop;
  readonly unwrittenFiles: Loop;
  readonly theme: Loop;
  readonly builds: Loop;
  readonly indexer: Indexer;
  readonly media: ComposedMedia;
  readonly scheduler: Loop;
  readonly housekeeping: Loop;
}

/** By the id of each in logs and metrics. */
function loopsOf({ indexer, media, ...parts }: RunningParts): Readonly<Record<string, Loop>> {
  return {
    'public-change-feed': parts.feed,
    'static-output-check': parts.outputCheck,
    'content-watcher': parts.watcher,
    'unwritten-files': parts.unwrittenFiles,
    'theme-watcher': parts.theme,
    'static-builder': parts.builds,
    'search-filler': indexer.searchFiller.loop,
    'media-index': media.firstScan,
    'schedule-runner': parts.scheduler,
    housekeeping: parts.housekeeping,
  };
}

function healthOf(
  environment: Environment,
  { answers, setup }: Pick<ComposedSite, 'answers'> & Pick<People, 'setup'>,
): Health {
  const ping = (): Promise<void> => pingDatabase(environment.db);
  const maySendStale = (): boolean => answers.maySendStale;
  const checkTree = (): Promise<void> =>
    requireTree(environment.db).catch((error: unknown) => {
      // A database that does not answer is a check of its own.
      if (serviceProblems.foreign_tree.is(error)) throw error;
    });
  const checkAdministrator = async (): Promise<void> => {
    // A database that does not answer is a check of its own.
    if (await setup.isNeeded().catch(() => false)) throw new Error('there is no user');
  };
  const checks = { checkTree, checkAdministrator };
  return new Health({ ...environment, pingDatabase: ping, maySendStale, ...checks });
}

/** Settings and theme, when another process says that it has changed them. */
function followSettings(
  feed: ComposedSite['feed'],
  logger: Logger,
  takeOver: () => Promise<void>,
): void {
  feed.subscribe((news) => {
    if (news.kind !== 'settings') return;
    takeOver().catch((error: unknown) =>
      logger.error('settings not taken over', { error: String(error) }),
    );
  });
}

function contentHousekeeping(services: DocumentServices) {
  return {
    'expired locks': () => services.editLocks.removeExpired(),
    'what was missed of other schedules': () => services.schedule.removeOutdated(),
    'old working copies': () => services.workingCopies.removeOld(),
    'old preview links': () => services.previewLinks.removeOld(),
  };
}

interface ContentParts extends Pick<ComposedSite, 'answers'> {
  readonly builds: SiteBuilds;
  readonly siteSettings: LiveSiteSettings;
  readonly settingsAudit: SettingsAudit;
  readonly theme: LiveTheme;
  readonly people: People;
  readonly plugins: Pick<ComposedPlugins, 'apply'>;
  readonly media: ComposedMedia;
  readonly backing: Pick<ComposedBackups, 'noting'>;
}

async function composeContent(
  { config, db, clock, logger }: Environment,
  {
    siteSettings,
    settingsAudit,
    theme,
    people: { previewSecret: secret },
    plugins,
    answers,
    builds,
    media,
    backing,
  }: ContentParts,
) {
  const { limits, storage } = config;
  const tree = await ContentTree.open(storage.contentDirectory);
  const settings = siteSettings.current;
  const base = { tree, settings, clock, logger, maxBytes: limits.documentBody };
  const reconciler = new TreeReconciler(base);
  const locks = new DocumentLocks(db);
  const store = new DocumentStore({ ...base, locks, reconciler });
  const shared = { ...base, db, store };
  const people = peopleIn(db);
  const indexer = new Indexer({ ...base, db, locks, reconciler });
  const onSettingsChange = async (): Promise<void> => {
    // In an unmounted folder every setting has its default, and nothing would need approval.
    await requireTree(db);
    await settingsAudit.record();
    await plugins.apply();
    const { requireApproval } = settings().editorial;
    if (!(await siteSettings.reload())) return;
    await theme.reload();
    answers.clear();
    builds.changed('settings');
    const isReadAnew = await indexer.rederive();
    if (isReadAnew || settings().editorial.requireApproval !== requireApproval)
      await indexer.scan();
  };
  const { watch: mode, pollInterval: pollMilliseconds } = config.content;
  const watching = {
    mode,
    pollMilliseconds,
    onConfigChange: backing.noting(onSettingsChange),
    onMediaChange: backing.noting(media.onMediaChange),
  };
  return {
    tree,
    reconciler,
    indexer,
    onSettingsChange,
    root: tree.root,
    content: new ContentService(shared),
    ownership: new OwnershipService({ ...shared, people }),
    editorial: new EditorialService({ ...shared, people }),
    colleagues: new ColleagueService({ ...shared, directory: directoryOf(db) }),
    editLocks: new EditLockService(shared),
    revisions: new RevisionService(shared),
    trash: new TrashService(shared),
    previews: new PreviewService(shared),
    previewLinks: new PreviewLinkService({ ...shared, secret, findActor: actorsIn(db) }),
    schedule: new ScheduleService(shared),
    workingCopies: new WorkingCopyService(shared),
    unwritten: unwrittenIn(db, reconciler),
    tending: {
      watcher: new TreeWatcher({ tree, indexer, clock, logger, ...watching }),
      unwrittenFiles: new UnwrittenFiles({ db, indexer, clock, logger }).loop,
    },
  };
}

function unwrittenIn(db: Database, reconciler: TreeReconciler): DocumentServices['unwritten'] {
  const reads = new UnwrittenReadModel(db);
  return { count: () => reads.count(), cause: () => reconciler.lastFailure?.cause ?? null };
}

function actorsIn(db: Database) {
  const users = new UserRepository(db);
  return (username: string) => users.findActor(username);
}

function directoryOf(db: Database): Directory {
  const users = new UserRepository(db);
  return {
    list: ({ onlyReviewers, ...query }) =>
      users.search({ ...query, ...(onlyReviewers && { capability: 'documents.review' }) }),
  };
}

/** Those who can sign in, as the work on documents knows them. */
function peopleIn(db: Database): ContentPeople {
  const users = new UserRepository(db);
  return { find: (username) => users.findActor(normalizeUsername(username)) };
}
