import { readBuildInfo } from '@galley/service';
import { configuredAddress } from '../system/listening.ts';
import { loadProject, type ProjectOptions } from '../system/with-project.ts';
import { mcpAssets, writeMcpAssets } from './mcp-assets.ts';

/** Needs no running coordinator. `write` writes into a folder (default: as `galley run`). @throws `not_a_project`. */
export async function inspectMcp(options: Omit<ProjectOptions, 'logger'>) {
  const { projectDirectory } = options;
  const config = await loadProject(options);
  const { version } = await readBuildInfo();
  const wish = { projectDirectory, address: configuredAddress(config), version };
  return {
    assets: mcpAssets(wish),
    write: (folder?: string): Promise<string> => writeMcpAssets(wish, folder),
  };
}
