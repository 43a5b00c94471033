import { AuditRepository } from '@galley/auth';
import { ImportWorkspace } from '@galley/importing';
import type { ComposedDocuments } from '../documents/compose.ts';
import type { Environment } from '../environment.ts';
import type { ComposedMedia } from '../media/compose.ts';
import { runImportProcess } from './import-process.ts';
import { ImportRunner, type ImportRunnerOptions } from './import-runner.ts';
import { SiteImports } from './site-imports.ts';

export interface ImportParts extends Pick<ImportRunnerOptions, 'settings' | 'forms'> {
  readonly documents: Pick<ComposedDocuments, 'content'>;
  readonly media: Pick<ComposedMedia, 'service'>;
}

export function composeImports(
  environment: Environment,
  { documents, media, settings, forms }: ImportParts,
) {
  const { config, db, clock, logger } = environment;
  const runner = new ImportRunner({
    content: documents.content,
    media: media.service,
    forms,
    settings,
    audit: new AuditRepository({ db, clock }),
    maxMediaBytes: config.limits.upload,
  });
  const workspace = new ImportWorkspace(config.storage.dataDirectory);
  const service = new SiteImports({
    db,
    workspace,
    runner,
    runProcess: (signal) => runImportProcess(environment, signal),
    clock,
    logger,
  });
  return {
    service,
    jobs: [service.loop],
    cleanupTasks: { 'leftovers of imports': () => service.cleanUp() },
  };
}
