import {
  GitSnapshots,
  RestoreService,
  type BackupService,
  type RestoreOptions,
} from '@galley/backup';
import type { ContentTree, Indexer, TreeReconciler } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { gitRemote } from './compose.ts';
import type { ComposedMedia } from '../media/compose.ts';
import type { Environment } from '../environment.ts';

interface RestoreParts {
  readonly backups: BackupService;
  readonly tree: ContentTree;
  readonly reconciler: TreeReconciler;
  readonly indexer: Pick<Indexer, 'scan'>;
  readonly settings: () => SiteSettings;
  readonly onSettingsChange: () => Promise<void>;
  readonly media: Pick<ComposedMedia, 'reviews' | 'onMediaChange'>;
  /** Tells the other processes to look at the settings. */
  readonly announce: () => Promise<void>;
}

/** What puts a backup in the place of the content, with everything that is made from it; and git snapshots. */
export function composeRestores(
  { config, db, clock, logger }: Environment,
  { backups, media, onSettingsChange, announce, indexer, ...content }: RestoreParts,
): {
  readonly restores: RestoreService;
  readonly gitSnapshots: GitSnapshots;
  readonly housekeeping: Readonly<Record<string, () => Promise<number>>>;
} {
  const follow = async (): Promise<number> => {
    // First: they say which files are documents, and what may be public.
    await onSettingsChange();
    await announce();
    const { documents } = await indexer.scan();
    await media.onMediaChange([]);
    return documents;
  };
  const prepareTree: RestoreOptions['prepareTree'] = async (
    connection,
    { keepsMedia, ...tree },
  ) => {
    if (!keepsMedia) await media.reviews.keepPublicVersions(connection, tree);
  };
  const restores = new RestoreService({
    ...content,
    db,
    clock,
    logger,
    follow,
    prepareTree,
    backups,
  });
  return {
    restores,
    gitSnapshots: new GitSnapshots({
      db,
      clock,
      root: content.tree.root,
      remote: gitRemote(config),
    }),
    housekeeping: { 'what is left of restores': () => restores.cleanUp() },
  };
}
