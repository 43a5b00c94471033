import { collectionsOperation, contentOperation, siteOperation } from '@galley/contract';
import type { PublishedReader } from '@galley/content';
import type { OperationRouter } from '@galley/http';
import type { PlatformAnswers } from '../platform-answers.ts';

export interface PlatformRoutes {
  readonly published: PublishedReader;
  readonly platform: PlatformAnswers;
}

/** The public operations, for whoever asks in a way that is not answered from what is kept, or that is refused. */
export function mountPlatform(
  router: OperationRouter,
  { published, platform }: PlatformRoutes,
): void {
  router.mount(siteOperation, () => platform.site());
  router.mount(contentOperation, ({ query }) => platform.content(published, query));
  router.mount(collectionsOperation, ({ query }) => platform.collections(published, query));
}
