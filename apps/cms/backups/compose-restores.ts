import {
  GitSnapshots,
  RestoreService,
  type BackupService,
  type RestoreOptions,
} from '@galley/backup';
import { gitRemote } from './git-remote.ts';
import type { ComposedDocuments } from '../documents/compose.ts';
import type { Environment } from '../environment.ts';
import type { ComposedMedia } from '../media/compose.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';

export interface RestoreParts {
  readonly backups: BackupService;
  readonly changes: SettingsChanges;
  readonly documents: Pick<ComposedDocuments, 'tree' | 'reconciler' | 'indexer'>;
  readonly media: Pick<ComposedMedia, 'reviews' | 'onMediaChange'>;
}

export function composeRestores(
  { config, db, clock, logger }: Environment,
  { backups, changes, documents: { tree, reconciler, indexer }, media }: RestoreParts,
): { readonly restores: RestoreService; readonly gitSnapshots: GitSnapshots } {
  const follow = async (): Promise<number> => {
    // Settings first: they decide which files are documents and what may be public.
    await changes.apply();
    await changes.announce();
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
    tree,
    reconciler,
    settings: changes.current,
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
      root: tree.root,
      remote: gitRemote(config),
    }),
  };
}
