import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import { ImportBatch, readSource, type ImportFormat, type ImportReport } from '@galley/importing';
import { systemActor, systemClock } from '@galley/kernel';
import { ShutdownStack, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { openContent } from '../open-content.ts';
import type { ProjectOptions } from '../people/administer-users.ts';
import { readyContent } from '../ready-content.ts';

export interface ImportRequest {
  readonly format: ImportFormat;
  /** A folder, or the file of an export. */
  readonly source: string;
  /** Folder of media files, where the export has none. */
  readonly media?: string | undefined;
  readonly isDryRun: boolean;
  readonly publish: boolean;
  readonly onProgress?: ((pages: number) => void) | undefined;
}

/**
 * A server may run at the same time. The audit entry names the operating system account.
 * @throws `import_source_unreadable`, also after pages have been imported; the audit entry then says `interrupted`
 */
export async function importSite(
  options: ProjectOptions,
  { source, media: mediaFolder, ...request }: ImportRequest,
): Promise<ImportReport> {
  const { logger } = options;
  requireProject(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const content = await openContent({ ...options, config, cleanUp });
    await readyContent(content, logger);
    const { documents, media, settings } = content.services;
    const started = systemClock.now().toISOString().slice(0, 19).replace('T', ' ');
    const batch = `${request.format} ${started}`;
    const run = new ImportBatch({
      ...request,
      content: documents.content,
      media: { service: media.service, maxBytes: config.limits.upload },
      forms: settings.forms,
      settings: settings.current(),
      batch,
    });
    let interrupted = true;
    try {
      await run.run(readSource({ format: request.format, path: source, media: mediaFolder }));
      interrupted = false;
      return run.report();
    } finally {
      const { pages, media: files, menus, skipped } = run.report();
      const by = { by: 'command line', system_user: userInfo().username };
      if (!request.isDryRun) {
        await new AuditRepository({ db: content.db, clock: systemClock }).record({
          action: 'content.import',
          actor: systemActor.username,
          target: batch,
          outcome: 'success',
          address: '',
          requestId: '',
          details: {
            source,
            pages,
            media: files,
            menus,
            skipped: skipped.length,
            interrupted,
            ...by,
          },
        });
      }
    }
  } finally {
    await cleanUp.run();
  }
}
