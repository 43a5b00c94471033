import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { configuredAddress } from '../system/listening.ts';
import { coordinatorProblems } from '../problems.ts';
import { tokenVariable } from './client-configurations.ts';
import { bridgeStdio } from './stdio-bridge.ts';

export interface BridgeAgentOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the endpoint; without one the environment says it, or else the configuration of the project. */
  readonly url: string | undefined;
  /** Has the token, in place of the environment. */
  readonly tokenFile: string | undefined;
  /** Certificates in PEM form that are trusted beside those of the system. */
  readonly caFile: string | undefined;
  readonly input: Readable;
  readonly output: Writable;
  /** Takes a sentence about what goes wrong while the bridge stays. */
  readonly onFault: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Bridges a local agent to a coordinator until its input ends or `signal` aborts; what certificates are trusted holds
 * for the whole process. Throws `token_missing` and `endpoint_invalid`, and what reading the files and the
 * configuration throws.
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
      ? `${tokenFile} has no token of a worker; it is to have one and nothing else.`
      : `There is no token of a worker: give it in ${tokenVariable}, or in a file with --token-file. People make one with galley mcp token create.`,
  );
}

/** Where to find the coordinator, and whose certificate it shows when that is known here. */
async function endpointOf({
  url,
  environment,
  projectDirectory,
  overlays,
}: BridgeAgentOptions): Promise<{ readonly address: string; readonly certificates?: string }> {
  const given = url ?? environment['GALLEY_MCP_URL'];
  if (given) return { address: given };
  requireProject(projectDirectory);
  const config = await loadConfig({
    projectDirectory,
    environment,
    overlays: [...overlays],
    overrides: {},
  });
  const certificates = config.coordinator.tls?.certFile;
  return { address: `${configuredAddress(config)}/mcp`, ...(certificates && { certificates }) };
}

function parseEndpoint(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url;
  throw coordinatorProblems.endpoint_invalid(
    `"${address}" is no address of an MCP endpoint; one is http://127.0.0.1:7117/mcp.`,
  );
}
