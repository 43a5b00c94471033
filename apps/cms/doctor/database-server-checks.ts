import type { ServerInspection } from '@galley/database';
import type { Config } from '@galley/settings';
import {
  connectionsBesidePool,
  connectionsForOthers,
  workerCount,
} from '../cluster/worker-count.ts';
import { failed, ok, warning, type Check } from './check.ts';

export interface ServerSurroundings {
  readonly config: Pick<Config, 'database' | 'server'>;
  readonly limit: number;
  /** Whether the configuration names the database, as opposed to the embedded one. */
  readonly isGiven: boolean;
  /** Local time in milliseconds, before and after the server returned its time. */
  readonly asked: number;
  readonly answered: number;
}

/**
 * Checks that the database server stores data durably and in the expected encoding, and has enough connections and a
 * correct clock.
 */
export function serverChecks(server: ServerInspection, around: ServerSurroundings): Check[] {
  return [
    encodingCheck(server),
    collationCheck(server),
    durabilityCheck(server),
    ...(around.isGiven ? [wayCheck(server)] : []),
    connectionsCheck(server, around),
    clockCheck(server, around),
  ];
}

function encodingCheck({ encoding, collation, timeZone }: ServerInspection): Check {
  const name = 'database.encoding';
  if (encoding === 'UTF8')
    return ok(name, `Texts are UTF-8, sorted as in "${collation}"; its time zone is ${timeZone}.`);
  return failed(name, {
    message: `The database keeps texts as ${encoding}.`,
    where: 'the database',
    why: 'Whatever that encoding has no letter for cannot be saved.',
    advice: "Make a database with encoding 'UTF8' template template0, and copy everything there.",
  });
}

function collationCheck({ collationVersion, collationNow }: ServerInspection): Check {
  const name = 'database.collation';
  if (collationVersion === collationNow || collationNow === null)
    return ok(name, 'Texts are sorted as they were when the indexes were made.');
  return warning(name, {
    message: `The indexes were made with version ${collationVersion ?? 'none'} of the collation; the system has ${collationNow}.`,
    where: 'the database',
    why: 'An index that is sorted otherwise than the system sorts misses rows, and lets doubles in.',
    advice: 'reindex database <name>; then alter database <name> refresh collation version.',
  });
}

function durabilityCheck({ unsafe, isReplica }: ServerInspection): Check {
  const name = 'database.durability';
  if (isReplica) {
    return failed(name, {
      message: 'The database is a replica, which can only be read.',
      where: 'database.url',
      why: 'Nothing can be saved there.',
      advice: 'Name the primary server.',
    });
  }
  if (unsafe.length === 0) return ok(name, 'What is saved there survives a power failure.');
  return warning(name, {
    message: `${unsafe.join(', ')} ${unsafe.length === 1 ? 'is' : 'are'} off.`,
    where: 'postgresql.conf of the database server',
    why: 'What somebody was told is saved may be gone after a power failure, or the whole database.',
    advice: 'Switch it on, and reload the server.',
  });
}

function wayCheck({ isLocal, isEncrypted }: ServerInspection): Check {
  const name = 'database.connection';
  if (isEncrypted) return ok(name, 'The connection to the database is encrypted.');
  if (isLocal) return ok(name, 'The database is on this machine.');
  return warning(name, {
    message: 'The connection to the database is not encrypted, and the server is not here.',
    where: 'database.url',
    why: 'Whoever is on the way reads the password and everything that is saved.',
    advice:
      'Add ?sslmode=verify-full to the address; over a network that is yours alone, it may stay.',
  });
}

/** Checks that the server allows as many connections as Galley's processes may open. */
export function connectionsCheck(
  { connectionsInUse }: Pick<ServerInspection, 'connectionsInUse'>,
  { config, limit }: Pick<ServerSurroundings, 'config' | 'limit'>,
): Check {
  const name = 'database.connections';
  const processes = workerCount(config as Config);
  const most = processes * (config.database.poolSize + connectionsBesidePool);
  const facts = `Galley opens up to ${most} connections; the server grants ${limit}, of which ${connectionsInUse} are in use.`;
  if (most + connectionsForOthers <= limit) return ok(name, facts);
  const complaint = {
    message: facts,
    where: 'database.pool_size, server.workers; max_connections of the database server',
    why: 'When none is left, requests fail with 503 until one is given back. Workers share what there is by themselves; other programs do not.',
    advice: 'Make the pool smaller, or raise max_connections.',
  };
  return most > limit && processes === 1 ? failed(name, complaint) : warning(name, complaint);
}

const mostApart = 2_000;

export function clockCheck(
  { now }: Pick<ServerInspection, 'now'>,
  { asked, answered }: Pick<ServerSurroundings, 'asked' | 'answered'>,
): Check {
  const name = 'clock';
  const apart = Math.max(asked - now.getTime(), now.getTime() - answered, 0);
  if (apart <= mostApart)
    return ok(name, `This machine and the database agree that it is ${now.toISOString()}.`);
  return warning(name, {
    message: `The clocks of this machine and of the database are ${(apart / 1_000).toFixed(1)} s apart.`,
    where: `here ${new Date(answered).toISOString()}, there ${now.toISOString()}`,
    why: 'Leases and schedules are kept by both, and codes of second factors are only good for 30 seconds.',
    advice: 'Let both set their clocks by the network (NTP); timedatectl says whether they do.',
  });
}
