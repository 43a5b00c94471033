import type { PasswordHasher } from '@galley/auth';
import { recoverRestores } from '@galley/backup';
import { guardTree, type Database } from '@galley/database';
import { Metrics } from '@galley/http';
import { systemClock, type Logger } from '@galley/kernel';
import {
  ConnectionLimit,
  claimTree,
  connectDatabase,
  openDataFolder,
  readBuildInfo,
  tellLoops,
  type BuildInfo,
  type CleanUp,
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
  /** As the command line has them; none where it has not. */
  readonly overlays?: readonly string[];
  readonly overrides?: ConfigInput;
  readonly logger: Logger;
  readonly cleanUp: CleanUp;
  readonly passwordHasher?: PasswordHasher;
  /** What is running; without it, that is found out. */
  readonly build?: BuildInfo;
  /** How to come to the database. Without it, what is needed there is made. */
  readonly connect?: (options: ConnectOptions) => Promise<ConnectedDatabase>;
}

export interface OpenContent extends ContentServer {
  readonly db: Database;
}

/** Connects to what the content server works on, and puts it together. */
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
  // Together: what git tells of the program is there before the database answers.
  const [build, { db, address: databaseAddress, pool: databasePool, probe }] = await Promise.all([
    given.build ?? readBuildInfo(),
    connect({ config, logger, atEnd }),
  ]);
  const { contentDirectory } = config.storage;
  const identity = await claimTree({ db, contentDirectory, logger });
  guardTree(db, (recorded) => identity.check(recorded));
  // Before anything reads the tree: a killed process may have left it between two.
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
  // Stopped after the other jobs: while the database hangs, it has their queries fail.
  return { ...content, db, jobs: [probe.loop, ...jobs] };
}

/** What one address may take of the connections of this process. */
export function connectionLimit({
  config: { limits, server },
  logger,
}: Pick<ContentOptions, 'config' | 'logger'>): ConnectionLimit {
  const { connectionsPerAddress: perAddress } = limits;
  return new ConnectionLimit({ perAddress, trustedProxies: server.trustedProxies, logger });
}

/** Has probes and answers say that the server is about to stop; it answers all the same. */
export function leave({ health }: ContentServer, server: GalleyServer): void {
  health.leave();
  server.leave();
}

/** Answers requests on `server`, and does what runs beside them; the index is what it has to be. */
export function serveContent(
  content: ContentServer,
  server: GalleyServer,
  options: Pick<ContentOptions, 'config' | 'environment' | 'logger' | 'cleanUp'>,
): void {
  const { config, environment, logger, cleanUp } = options;
  for (const job of content.jobs) cleanUp.startLoop(job);
  const sources = [...content.metrics, tellLoops(() => cleanUp.tickers)];
  const token = environment['SERVICE_METRICS_TOKEN'];
  const metrics = new Metrics({ token, sources, logger });
  server.serve(metrics.measure(requestListener(content)));
  // The first of all to be closed: requests under way still need the rest.
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  // Closed even before that: those who wait for events are answered with what there is.
  const { waitingRoom } = content.services.runs;
  cleanUp.add('clients waiting for events', async () => waitingRoom.close());
}
