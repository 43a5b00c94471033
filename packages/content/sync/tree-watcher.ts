import { requireTree } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { publishedFolder, type ContentTree } from '../tree/content-tree.ts';
import { FolderWatcher, type FolderWatcherOptions } from './folder-watcher.ts';
import type { Indexer } from './indexer.ts';

export interface TreeWatcherOptions extends Pick<
  FolderWatcherOptions,
  'mode' | 'pollMilliseconds'
> {
  readonly tree: ContentTree;
  readonly indexer: Indexer;
  /** Paths below `config/`; without paths, any may have changed. */
  readonly onConfigChange: (paths: readonly string[]) => Promise<void>;
  /** Paths below `media/` or `.published/media/`; without paths, any may have changed. */
  readonly onMediaChange?: (paths: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function watchTree(options: TreeWatcherOptions): FolderWatcher {
  const { tree, mode, pollMilliseconds, clock, logger } = options;
  return new FolderWatcher({
    id: 'content-watcher',
    directory: tree.root,
    isWatched: (path) => isOfPublicMedia(path) || !path.split('/').some(isHidden),
    onChange: (paths) => (paths.length > 0 ? indexChanged(options, paths) : sweep(options)),
    mode,
    pollMilliseconds,
    clock,
    logger,
  });
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Public versions are in a hidden folder, so its parent folders are watched as well. */
function isOfPublicMedia(path: string): boolean {
  const folder = `${publishedFolder}/media`;
  return path === publishedFolder || path === folder || path.startsWith(`${folder}/`);
}

async function indexChanged(
  { tree, indexer, onConfigChange, onMediaChange }: TreeWatcherOptions,
  paths: readonly string[],
): Promise<void> {
  // An unmounted folder looks like deleted files and settings.
  await requireTree(indexer.options.db);
  const configuration = paths.filter((path) => path.startsWith('config/'));
  if (configuration.length > 0) await onConfigChange(configuration);
  const media = paths.filter((path) => path.startsWith('media/') || isOfPublicMedia(path));
  if (media.length > 0) await onMediaChange?.(media);
  const documents: string[] = [];
  for (const path of paths) {
    // Saves in this process have already updated the rows.
    if (path.endsWith('.md') && !(await tree.isAsReplaced(path))) documents.push(path);
  }
  await indexer.indexPaths(documents);
}

async function sweep({
  indexer,
  onConfigChange,
  onMediaChange,
  logger,
}: TreeWatcherOptions): Promise<void> {
  await requireTree(indexer.options.db);
  await onConfigChange([]);
  await onMediaChange?.([]);
  const { read } = await indexer.scan();
  if (read > 0) logger.debug('reindexed files found by a full scan', { read });
}
