import { join } from 'node:path';
import {
  attachEmbeddedServer,
  currentUser,
  databaseProblems,
  grantApplication,
  inspectDatabase,
  isSameDatabase,
  keepsSession,
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
  /** Steps run in reverse order at shutdown. */
  readonly atEnd: (name: string, end: () => Promise<void>) => void;
}

export type ConnectedDatabase = Pick<
  DatabaseHandle,
  'db' | 'address' | 'pool' | 'limitPool' | 'probe'
>;

/** docs/decisions/0007-two-database-roles.md. @throws `unavailable` and `invalid_configuration`, without a password */
export async function connectDatabase(options: ConnectOptions): Promise<ConnectedDatabase> {
  const { url, ownerUrl, directUrl } = options.config.database;
  if (url !== undefined) return connectExternal(options, { url, ownerUrl, directUrl });
  requireDatabaseUrl(options.config.database);
  return connectEmbedded(options);
}

/** Neither migrates nor grants. @throws the errors of `connectDatabase` */
export async function connectUnchanged({
  config,
  logger,
  atEnd,
}: ConnectOptions): Promise<ConnectedDatabase> {
  const { url, ownerUrl, directUrl, poolSize } = config.database;
  if (url === undefined) {
    requireDatabaseUrl(config.database);
    const server = await attachServer({ config, logger, atEnd });
    return openOn(server, { poolSize, logger }, atEnd);
  }
  const handle = await openExternal({ config, logger, atEnd }, { url, directUrl, poolSize });
  const { db } = handle;
  if (ownerUrl === undefined) return handle;
  await asOwner(ownerUrl, logger, (owner) => requireTwoRoles(owner, db));
  return handle;
}

const urlSetting = 'database.url, or the variable DATABASE_URL';
const ownerUrlSetting = 'database.owner_url';
const directUrlSetting = 'database.direct_url';

function requireDatabaseUrl({ ownerUrl, directUrl }: Config['database']): void {
  if (directUrl !== undefined) {
    throw settingsProblems.invalid_configuration(
      'database.direct_url is set, but database.url is not. Set database.url to the address of the pooler; or remove ' +
        'database.direct_url, and Galley runs its own server.',
    );
  }
  if (ownerUrl === undefined) return;
  throw settingsProblems.invalid_configuration(
    'database.owner_url is set, but database.url is not. Set database.url to the same database, with a user ' +
      'of its own for the application; or remove database.owner_url, and Galley runs its own server.',
  );
}

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

/** Follows the server when it returns on another port. */
function openOn(
  server: EmbeddedServer,
  options: Omit<DatabaseOptions, 'address'>,
  atEnd: ConnectOptions['atEnd'],
): DatabaseHandle {
  const handle = openUntilEnd({ ...options, address: server.connection() }, atEnd);
  server.onMoved((moved) => handle.moveTo(moved));
  return handle;
}

interface ExternalUrls {
  readonly url: string;
  readonly ownerUrl: string | undefined;
  readonly directUrl: string | undefined;
}

/** Also checks that the database keeps sessions where they are needed. */
async function openExternal(
  { logger, atEnd }: ConnectOptions,
  { url, directUrl, poolSize }: Omit<ExternalUrls, 'ownerUrl'> & { readonly poolSize: number },
): Promise<DatabaseHandle> {
  if (directUrl === undefined) {
    await requireSession(url, urlSetting, pooledAdvice);
    const handle = openUntilEnd({ address: url, poolSize, logger }, atEnd);
    await requireAnswer(handle.db, url, urlSetting);
    return handle;
  }
  await requireSession(directUrl, directUrlSetting, straightAdvice);
  const handle = openUntilEnd({ address: url, directAddress: directUrl, poolSize, logger }, atEnd);
  await requireAnswer(handle.db, url, urlSetting);
  await requireSameTarget(handle.db);
  return handle;
}

const pooledAdvice =
  'Set database.direct_url (GALLEY_DATABASE__DIRECT_URL) to the address of PostgreSQL itself, which Galley then uses ' +
  'for locks and notifications; or configure the pooler for session pooling (pool_mode = session).';
const straightAdvice = 'Set database.direct_url to the address of PostgreSQL itself.';

async function requireSession(url: string, setting: string, advice: string): Promise<void> {
  const isKept = await withConnectionErrors(() => keepsSession(url), url, setting);
  if (isKept) return;
  throw settingsProblems.invalid_configuration(
    `The database at ${URL.parse(url)?.host} is behind a pooler that assigns connections per transaction or ` +
      `statement, as PgBouncer does with pool_mode = transaction (${setting}). With it, locks stay with ` +
      `connections of other clients, and saving hangs. ${advice}`,
  );
}

