import type { PublishedReader } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { PlatformAnswers } from './platform-answers.ts';

export interface PlatformServices {
  readonly published: PublishedReader;
  readonly platform: PlatformAnswers;
}

export function platformModule({
  published,
  platform,
}: PlatformServices): Module<typeof contract.platform> {
  return {
    site: () => platform.site(),

    content: ({ query }) => platform.content(published, query),

    collections: ({ query }) => platform.collections(published, query),
  };
}
