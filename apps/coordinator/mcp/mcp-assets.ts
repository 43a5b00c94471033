import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '@galley/kernel';
import {
  clientConfigurations,
  json,
  stdioCommand,
  tokenVariable,
  type McpConnection,
} from './client-configurations.ts';
import { isFileWith, replaceFile } from './replace-file.ts';
import { describeTool, mcpScopes, protocolRevisions, toolCatalogue, toolNames } from '@galley/mcp';

export interface McpAssetsOptions {
  readonly projectDirectory: string;
  /** Without a path: `http://127.0.0.1:7117`. */
  readonly address: string;
  readonly version: string;
}

/** Relative to the project's folder. */
export const mcpAssetsFolder = join('.service', 'run', 'mcp');

/** Files for agents that use the tools over MCP (RC-BASE-2, GAP-RC-MCP-1). */
export function mcpAssets(options: McpAssetsOptions) {
  const { projectDirectory, address } = options;
  const connection = { endpoint: `${address}/mcp`, projectDirectory };
  const clients = clientConfigurations(connection);
  return {
    manifest: manifestOf(options, connection, clients),
    tools: toolNames.map(describeTool),
    clients,
  };
}

/** Skips unchanged files, and removes obsolete ones unless somebody has edited them. Returns the folder. */
export async function writeMcpAssets(
  options: McpAssetsOptions,
  folder = join(options.projectDirectory, mcpAssetsFolder),
): Promise<string> {
  const clientsFolder = join(folder, 'clients');
  await mkdir(clientsFolder, { recursive: true });
  for (const made of [folder, clientsFolder]) await chmod(made, 0o755);
  const { manifest, tools, clients } = mcpAssets(options);
  const outdated = (await readWritten(join(folder, 'manifest.json'))).filter(
    ({ name }) => !Object.hasOwn(clients, name),
  );
  await replaceFile(join(folder, 'tools.json'), json({ tools }));
  for (const [name, text] of Object.entries(clients)) {
    await replaceFile(join(clientsFolder, name), text);
  }
  for (const { name, sha256: hash } of outdated) {
    const path = join(clientsFolder, name);
    if (await isFileWith(path, (text) => sha256(text) === hash)) await rm(path);
  }
  // Written last, because it lists the written files.
  await replaceFile(join(folder, 'manifest.json'), json(manifest));
  return folder;
}

function manifestOf(
  { version }: McpAssetsOptions,
  connection: McpConnection,
  clients: Readonly<Record<string, string>>,
) {
  return {
    name: 'galley',
    version,
    endpoint: connection.endpoint,
    transport: 'streamable-http',
    protocol_revisions: protocolRevisions,
    token_variable: tokenVariable,
    stdio: stdioCommand(connection),
    scopes: mcpScopes,
    tools: toolNames.map((name) => {
      const { description, scope, mutating } = toolCatalogue[name];
      return { name, description, scope, mutating };
    }),
    clients: Object.entries(clients).map(([name, text]) => ({ name, sha256: sha256(text) })),
  };
}

interface Written {
  readonly name: string;
  readonly sha256: string;
}

/** Reads the earlier manifest; empty if that is unreadable. */
async function readWritten(path: string): Promise<Written[]> {
  try {
    const { clients } = JSON.parse(await readFile(path, 'utf8')) as { clients: Written[] };
    return clients.filter(({ name }) => /^[a-z][a-z-]*\.(json|toml)$/.test(name));
  } catch {
    return [];
  }
}
