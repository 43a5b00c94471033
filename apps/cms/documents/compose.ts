import cluster from 'node:cluster';
import { normalizeUsername, UserRepository } from '@galley/auth';
import {
  AddressService,
  anchorSavedPassages,
  CommentService,
  ColleagueService,
  ContentService,
  ContentTree,
  DeadlineService,
  DocumentLocks,
  DocumentStore,
  EditLockService,
  EditorialService,
  GuestCommentService,
  Indexer,
  OwnershipService,
  PreviewLinkService,
  PreviewService,
  PublishedReadModel,
  RevisionService,
  scheduleRunner,
  ScheduleService,
  StampConfirmer,
  SuggestionService,
  TermService,
  TrashService,
  TreeReconciler,
  UnwrittenFiles,
  UnwrittenReadModel,
  watchTree,
  WorkingCopyService,
  type Directory,
  type DocumentGate,
} from '@galley/content';
import { EventConsumer, requireTree, type Database } from '@galley/database';
import { RequestCounter } from '@galley/http';
import { serviceProblems } from '@galley/service';
import type { Environment } from '../environment.ts';
import type { ComposedMedia } from '../media/compose.ts';
import type { People } from '../people/compose.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';
import { documentMetrics, searchMetrics } from './document-metrics.ts';

export type ComposedDocuments = Awaited<ReturnType<typeof composeDocuments>>;

export interface DocumentParts {
  readonly changes: SettingsChanges;
  readonly people: Pick<People, 'previewSecret'>;
  readonly media: Pick<ComposedMedia, 'onMediaChange'>;
  readonly gate: DocumentGate;
}

type ChangeHandler = (paths: readonly string[]) => Promise<void>;

export async function composeDocuments(
  environment: Environment,
  { changes, people: { previewSecret: secret }, media, gate }: DocumentParts,
) {
  const { config, db, clock, logger } = environment;
  const { current: settings } = changes;
  const tree = await ContentTree.open(config.storage.contentDirectory);
  const base = { tree, settings, clock, logger, gate, maxBytes: config.limits.documentBody };
  const reconciler = new TreeReconciler(base);
  const locks = new DocumentLocks(db);
  const shared = { ...base, db, store: new DocumentStore({ ...base, db, locks, reconciler }) };
  const indexer = new Indexer({ ...base, db, locks, reconciler });
  reindexOnChange(indexer, changes);
  const users = new UserRepository(db);
  const people = { find: (username: string) => users.findActor(normalizeUsername(username)) };
  const schedule = new ScheduleService(shared);
  const deadlines = new DeadlineService(shared);
  const editLocks = new EditLockService(shared);
  const workingCopies = new WorkingCopyService(shared);
  const findActor = (username: string) => users.findActor(username);
  const previewLinks = new PreviewLinkService({ ...shared, secret, findActor });
  const unwritten = new UnwrittenReadModel(db);
  const content = new ContentService(shared);
  const fileListeners: (() => void)[] = [];
  const telling =
    (handle: ChangeHandler): ChangeHandler =>
    (paths) => {
      // Called without paths when something may have changed; usually nothing has.
      if (paths.length > 0) for (const listener of fileListeners) listener();
      return handle(paths);
    };
  const perMinute = config.limits.formEntriesPerMinute;
  const sharedCounter = { isShared: cluster.isWorker };
  const { watch: mode, pollInterval: pollMilliseconds } = config.content;
  const watching = {
    pollMilliseconds,
    onConfigChange: telling(changes.apply),
    onMediaChange: telling(media.onMediaChange),
  };
  return {
    tree,
    root: tree.root,
    reconciler,
    indexer,
    content,
    comments: new CommentService(shared),
    guestLimits: {
      ofAddress: new RequestCounter('guest comments', perMinute, sharedCounter),
      ofSite: new RequestCounter('guest comments of the site', perMinute * 30, sharedCounter),
    },
    guestComments: new GuestCommentService({ ...shared, links: previewLinks }),
    suggestions: new SuggestionService({ ...shared, content }),
    terms: new TermService(shared),
    ownership: new OwnershipService({ ...shared, people }),
    editorial: new EditorialService({ ...shared, people }),
    addresses: new AddressService(shared),
    colleagues: new ColleagueService({ ...shared, directory: directoryOf(users) }),
    editLocks,
    revisions: new RevisionService(shared),
    trash: new TrashService(shared),
    previews: new PreviewService(shared),
    previewLinks,
    published: new PublishedReadModel(db),
    schedule,
    deadlines,
    workingCopies,
    unwritten: {
      count: () => unwritten.count(),
      cause: () => reconciler.lastFailure?.cause ?? null,
    },
    /** Calls the listener when files of settings or media change on disk. */
    onFilesChange: (listener: () => void) => void fileListeners.push(listener),
    jobs: [
      ...(mode === 'off' ? [] : [watchTree({ ...shared, ...watching, indexer, mode }).loop]),
      new StampConfirmer({ ...base, db }).loop,
      new UnwrittenFiles({ db, indexer, clock, logger }).loop,
      indexer.searchFiller.loop,
      scheduleRunner({ schedule, clock, logger }),
    ],
    eventConsumers: [
      new EventConsumer({
        name: 'comment-anchors',
        startsAt: 'end',
        handle: (transaction, events) => anchorSavedPassages(transaction, events, settings()),
        db,
        clock,
        logger,
      }).loop,
    ],
    cleanupTasks: {
      'expired locks': () => editLocks.removeExpired(),
      'outdated schedule entries': () => schedule.removeOutdated(),
      'old working copies': () => workingCopies.removeOld(),
      'old preview links': () => previewLinks.removeOld(),
    },
    health: {
      content_tree: {
        check: () => checkTree(db),
        fault: 'is missing or belongs to another database',
      },
    },
    metrics: [documentMetrics(environment), searchMetrics(indexer.searchFiller)],
  };
}

/** Settings decide which files are documents, and which of them may be public. */
function reindexOnChange(indexer: Indexer, changes: SettingsChanges): void {
  changes.onChange(async ({ editorial: { requireApproval } }) => {
    const isReadAnew = await indexer.rederive();
    if (isReadAnew || changes.current().editorial.requireApproval !== requireApproval)
      await indexer.scan();
  });
}

function directoryOf(users: UserRepository): Directory {
  return {
    list: ({ onlyReviewers, ...query }) =>
      users.search({ ...query, ...(onlyReviewers && { capability: 'documents.review' }) }),
  };
}

async function checkTree(db: Database): Promise<void> {
  try {
    await requireTree(db);
  } catch (error) {
    // A separate check covers a database that does not answer.
    if (serviceProblems.foreign_tree.is(error)) throw error;
  }
}
