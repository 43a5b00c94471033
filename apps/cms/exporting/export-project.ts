import { join } from 'node:path';
import { listExportedComments, takePublishedSnapshot } from '@galley/content';
import { withSnapshot } from '@galley/database';
import { exportSite, type ExportFormat, type ExportReport } from '@galley/exporting';
import { ShutdownStack, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { staticFolder } from '@galley/site';
import { openContent } from '../open-content.ts';
import type { ProjectOptions } from '../people/administer-users.ts';
import { readyContent } from '../ready-content.ts';

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly destination: string;
  readonly isDryRun: boolean;
  readonly replace: boolean;
}

/** A server may run at the same time. @throws `export_destination_refused` */
export async function exportProject(
  options: ProjectOptions,
  request: ExportRequest,
): Promise<ExportReport> {
  const { logger, projectDirectory } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const { contentDirectory, themesDirectory, pluginsDirectory } = config.storage;
  const folders = {
    themes: themesDirectory,
    templates: join(projectDirectory, 'templates'),
    static: join(projectDirectory, staticFolder),
    plugins: pluginsDirectory,
    runs: join(projectDirectory, 'runs'),
  };
  const cleanUp = new ShutdownStack(logger);
  try {
    const content = await openContent({ ...options, config, cleanUp });
    await readyContent(content, logger);
    const settings = content.services.settings.current();
    return await withSnapshot(content.db, async (db) => {
      const snapshot = await takePublishedSnapshot(db);
      return exportSite({
        ...request,
        projectDirectory,
        folders,
        contentDirectory,
        settings,
        snapshot,
        comments: await listExportedComments(db),
      });
    });
  } finally {
    await cleanUp.run();
  }
}
