import { Ticker, type Logger } from '@galley/kernel';
import { openMedia, type Media, type MediaLibrary } from '@galley/media';
import type { SiteSettings } from '@galley/settings';
import type { PublishedAnswers } from '@galley/site';
import type { SiteBuilds } from '../build/site-builds.ts';
import type { Environment } from '../environment.ts';
import { MediaChanges } from './media-changes.ts';
import { mediaMetrics } from './media-metrics.ts';
import { readSiteTexts } from './site-texts.ts';

/** Sweeps of the content tree also check media; without a watcher, this is the only scan. */
const dayMs = 24 * 60 * 60_000;

interface MediaParts {
  readonly mediaLibrary: MediaLibrary;
  readonly answers: PublishedAnswers;
  readonly builds: SiteBuilds;
  readonly settings: () => SiteSettings;
}

export type ComposedMedia = Awaited<ReturnType<typeof composeMedia>>;

export async function composeMedia(
  { config, projectDirectory, db, clock, logger }: Environment,
  { mediaLibrary: pictures, answers, builds, settings }: MediaParts,
) {
  const { contentDirectory } = config.storage;
  const changes = new MediaChanges({ root: contentDirectory, answers, builds });
  const onChange = (paths: readonly string[]): Promise<void> => changes.note(paths);
  const policy = {
    requiresApproval: () => settings().editorial.requireApproval,
    independence: () => settings().editorial.independence,
    siteTexts: () => readSiteTexts({ ...config.storage, projectDirectory }),
  };
  const base = { db, clock, logger, pictures, contentDirectory, policy };
  const media = await openMedia({ ...base, onChange });
  const { indexer, store } = media;
  return {
    ...media,
    onMediaChange: async (paths: readonly string[]): Promise<void> => {
      await changes.note(paths);
      if (paths.length === 0) await scan(media, logger);
      for (const path of paths) await indexer.indexPath(path);
    },
    // Scanning a large library takes long, so requests do not wait for the first scan.
    jobs: [
      new Ticker({
        id: 'media-index',
        everyMs: dayMs,
        clock,
        logger,
        run: () => scan(media, logger),
      }),
    ],
    cleanupTasks: {
      'incomplete uploads': () => store.removeAbandoned(clock.now()),
      'old image variants': () => pictures.removeOldVariants(),
    },
    metrics: [mediaMetrics(pictures)],
  };
}

/** Returns false on failure: documents stay usable, and the next sweep tries again. */
async function scan({ indexer }: Media, logger: Logger): Promise<boolean> {
  try {
    const started = performance.now();
    const report = await indexer.scan();
    if (!report || report.read + report.failed === 0) return true;
    const duration_ms = Math.round(performance.now() - started);
    logger.info('media indexed', { ...report, duration_ms });
    return true;
  } catch (error) {
    logger.error('media indexing failed', { error: String(error) });
    return false;
  }
}
