import type { Logger } from '@galley/kernel';
import type { ContentServer } from './compose.ts';

/** Must end before any request or build, which would show content that expired during downtime. */
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
