import { join } from 'node:path';
import {
  attachEmbeddedServer,
  currentUser,
  databaseProblems,
  grantApplication,
  inspectDatabase,
  isSameDatabase,
  migrateToLatest,
  openDatabase,
  pingDatabase,
  type Database,
  type DatabaseAddress,
  type DatabaseHandle,
  type DatabaseOptions,
  type EmbeddedServer,
} from '@galley/database';
import type { Logger } from '@galley/kernel';
import { settingsProblems, type Config } from '@galley/settings';
import { secretsDirectory } from './secrets.ts';

export interface ConnectOptions {
  readonly config: Pick<Config, 'database'> & {
    readonly storage: Pick<Config['storage'], 'dataDirectory'>;
  };
  readonly logger: Logger;
  /** Takes what is to be closed at the end, in the reverse order. */
  readonly atEnd: (name: string, end: () => Promise<void>) => void;
}

export type ConnectedDatabase = Pick<DatabaseHandle, 'db' | 'address' | 'pool'>;

/**
 * Gives the application's connections to a database that has been migrated. Where there are two roles, the owner
 * migrates, and the application has only the rights that it needs (docs/decisions/0007-two-database-roles.md).
 * Throws `unavailable` and `invalid_configuration`, which say what is wrong with which setting, without a password.
 */
export async function connectDatabase(options: ConnectOptions): Promise<ConnectedDatabase> {
  const { url, ownerUrl } = options.config.database;
  if (url !== undefined) return connectGiven(options, { url, ownerUrl });
  refuseOwnerAlone(ownerUrl);
  return connectEmbedded(options);
}

/**
 * Gives the application's connections to the database as it is: nothing is migrated, and nothing granted. Throws what
 * `connectDatabase` throws.
 */
export async function connectUnchanged({
  config,
  logger,
  atEnd,
}: ConnectOptions): Promise<ConnectedDatabase> {
  const { url, ownerUrl, poolSize } = config.database;
  if (url === undefined) {
    refuseOwnerAlone(ownerUrl);
    const server = await attachServer({ config, logger, atEnd });
    return openOn(server, { poolSize, logger }, atEnd);
  }
  const handle = openUntilEnd({ address: url, poolSize, logger }, atEnd);
  const { db } = handle;
  await requireAnswer(db, url, urlSetting);
  if (ownerUrl === undefined) return handle;
  await asOwner(ownerUrl, logger, async (owner) => {
    await requireAnswer(owner, ownerUrl, ownerUrlSetting);
    await requireTwoRoles(owner, db);
  });
  return handle;
}

const urlSetting = 'database.url, or the variable DATABASE_URL';
const ownerUrlSetting = 'database.owner_url';

function refuseOwnerAlone(ownerUrl: string | undefined): void {
  if (ownerUrl === undefined) return;
  throw settingsProblems.invalid_configuration(
    'database.owner_url is set, but database.url is not. Set database.url to the same database, with a user ' +
      'of its own for the application; or take database.owner_url away, and Galley runs its own server.',
  );
}

/** Where the cluster of the embedded server lies. */
export function clusterDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'postgres');
}

async function attachServer({ config, logger, atEnd }: ConnectOptions): Promise<EmbeddedServer> {
  const { dataDirectory } = config.storage;
  const server = await attachEmbeddedServer({
    dataDirectory: clusterDirectory(dataDirectory),
    secretsDirectory: secretsDirectory(dataDirectory),
    logger,
  });
  atEnd('the database server', () => server.detach());
  return server;
}

function openUntilEnd(options: DatabaseOptions, atEnd: ConnectOptions['atEnd']): DatabaseHandle {
  const handle = openDatabase(options);
  atEnd('the database connections', () => handle.close());
  return handle;
}

async function connectEmbedded(options: ConnectOptions): Promise<ConnectedDatabase> {
  const { config, logger, atEnd } = options;
  const server = await attachServer(options);
  await asOwner(server.ownerConnection(), logger, async (owner) => {
    await migrate(owner, logger);
    await grantApplication(owner, server.connection().user);
  });
  return openOn(server, { poolSize: config.database.poolSize, logger }, atEnd);
}

