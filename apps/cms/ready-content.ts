import type { Logger } from '@galley/kernel';
import type { ContentServer } from './compose.ts';

/**
 * Updates the index and runs due schedules before any request or build, so that content which should have been
 * unpublished during downtime is never shown.
 */
export async function readyContent(content: ContentServer, logger: Logger): Promise<void> {
  await content.services.media.indexer.finish();
  await index(content, logger);
  await content.services.documents.schedule.runDue();
}

async function index({ services }: ContentServer, logger: Logger): Promise<void> {
  const { indexer } = services.documents;
  const started = performance.now();
  await indexer.rederive();
  const { documents, read, failed } = await indexer.scan();
  const duration_ms = Math.round(performance.now() - started);
  logger.info('content indexed', { documents, read, failed, duration_ms });
}
