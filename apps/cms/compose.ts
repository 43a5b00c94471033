import { join } from 'node:path';
import { normalizeUsername, UserRepository } from '@galley/auth';
import {
  ContentService,
  ContentTree,
  DocumentLocks,
  EditLockService,
  EditorialService,
  Indexer,
  OwnershipService,
  PreviewLinkService,
  PreviewService,
  PublishedReadModel,
  RevisionService,
  Scheduler,
  ScheduleService,
  TrashService,
  TreeReconciler,
  TreeWatcher,
  WorkingCopyService,
  type People as ContentPeople,
} from '@galley/content';
import { pingDatabase, type Database } from '@galley/database';
import type { Clock, Logger, Loop } from '@galley/kernel';
import { composeRuns } from '@galley/run-api';
import { Housekeeping, type BuildInfo, type ConnectedDatabase } from '@galley/service';
import type { Config } from '@galley/settings';
import {
  loadTheme,
  PublicSite,
  RenderedBodies,
  type RenderableDocument,
  type Theme,
} from '@galley/site';
import { composeEvents } from './compose-events.ts';
import { composePeople, peopleHousekeeping, type People } from './compose-people.ts';
import { Health } from './health.ts';
import { LiveSiteSettings } from './live-site-settings.ts';
import type { ServerParts } from './server.ts';

export interface Environment {
  readonly config: Config;
  readonly db: Database;
  /** For connections beside the pool. */
  readonly databaseAddress: ConnectedDatabase['address'];
  readonly build: BuildInfo;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly managed: boolean;
  readonly instanceId: string | undefined;
}

export interface ContentServer {
  readonly parts: ServerParts;
  readonly indexer: Indexer;
  readonly setup: People['setup'];
  /** What runs beside the requests, from when the tree is indexed; by name. */
  readonly loops: Readonly<Record<string, Loop>>;
}

/** Puts the content server together: the one place that knows every part. */
export async function compose(environment: Environment): Promise<ContentServer> {
  const { config, db, clock, logger } = environment;
  const siteSettings = await LiveSiteSettings.load(config.storage.contentDirectory, logger);
  const people = await composePeople(environment, () => siteSettings.current().title);
  const { tree, indexer, watcher, ...services } = await composeContent(
    environment,
    siteSettings,
    people,
  );
  const site = composeSite(environment, siteSettings);
  const { notifications, ...events } = composeEvents(environment);
  const runs = await composeRuns(environment);
  const ping = (): Promise<void> => pingDatabase(db);
  const housekeeping = new Housekeeping({
    clock,
    logger,
    tasks: {
      ...peopleHousekeeping(people, environment),
      'expired locks': () => services.editLocks.removeExpired(),
      'what was missed of other schedules': () => services.schedule.removeOutdated(),
      ...events.housekeeping,
      'old working copies': () => services.workingCopies.removeOld(),
      'old preview links': () => services.previewLinks.removeOld(),
      'old answers': () => runs.answers.removeExpired(),
    },
  });
  return {
    indexer,
    setup: people.setup,
    loops: {
      'the watcher of the content tree': watcher,
      'what makes documents searchable': indexer.searchFiller,
      'scheduled publishing': new Scheduler({ schedule: services.schedule, clock, logger }),
      ...events.loops,
      ...runs.loops,
      'the housekeeping': housekeeping,
    },
    parts: {
      ...environment,
      ...site,
      ...services,
      notifications,
      people,
      runs,
      settings: siteSettings.current,
      mediaDirectory: join(tree.root, 'media'),
      pingDatabase: ping,
      health: new Health({ ...environment, pingDatabase: ping }),
    },
  };
}

async function composeContent(
  { config, db, clock, logger }: Environment,
  siteSettings: LiveSiteSettings,
  { previewSecret: secret }: People,
) {
  const { limits, storage } = config;
  const tree = await ContentTree.open(storage.contentDirectory);
  const settings = siteSettings.current;
  const base = { tree, settings, clock, logger, maxBytes: limits.documentBody };
  const reconciler = new TreeReconciler(base);
  const shared = { ...base, db, reconciler, locks: new DocumentLocks(db) };
  const people = peopleIn(db);
  const indexer = new Indexer(shared);
  const onConfigChange = async (): Promise<void> => {
    if (!(await siteSettings.reload())) return;
    await indexer.rederive();
    await indexer.scan();
  };
  const { watch: mode, pollInterval: pollMilliseconds } = config.content;
  const watching = { mode, pollMilliseconds, onConfigChange };
  return {
    tree,
    indexer,
    content: new ContentService(shared),
    ownership: new OwnershipService({ ...shared, people }),
    editorial: new EditorialService({ ...shared, people }),
    editLocks: new EditLockService(shared),
    revisions: new RevisionService(shared),
    trash: new TrashService(shared),
    previews: new PreviewService(shared),
    previewLinks: new PreviewLinkService({ ...shared, secret, findActor: actorsIn(db) }),
    schedule: new ScheduleService(shared),
    workingCopies: new WorkingCopyService(shared),
    watcher: new TreeWatcher({ tree, indexer, clock, logger, ...watching }),
  };
}

function actorsIn(db: Database) {
  const users = new UserRepository(db);
  return (username: string) => users.findActor(username);
}

/** Those who can sign in, as the work on documents knows them. */
function peopleIn(db: Database): ContentPeople {
  const users = new UserRepository(db);
  return { find: (username) => users.findActor(normalizeUsername(username)) };
}

function composeSite(environment: Environment, siteSettings: LiveSiteSettings) {
  const { config, db, clock, logger, build } = environment;
  const settings = siteSettings.current;
  const published = new PublishedReadModel(db);
  const bodies = new RenderedBodies(published);
  const theme = themeSource(config.storage.themesDirectory, () => settings().theme);
  return {
    published,
    site: new PublicSite({
      settings,
      published,
      bodies,
      theme,
      clock,
      logger,
      version: build.version,
    }),
    renderBody: async (document: RenderableDocument): Promise<string> =>
      (await bodies.render(document)).html,
  };
}

/** The theme that the settings name, loaded once and again when they name another. */
function themeSource(themesDirectory: string, name: () => string): () => Promise<Theme> {
  let loaded: { name: string; theme: Promise<Theme> } | undefined;
  return () => {
    if (loaded?.name !== name()) {
      const theme = loadTheme({ themesDirectory, name: name() });
      loaded = { name: name(), theme };
      // A theme that does not load is tried again at the next request, by when somebody may have mended it.
      theme.catch(() => (loaded = undefined));
    }
    return loaded.theme;
  };
}