/** Connections that follow the server to wherever it comes back. */
function openOn(
  server: EmbeddedServer,
  options: Omit<DatabaseOptions, 'address'>,
  atEnd: ConnectOptions['atEnd'],
): DatabaseHandle {
  const handle = openUntilEnd({ ...options, address: server.connection() }, atEnd);
  server.onMoved((moved) => handle.moveTo(moved));
  return handle;
}

interface GivenUrls {
  readonly url: string;
  readonly ownerUrl: string | undefined;
}

async function connectGiven(
  { config, logger, atEnd }: ConnectOptions,
  { url, ownerUrl }: GivenUrls,
): Promise<ConnectedDatabase> {
  const { poolSize } = config.database;
  const handle = openUntilEnd({ address: url, poolSize, logger }, atEnd);
  const { db } = handle;
  await requireAnswer(db, url, urlSetting);
  if (ownerUrl === undefined) {
    await migrateAlone(db, logger);
    return handle;
  }
  await asOwner(ownerUrl, logger, async (owner) => {
    await requireAnswer(owner, ownerUrl, ownerUrlSetting);
    await requireTwoRoles(owner, db);
    await migrate(owner, logger);
    await grantApplication(owner, await currentUser(db));
  });
  return handle;
}

/** Holds the owner's one connection no longer than the work takes. */
async function asOwner(
  address: string | DatabaseAddress,
  logger: Logger,
  work: (owner: Database) => Promise<void>,
): Promise<void> {
  const handle = openDatabase({ address, poolSize: 1, logger });
  try {
    await work(handle.db);
  } finally {
    await handle.close();
  }
}

async function migrate(db: Database, logger: Logger): Promise<void> {
  const migrations = await migrateToLatest(db);
  if (migrations.length > 0) logger.info('database migrated', { migrations });
}

/** Migrates as the one role there is, unless somebody else does that (`galley migrate`) and has. */
async function migrateAlone(db: Database, logger: Logger): Promise<void> {
  const { isMighty, pending, unknown, role } = await inspectDatabase(db);
  if (!isMighty && pending.length === 0 && unknown.length === 0) return;
  try {
    await migrate(db, logger);
  } catch (error) {
    if ((error as { code?: unknown }).code !== insufficientPrivilege) throw error;
    throw databaseProblems.unavailable(
      `The database is behind this Galley (${pending.join(', ')}), and "${role}" may not change its tables. ` +
        'Run galley migrate with database.owner_url first.',
    );
  }
  logger.info(
    'the audit log and the receipts of approvals are guarded by triggers alone; with database.owner_url, rights guard them too',
  );
}

/** Of PostgreSQL. */
const insufficientPrivilege = '42501';

async function requireAnswer(db: Database, url: string, setting: string): Promise<void> {
  try {
    await pingDatabase(db);
  } catch (error) {
    // Of a name with several addresses, each has an error of its own.
    const [{ message }] = (error instanceof AggregateError ? error.errors : [error]) as [Error];
    const host = URL.parse(url)?.host;
    throw databaseProblems.unavailable(
      `The database${host ? ` at ${host}` : ''} cannot be used: ${message}. ` +
        `Start it, or correct its address (${setting}).`,
    );
  }
}

async function requireTwoRoles(owner: Database, db: Database): Promise<void> {
  if (!(await isSameDatabase(owner, db))) {
    throw settingsProblems.invalid_configuration(
      'database.owner_url and database.url lead to two different databases. ' +
        'They must differ in user and password only.',
    );
  }
  const user = await currentUser(db);
  if (user !== (await currentUser(owner))) return;
  throw settingsProblems.invalid_configuration(
    `database.owner_url and database.url both connect as "${user}". Give database.url a user of its own ` +
      '(create role … login password …): Galley grants it what it needs. Or take database.owner_url away.',
  );
}
