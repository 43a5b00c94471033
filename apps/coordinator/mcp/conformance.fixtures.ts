import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { pingDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { mcpEndpoint } from '@galley/mcp';
import { RunSupervision } from '@galley/runcoord';
import { ShutdownStack, rateLimitsOf } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { temporaryDirectory } from '@galley/testing';
import type { TestProject } from '../fixtures.ts';
import { openListener } from '../system/listening.ts';
import { serveRuns } from '../runs/serve-runs.ts';
import { requestListener } from '../server.ts';
import { openCoordinator } from '../start.ts';
import { askingAcrossRequests } from './conformance-questions.fixtures.ts';
import { conformanceServer } from './conformance-server.fixtures.ts';

/** As where people can connect clients: with OAuth. */
export const protection = {
  resource: 'https://galley.example/__admin/mcp',
  metadataUrl: 'https://galley.example/.well-known/oauth-protected-resource/__admin/mcp',
};

/** The endpoint serves the tools of the official suite instead of Galley's. */
export async function serveForConformance(
  project: TestProject,
): Promise<AsyncDisposable & { readonly address: string }> {
  const config = await loadConfig({
    projectDirectory: project.directory,
    overlays: [],
    environment: { DATABASE_URL: project.database.url },
    overrides: { coordinator: { address: '127.0.0.1:0' } },
  });
  const logger = silentLogger;
  const cleanUp = new ShutdownStack(logger);
  const listening = await openListener(config, 'start', { cleanUp, logger: silentLogger });
  const coordinator = await openCoordinator(
    config,
    { logger, projectDirectory: project.directory },
    cleanUp,
  );
  const { workerTokens, events, waitingRoom } = coordinator.runs;
  const { hosts } = listening;
  const rateLimits = rateLimitsOf(config);
  const mcp = mcpEndpoint({
    serverFor: () => askingAcrossRequests(conformanceServer()),
    trustedOrigins: { isNamed: (host) => hosts.isNamed(host) },
    logger,
    rateLimits,
    workerTokens,
    events,
    waitingRoom,
    protection: () => protection,
  });
  cleanUp.add('the endpoint', () => mcp.close());
  const { db, leases, clock, tick: settings } = coordinator;
  const { interval } = config.coordinator;
  // Not started; needed only for the health probes.
  const supervision = new RunSupervision({ db, leases, settings, interval, clock, logger });
  const probes = {
    pingDatabase: () => pingDatabase(db),
    isLeaving: () => false,
    health: () => supervision.health,
    measures: () => supervision.measures,
  };
  const listener = requestListener({
    ...coordinator,
    ...probes,
    hosts,
    mcp,
    rateLimits,
    metricsToken: undefined,
    cleanUp,
  });
  await serveRuns(coordinator, listening, { listener, cleanUp });
  return { address: listening.address, [Symbol.asyncDispose]: () => cleanUp.run() };
}

/** Needed because the official suite cannot send a token. */
export async function withToken(
  address: string,
  token: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passedOn = request(address + asked.url, { method: asked.method, headers });
    passedOn.once('response', (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      pipeline(answered, answer, () => passedOn.destroy());
    });
    // Forwards an early disconnect of the client to the server.
    answer.once('close', () => passedOn.destroy());
    pipeline(asked, passedOn, () => undefined);
    passedOn.on('error', () => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

const suite = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/conformance/dist/index.js',
);

export interface SuiteReport {
  /** 0 if every scenario required by the revision has passed. */
  readonly exitCode: number;
  readonly checks: readonly Check[];
}

export async function runSuite(url: string, revision: string): Promise<SuiteReport> {
  await using folder = await temporaryDirectory();
  const output = join(folder.path, 'results');
  const args = [suite, 'server', '--url', url, '--requirements', revision, '--output-dir', output];
  const exitCode = await new Promise<number>((resolve) => {
    execFile(process.execPath, args, { cwd: folder.path }, (error) =>
      resolve(error ? Number(error.code) : 0),
    );
  });
  const found = await readdir(output);
  const files = found.map(async (name) => {
    const text = await readFile(join(output, name, 'checks.json'), 'utf8');
    // Folder name: `server-`, the scenario, and the time of the run.
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    return (JSON.parse(text) as Omit<Check, 'scenario'>[]).map((check) => ({ scenario, ...check }));
  });
  return { exitCode, checks: (await Promise.all(files)).flat() };
}
