import type { Clock, Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { ContentTree } from './content-tree.ts';

/** What is needed to bring the files of documents and their rows into agreement. */
export interface ReconcilerOptions {
  readonly tree: ContentTree;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Larger files are reported, not indexed; in bytes. */
  readonly maxBytes: number;
}
