import { join } from 'node:path';
import { PublicChangeFeed, PublishedReadModel } from '@galley/content';
import { MediaLibrary } from '@galley/media';
import type { SiteSettings } from '@galley/settings';
import {
  PublicSite,
  PublishedAnswers,
  StaticFallback,
  RenderedBodies,
  type PageFilters,
  type LiveTheme,
  type RenderableDocument,
} from '@galley/site';
import { SiteBuilder } from '../build/site-builder.ts';
import type { Environment } from '../environment.ts';
import { PlatformAnswers } from '../platform/platform-answers.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';
import { siteMetrics } from './site-metrics.ts';

export type ComposedSite = ReturnType<typeof composeSite>;

export interface SiteSources {
  readonly settings: () => SiteSettings;
  readonly changes: SettingsChanges;
  readonly theme: LiveTheme;
  readonly filters: () => PageFilters;
}

export function composeSite(
  environment: Environment,
  { settings, changes, theme: live, filters }: SiteSources,
) {
  const { config, db, databaseAddress: address, clock, logger, build } = environment;
  const published = new PublishedReadModel(db);
  const mediaCacheDirectory = join(environment.projectDirectory, '.service', 'media');
  const mediaLibrary = new MediaLibrary({
    contentDirectory: config.storage.contentDirectory,
    cacheDirectory: mediaCacheDirectory,
    clock,
    logger,
  });
  const bodies = new RenderedBodies({
    pictures: mediaLibrary,
    html: () => settings().html,
    syntax: () => settings().markdown,
    texts: () => live.current().texts,
    shortcodes: () => live.current().shortcodes,
    forms: () => ({ settings: settings(), isLive: true }),
    filters,
    logger,
  });
  const editorBodies = bodies.createIsolated();
  const feed = new PublicChangeFeed({ address, clock, logger });
  const theme = live.current;
  const builder = new SiteBuilder({
    config,
    db,
    build,
    logger,
    published,
    settings,
    theme,
    filters,
    mediaLibrary,
    mediaCacheDirectory,
    projectDirectory: environment.projectDirectory,
    databaseAddress: address,
  });
  const fallback = new StaticFallback({
    ...config.storage,
    key: () => builder.key,
    settings,
    digest: () => published.digest(),
    clock,
    logger,
  });
  const answers = new PublishedAnswers({
    published,
    feed,
    fallback,
    clock,
    maxBytes: config.server.cache,
    staleIfErrorMs: config.site.staleIfError,
    contentDirectory: config.storage.contentDirectory,
  });
  live.onChange(() => answers.clear());
  changes.onChange(() => answers.clear());
  return {
    builder,
    published,
    mediaLibrary,
    feed,
    fallback,
    answers,
    platform: new PlatformAnswers({ settings, build, bodies }),
    site: new PublicSite({
      settings,
      published,
      bodies,
      theme,
      filters,
      logger,
      version: build.version,
      isLive: true,
    }),
    renderBody: async (document: RenderableDocument): Promise<string> =>
      (await editorBodies.render(document, published)).html,
    jobs: [...feed.loops, fallback.loop],
    metrics: [siteMetrics({ answers, feed })],
  };
}
