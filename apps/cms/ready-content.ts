import type { Logger } from '@galley/kernel';
import type { ContentServer } from './compose.ts';

/**
 * Brings the index to what is in the tree, and does what is due: before anybody is answered, or anything is built, so
 * that nobody sees what was to be hidden while nothing ran.
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
