import type { ServerInspection } from '@galley/database';
import type { Config } from '@galley/settings';
import {
  connectionsBesidePool,
  connectionsForOthers,
  workerCount,
} from '../cluster/worker-count.ts';
import { failed, ok, warning, type Check } from './check.ts';

export interface ServerContext {
  readonly config: Pick<Config, 'database' | 'server'>;
  readonly limit: number;
  /** Whether the configuration names the database, as opposed to the embedded one. */
  readonly isGiven: boolean;
  /** Local time in milliseconds, before and after the server returned its time. */
  readonly asked: number;
  readonly answered: number;
}

export function serverChecks(server: ServerInspection, around: ServerContext): Check[] {
  return [
    encodingCheck(server),
    collationCheck(server),
    durabilityCheck(server),
    ...(around.isGiven ? [encryptionCheck(server)] : []),
    connectionsCheck(server, around),
    clockCheck(server, around),
  ];
}

function encodingCheck({ encoding, collation, timeZone }: ServerInspection): Check {
  const name = 'database.encoding';
  if (encoding === 'UTF8')
    return ok(
      name,
      `The encoding is UTF-8, the collation is "${collation}", and the time zone is ${timeZone}.`,
    );
  return failed(name, {
    message: `The encoding of the database is ${encoding}.`,
    where: 'the database',
    why: 'Characters outside this encoding cannot be saved.',
    advice: "Create a database with encoding 'UTF8' template template0, and copy all data to it.",
  });
}

function collationCheck({ collationVersion, collationNow }: ServerInspection): Check {
  const name = 'database.collation';
  if (collationVersion === collationNow || collationNow === null)
    return ok(name, 'The collation version matches the indexes.');
  return warning(name, {
    message: `The indexes use version ${collationVersion ?? 'none'} of the collation; the system has ${collationNow}.`,
    where: 'the database',
    why: 'Such an index misses rows and accepts duplicates.',
    advice: 'Run: reindex database <name>; then: alter database <name> refresh collation version.',
  });
}

function durabilityCheck({ unsafe, isReplica }: ServerInspection): Check {
  const name = 'database.durability';
  if (isReplica) {
    return failed(name, {
      message: 'The database is a read-only replica.',
      where: 'database.url',
      why: 'Galley cannot save anything.',
      advice: 'Set the address of the primary server.',
    });
  }
  if (unsafe.length === 0) return ok(name, 'Saved data survives a power failure.');
  return warning(name, {
    message: `${unsafe.join(', ')} ${unsafe.length === 1 ? 'is' : 'are'} off.`,
    where: 'postgresql.conf of the database server',
    why: 'A power failure can lose saved changes or damage the whole database.',
    advice: 'Enable the setting, and reload the database server.',
  });
}

function encryptionCheck({ isLocal, isEncrypted }: ServerInspection): Check {
  const name = 'database.connection';
  if (isEncrypted) return ok(name, 'The connection to the database is encrypted.');
  if (isLocal) return ok(name, 'The database is on this machine.');
  return warning(name, {
    message: 'The connection to the remote database is not encrypted.',
    where: 'database.url',
    why: 'Anyone on the network path can read the password and all data.',
    advice: 'Add ?sslmode=verify-full to the address. On a private network, this is optional.',
  });
}

export function connectionsCheck(
  { connectionsInUse }: Pick<ServerInspection, 'connectionsInUse'>,
  { config, limit }: Pick<ServerContext, 'config' | 'limit'>,
): Check {
  const name = 'database.connections';
  const processes = workerCount(config as Config);
  const most = processes * (config.database.poolSize + connectionsBesidePool);
  const facts = `Galley opens up to ${most} connections; the database server allows ${limit}, of which ${connectionsInUse} are in use.`;
  if (most + connectionsForOthers <= limit) return ok(name, facts);
  const complaint = {
    message: facts,
    where: 'database.pool_size, server.workers; max_connections of the database server',
    why: 'Without a free connection, requests fail with 503. Workers share the connections that the server allows; other programs do not.',
    advice: 'Reduce database.pool_size, or raise max_connections.',
  };
  return most > limit && processes === 1 ? failed(name, complaint) : warning(name, complaint);
}

const maxClockDriftMs = 2_000;

export function clockCheck(
  { now }: Pick<ServerInspection, 'now'>,
  { asked, answered }: Pick<ServerContext, 'asked' | 'answered'>,
): Check {
  const name = 'clock';
  const apart = Math.max(asked - now.getTime(), now.getTime() - answered, 0);
  if (apart <= maxClockDriftMs)
    return ok(name, `The clocks of this machine and the database agree (${now.toISOString()}).`);
  return warning(name, {
    message: `The clocks of this machine and the database differ by ${(apart / 1_000).toFixed(1)} s.`,
    where: `this machine ${new Date(answered).toISOString()}, database ${now.toISOString()}`,
    why: 'Leases and schedules depend on both clocks, and second-factor codes are valid for 30 seconds only.',
    advice: 'Synchronize both clocks by NTP; timedatectl shows whether they are.',
  });
}