async function requireSameTarget(db: Database): Promise<void> {
  // The lock is taken through `direct_url` and looked for through `url`.
  if (!(await isSameDatabase(db, db))) {
    throw settingsProblems.invalid_configuration(
      'database.direct_url and database.url address different databases. They may differ only in host and port.',
    );
  }
  const straight = await db.connection().execute(currentUser);
  const pooled = await currentUser(db);
  if (straight === pooled) return;
  throw settingsProblems.invalid_configuration(
    `database.direct_url connects as "${straight}" and database.url as "${pooled}". Use the same user in both.`,
  );
}

async function connectExternal(
  { config, logger, atEnd }: ConnectOptions,
  { url, ownerUrl, directUrl }: ExternalUrls,
): Promise<ConnectedDatabase> {
  const { poolSize } = config.database;
  const handle = await openExternal({ config, logger, atEnd }, { url, directUrl, poolSize });
  const { db } = handle;
  if (ownerUrl === undefined) {
    await migrateAlone(db, logger);
    return handle;
  }
  await asOwner(ownerUrl, logger, async (owner) => {
    await requireTwoRoles(owner, db);
    await migrate(owner, logger);
    await grantApplication(owner, await currentUser(db));
  });
  return handle;
}

/** Without a pooler and without migrating. The owner defaults to the user of `database.url`. */
export async function withDatabaseOwner<T>(
  options: ConnectOptions,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const { database } = options.config;
  const { url, directUrl, ownerUrl } = database;
  let result: T | undefined;
  const note = async (owner: Database): Promise<void> => void (result = await work(owner));
  if (url === undefined) {
    requireDatabaseUrl(database);
    const server = await attachServer(options);
    await asOwner(server.ownerConnection(), options.logger, note);
  } else await asOwner(ownerUrl ?? directUrl ?? url, options.logger, note);
  return result!;
}

async function asOwner(
  address: string | DatabaseAddress,
  logger: Logger,
  work: (owner: Database) => Promise<void>,
): Promise<void> {
  if (typeof address === 'string') await requireSession(address, ownerUrlSetting, straightAdvice);
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

/** Unless the only role is restricted and `galley migrate` has already run. */
async function migrateAlone(db: Database, logger: Logger): Promise<void> {
  const { isMighty, pending, unknown, role } = await inspectDatabase(db);
  if (!isMighty && pending.length === 0 && unknown.length === 0) return;
  try {
    await migrate(db, logger);
  } catch (error) {
    if ((error as { code?: unknown }).code !== insufficientPrivilege) throw error;
    throw databaseProblems.unavailable(
      `The database lacks migrations of this Galley version (${pending.join(', ')}), and "${role}" may not change its tables. ` +
        'Run galley migrate with database.owner_url first.',
    );
  }
  logger.info(
    'only triggers protect the history, approvals and the audit log; set database.owner_url to protect them by privileges too',
  );
}

/** SQLSTATE `insufficient_privilege`. */
const insufficientPrivilege = '42501';

async function requireAnswer(db: Database, url: string, setting: string): Promise<void> {
  // In a transaction: a pooler may refuse only these.
  await withConnectionErrors(() => db.transaction().execute(pingDatabase), url, setting);
}

async function withConnectionErrors<T>(
  asked: () => Promise<T>,
  url: string,
  setting: string,
): Promise<T> {
  try {
    return await asked();
  } catch (error) {
    // A name with several addresses fails with one error per address.
    const [{ message }] = (error instanceof AggregateError ? error.errors : [error]) as [Error];
    const host = URL.parse(url)?.host;
    const advice = message.includes('unsupported startup parameter')
      ? 'The address belongs to a pooler. Also set database.direct_url to the address of PostgreSQL itself.'
      : `Start it, or correct its address (${setting}).`;
    throw databaseProblems.unavailable(
      `The database${host ? ` at ${host}` : ''} cannot be used: ${message}. ${advice}`,
    );
  }
}

async function requireTwoRoles(owner: Database, db: Database): Promise<void> {
  if (!(await isSameDatabase(owner, db))) {
    throw settingsProblems.invalid_configuration(
      'database.owner_url and database.url address different databases. ' +
        'They may differ only in user and password.',
    );
  }
  const user = await currentUser(db);
  if (user !== (await currentUser(owner))) return;
  throw settingsProblems.invalid_configuration(
    `database.owner_url and database.url both connect as "${user}". Give database.url a user of its own ` +
      '(create role … login password …): Galley grants it the necessary privileges. Or remove database.owner_url.',
  );
}
