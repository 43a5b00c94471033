import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import { MediaIndexer } from './media-indexer.ts';
import { MediaLocks } from './media-locks.ts';
import { MediaMoves } from './media-moves.ts';
import { MediaService } from './media-service.ts';
import { MediaTrashService } from './media-trash-service.ts';
import type { WorkingPictures } from './read-media-file.ts';
import { MediaReviewService } from './review/media-review-service.ts';
import { PendingChanges, type MediaPolicy } from './review/pending-changes.ts';
import { FileMediaStore } from './store/file-media-store.ts';
import type { MediaStore } from './store/media-store.ts';

export interface MediaOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly pictures: WorkingPictures;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: (paths: readonly string[]) => Promise<void>;
  readonly policy: MediaPolicy;
}

export interface Media {
  readonly store: MediaStore;
  readonly service: MediaService;
  readonly trash: MediaTrashService;
  readonly indexer: MediaIndexer;
  readonly reviews: MediaReviewService;
}

/** Indexes nothing. */
export async function openMedia({ contentDirectory, ...options }: MediaOptions): Promise<Media> {
  const store = await FileMediaStore.open(contentDirectory);
  const locks = new MediaLocks(options.db);
  const moves = new MediaMoves({ db: options.db, store, locks });
  const pending = new PendingChanges({ ...options, store });
  const base = { ...options, contentDirectory, store, locks, moves, pending };
  const indexer = new MediaIndexer(base);
  const service = new MediaService({ ...base, indexer });
  const reviews = new MediaReviewService({ ...base, indexer });
  return { store, service, indexer, reviews, trash: new MediaTrashService({ ...base, indexer }) };
}
