import { readBuildInfo, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { configuredAddress } from '../system/listening.ts';
import { mcpAssets, writeMcpAssets } from './mcp-assets.ts';

export interface InspectMcpOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Needs no running coordinator. `write` writes into a folder (default: as `galley run`). @throws `not_a_project`. */
export async function inspectMcp(options: InspectMcpOptions) {
  const { projectDirectory } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const { version } = await readBuildInfo();
  const wish = { projectDirectory, address: configuredAddress(config), version };
  return {
    assets: mcpAssets(wish),
    write: (folder?: string): Promise<string> => writeMcpAssets(wish, folder),
  };
}
