import type { PasswordHasher } from '@galley/auth';
import { recoverRestores } from '@galley/backup';
import { basePath } from '@galley/contract';
import { guardTree, type Database } from '@galley/database';
import { Metrics } from '@galley/http';
import { systemClock, type Logger } from '@galley/kernel';
import {
  ConnectionLimit,
  claimTree,
  connectDatabase,
  openDataFolder,
  readBuildInfo,
  createLoopMetrics,
  type BuildInfo,
  type ShutdownStack,
  type ConnectedDatabase,
  type ConnectOptions,
  type GalleyServer,
} from '@galley/service';
import { aiWriterKey, type Config, type ConfigInput } from '@galley/settings';
import { compose, type ContentServer } from './compose.ts';
import { requestListener } from './server.ts';
import { makeStorageFolders } from './system/storage-folders.ts';

export interface ContentOptions {
  readonly config: Config;
  readonly projectDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Set by the command line only. */
  readonly overlays?: readonly string[];
  readonly overrides?: ConfigInput;
  readonly logger: Logger;
  readonly cleanUp: ShutdownStack;
  readonly passwordHasher?: PasswordHasher;
  /** Detected by default. */
  readonly build?: BuildInfo;
  /** By default, also creates the database if missing. */
  readonly connect?: (options: ConnectOptions) => Promise<ConnectedDatabase>;
}

export interface OpenContent extends ContentServer {
  readonly db: Database;
}

export async function openContent({
  connect = connectDatabase,
  cleanUp,
  environment,
  ...given
}: ContentOptions): Promise<OpenContent> {
  const { config, logger } = given;
  await openDataFolder(config.storage.dataDirectory, logger);
  await makeStorageFolders(config.storage);
  const atEnd: ConnectOptions['atEnd'] = (name, end) => cleanUp.add(name, end);
  const [build, { db, address: databaseAddress, pool: databasePool, probe }] = await Promise.all([
    given.build ?? readBuildInfo(),
    connect({ config, logger, atEnd }),
  ]);
  const { contentDirectory } = config.storage;
  const identity = await claimTree({ db, contentDirectory, logger });
  guardTree(db, (recorded) => identity.check(recorded));
  // Before anything reads the tree: a killed process may have left a restore half done.
  await recoverRestores({ db, contentDirectory, clock: systemClock, logger });
  const { jobs, ...content } = await compose({
    ...given,
    db,
    databaseAddress,
    databasePool,
    build,
    isDatabaseLost: () => probe.isLost,
    clock: systemClock,
    configOrigin: {
      projectDirectory: given.projectDirectory,
      environment,
      overlays: given.overlays ?? [],
      overrides: given.overrides ?? {},
    },
    managed: environment['GALLEY_MANAGED'] === 'true',
    instanceId: environment['GALLEY_INSTANCE_ID'],
    aiWriterKey: aiWriterKey(environment),
  });
  // Stopped after the other jobs: while the database hangs, the probe makes their queries fail.
  return { ...content, db, jobs: [probe.loop, ...jobs] };
}

export function connectionLimit({
  config: { limits, server },
  logger,
}: Pick<ContentOptions, 'config' | 'logger'>): ConnectionLimit {
  const { connectionsPerAddress: perAddress } = limits;
  return new ConnectionLimit({ perAddress, trustedProxies: server.trustedProxies, logger });
}

export function leave({ health }: ContentServer, server: GalleyServer): void {
  health.startStopping();
  server.leave();
}

/** The index must be current. */
export function serveContent(
  content: ContentServer,
  server: GalleyServer,
  options: Pick<ContentOptions, 'config' | 'environment' | 'logger' | 'cleanUp'>,
): void {
  const { config, environment, logger, cleanUp } = options;
  for (const job of content.jobs) cleanUp.startLoop(job);
  const sources = [...content.metrics, createLoopMetrics(() => cleanUp.tickers)];
  const token = environment['SERVICE_METRICS_TOKEN'];
  const metrics = new Metrics({ token, sources, logger });
  const listener = requestListener(content);
  // Connections that stay open are not counted as requests.
  const path = `${basePath('admin', config.admin.path)}/rooms`;
  server.serve(metrics.measure(listener), { path, listener });
  cleanUp.add('the endpoint for agents', () => content.mcp.close());
  // Closed before the rest, which requests in progress still need.
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  // Closed even earlier: clients waiting for events get the events so far.
  const { runs, liveChanges, rooms } = content.services;
  cleanUp.add('clients waiting for events', async () => {
    runs.waitingRoom.close();
    liveChanges.waitingRoom.close();
    await rooms.service.close();
  });
}
