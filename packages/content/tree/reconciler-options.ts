import type { Clock, Logger } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { ContentTree } from './content-tree.ts';

export interface ReconcilerOptions {
  readonly tree: ContentTree;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly maxBytes: number;
}
