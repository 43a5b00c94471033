import type { ImportReport } from '@galley/importing';
import { ShutdownStack, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { openContent } from '../open-content.ts';
import type { ProjectOptions } from '../people/administer-users.ts';
import { readyContent } from '../ready-content.ts';
import type { ImportedSystem, ImportRequest } from './site-imports.ts';

/**
 * A server may run at the same time. The audit entry names the operating system account.
 * @throws `import_running`, `import_format_unclear`
 * @throws `import_source_unreadable`, also after pages have been imported; the audit entry then says `interrupted`
 */
export async function importSite(
  options: ProjectOptions,
  request: ImportRequest,
): Promise<ImportReport & ImportedSystem> {
  const { logger } = options;
  requireProject(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const content = await openContent({ ...options, config, cleanUp });
    await readyContent(content, logger);
    return await content.services.imports.service.importNow(request);
  } finally {
    await cleanUp.run();
  }
}
