import { contract } from '@galley/contract';
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
  router.mount(contract.platform.site, () => platform.site());
  router.mount(contract.platform.content, ({ query }) => platform.content(published, query));
  router.mount(contract.platform.collections, ({ query }) =>
    platform.collections(published, query),
  );
}
