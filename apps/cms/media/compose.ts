import type { Logger, Loop } from '@galley/kernel';
import { openMedia, type Media, type MediaLibrary } from '@galley/media';
import type { SiteSettings } from '@galley/settings';
import type { PublishedAnswers } from '@galley/site';
import type { SiteBuilds } from '../build/site-builds.ts';
import type { Environment } from '../environment.ts';
import { MediaChanges } from './media-changes.ts';
import { readSiteTexts } from './site-texts.ts';

interface MediaParts {
  readonly mediaLibrary: MediaLibrary;
  readonly answers: PublishedAnswers;
  readonly builds: SiteBuilds;
  readonly settings: () => SiteSettings;
}

export interface ComposedMedia extends Media {
  /** For the watcher of the content tree: brings the index, and what pages show, to what there is. */
  readonly onMediaChange: (paths: readonly string[]) => Promise<void>;
  /** Looks through the library once, beside the requests: there may be very much of it. */
  readonly firstScan: Loop;
  readonly housekeeping: Readonly<Record<string, () => Promise<number>>>;
}

/** The media library, its index, and how it follows the files. */
export async function composeMedia(
  { config, db, clock, logger }: Environment,
  { mediaLibrary: pictures, answers, builds, settings }: MediaParts,
): Promise<ComposedMedia> {
  const { contentDirectory } = config.storage;
  const changes = new MediaChanges({ root: contentDirectory, answers, builds });
  const onChange = (paths: readonly string[]): Promise<void> => changes.note(paths);
  const policy = {
    requiresApproval: () => settings().editorial.requireApproval,
    independence: () => settings().editorial.independence,
    siteTexts: () => readSiteTexts({ ...config.storage, theme: settings().theme }),
  };
  const base = { db, clock, logger, pictures, contentDirectory, policy };
  const media = await openMedia({ ...base, onChange });
  const { indexer, store } = media;
  return {
    ...media,
    onMediaChange: async (paths) => {
      await changes.note(paths);
      if (paths.length === 0) await scanned(media, logger);
      for (const path of paths) await indexer.indexPath(path);
    },
    firstScan: once(() => scanned(media, logger)),
    housekeeping: {
      'uploads that broke off': () => store.removeAbandoned(clock.now()),
      'old variants of pictures': () => pictures.removeOldVariants(),
    },
  };
}

/** What cannot be indexed keeps nobody from working with documents; the next sweep tries again. */
async function scanned({ indexer }: Media, logger: Logger): Promise<void> {
  try {
    const started = performance.now();
    const report = await indexer.scan();
    if (!report || report.read + report.failed === 0) return;
    const duration_ms = Math.round(performance.now() - started);
    logger.info('media indexed', { ...report, duration_ms });
  } catch (error) {
    logger.error('media not indexed', { error: String(error) });
  }
}

function once(work: () => Promise<void>): Loop {
  let stopped: Promise<void> = Promise.resolve();
  return {
    start: () => {
      stopped = work();
    },
    get stopped() {
      return stopped;
    },
  };
}
