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
  PublishedReadModel,
  RevisionService,
  TrashService,
  TreeReconciler,
  TreeWatcher,
  type People as ContentPeople,
} from '@galley/content';
import { pingDatabase, type Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import type { Config } from '@galley/settings';
import {
  loadTheme,
  PublicSite,
  RenderedBodies,
  type RenderableDocument,
  type Theme,
} from '@galley/site';
import type { BuildInfo } from './build-info.ts';
import { composePeople, peopleHousekeeping, type People } from './compose-people.ts';
import { Health } from './health.ts';
import { Housekeeping } from './housekeeping.ts';
import { LiveSiteSettings } from './live-site-settings.ts';
import type { ServerParts } from './server.ts';

export interface Environment {
  readonly config: Config;
  readonly db: Database;
  readonly build: BuildInfo;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly managed: boolean;
  readonly instanceId: string | undefined;
}

export interface ContentServer {
  readonly parts: ServerParts;
  readonly indexer: Indexer;
  readonly watcher: TreeWatcher;
  readonly setup: People['setup'];
  readonly housekeeping: Housekeeping;
}

/** Puts the content server together: the one place that knows every part. */
export async function compose(environment: Environment): Promise<ContentServer> {
  const { config, db, clock, logger } = environment;
  const siteSettings = await LiveSiteSettings.load(config.storage.contentDirectory, logger);
  const { tree, indexer, watcher, service, ownership, editorial, editLocks, revisions, trash } =
    await composeContent(environment, siteSettings);
  const site = composeSite(environment, siteSettings);
  const people = await composePeople(environment, () => siteSettings.current().title);
  const ping = (): Promise<void> => pingDatabase(db);
  return {
    indexer,
    watcher,
    setup: people.setup,
    housekeeping: new Housekeeping({
      clock,
      logger,
      tasks: {
        ...peopleHousekeeping(people, environment),
        'expired locks': () => editLocks.removeExpired(),
      },
    }),
    parts: {
      ...environment,
      ...site,
      people,
      ownership,
      settings: siteSettings.current,
      content: service,
      editorial,
      editLocks,
      revisions,
      trash,
      mediaDirectory: join(tree.root, 'media'),
      pingDatabase: ping,
      health: new Health({ ...environment, pingDatabase: ping }),
    },
  };
}

async function composeContent(
  { config, db, clock, logger }: Environment,
  siteSettings: LiveSiteSettings,
) {
  const { content, limits, storage } = config;
  const tree = await ContentTree.open(storage.contentDirectory);
  const settings = siteSettings.current;
  const base = { tree, settings, clock, logger, maxBytes: limits.documentBody };
  const reconciler = new TreeReconciler(base);
  const shared = { ...base, db, reconciler, locks: new DocumentLocks(db) };
  const indexer = new Indexer(shared);
  const onConfigChange = async (): Promise<void> => {
    if (!(await siteSettings.reload())) return;
    await indexer.rederive();
    await indexer.scan();
  };
  const watching = { mode: content.watch, pollMilliseconds: content.pollInterval, onConfigChange };
  return {
    tree,
    indexer,
    service: new ContentService(shared),
    ownership: new OwnershipService(shared),
    editorial: new EditorialService({ ...shared, people: peopleIn(db) }),
    editLocks: new EditLockService(shared),
    revisions: new RevisionService(shared),
    trash: new TrashService(shared),
    watcher: new TreeWatcher({ tree, indexer, clock, logger, ...watching }),
  };
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
