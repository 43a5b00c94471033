import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { configuredAddress } from '../system/listening.ts';
import { loadProject, type ProjectOptions } from '../system/with-project.ts';
import { coordinatorProblems } from '../problems.ts';
import { tokenVariable } from './client-configurations.ts';
import { bridgeStdio } from './stdio-bridge.ts';

export interface BridgeAgentOptions extends Omit<ProjectOptions, 'logger'> {
  /** Default: from the environment, else from the project's configuration. */
  readonly url: string | undefined;
  /** Takes precedence over the environment. */
  readonly tokenFile: string | undefined;
  readonly caFile: string | undefined;
  readonly input: Readable;
  readonly output: Writable;
  readonly onFault: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Trusted certificates apply to the whole process.
 * @throws `token_missing`, `endpoint_invalid`, and errors of reading the files and the configuration.
 */
export async function bridgeAgent(options: BridgeAgentOptions): Promise<void> {
  const { input, output, onFault, signal } = options;
  const token = await tokenOf(options);
  const { address, certificates } = await endpointOf(options);
  for (const file of [options.caFile ?? certificates].filter((name) => name !== undefined)) {
    const trusted = await readFile(file, 'utf8');
    setDefaultCACertificates([...getCACertificates('default'), trusted]);
  }
  await bridgeStdio({ url: parseEndpoint(address), token, input, output, onFault, signal });
}

async function tokenOf({ tokenFile, environment }: BridgeAgentOptions): Promise<string> {
  const given = tokenFile ? await readFile(tokenFile, 'utf8') : environment[tokenVariable];
  const token = given?.trim() ?? '';
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw coordinatorProblems.token_missing(
    tokenFile
      ? `${tokenFile} must contain a worker token and nothing else.`
      : `No worker token found. Set ${tokenVariable} or use --token-file. People create a token with galley mcp token create.`,
  );
}

async function endpointOf({
  url,
  ...project
}: BridgeAgentOptions): Promise<{ readonly address: string; readonly certificates?: string }> {
  const given = url ?? project.environment['GALLEY_MCP_URL'];
  if (given) return { address: given };
  const { projectDirectory, environment, overlays } = project;
  const config = await loadProject({ projectDirectory, environment, overlays });
  const certificates = config.coordinator.tls?.certFile;
  return { address: `${configuredAddress(config)}/mcp`, ...(certificates && { certificates }) };
}

function parseEndpoint(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url;
  throw coordinatorProblems.endpoint_invalid(
    `"${address}" is not an MCP endpoint, such as http://127.0.0.1:7117/mcp.`,
  );
}
