import { systemClock, type DomainError } from '@galley/kernel';
import { applicationRole, ownerRole, type Cluster } from './cluster.ts';
import { Keeper, type Connections } from './keeper.ts';
import { findPostmaster, startPostmaster, type Postmaster } from './postmaster.ts';
import { embeddedProblems } from './problems.ts';

export interface Attachment {
  readonly keeper: Keeper;
  readonly connections: Connections;
}

/** Timeout for a server that neither runs nor reports that it is starting or stopping. */
const attachTimeoutMs = 60_000;
const retryPauseMs = 100;

interface Attempt {
  readonly attachment?: Attachment;
  /** The server is alive and reports that it is recovering or stopping. */
  readonly isBusy?: boolean;
  readonly failure?: string;
}

/**
 * Connects to the cluster's server, starting it when none runs. Galley needs no lock for that: PostgreSQL refuses a
 * second server on a cluster, so the loser of a race finds the winner's in its next round. An abort returns
 * `undefined`, but never between starting a server and connecting to it, so that none keeps running unattended.
 */
export async function attachKeeper(
  cluster: Cluster,
  options: { database: string; signal: AbortSignal },
): Promise<Attachment | undefined> {
  let deadline = Date.now() + attachTimeoutMs;
  let failure = '';
  for (;;) {
    const postmaster = await findPostmaster(cluster);
    const attempt = await tryConnect(cluster, postmaster, options.database);
    if (attempt.attachment) return attempt.attachment;
    if (options.signal.aborted) return undefined;
    // Recovery after a crash may take long; wait as long as the server is at it.
    if (attempt.isBusy) deadline = Date.now() + attachTimeoutMs;
    failure = attempt.failure ?? failure;
    if (Date.now() > deadline) throw attachTimeoutError(cluster, failure);
    if (!postmaster) failure = (await startPostmaster(cluster)) ?? failure;
    else await systemClock.sleep(retryPauseMs, options.signal);
  }
}

async function tryConnect(
  cluster: Cluster,
  postmaster: Postmaster | undefined,
  database: string,
): Promise<Attempt> {
  if (!postmaster?.port) return {};
  const place = { host: '127.0.0.1', port: postmaster.port, database };
  const connections = {
    owner: { ...place, user: ownerRole, password: cluster.password },
    application: { ...place, user: applicationRole, password: cluster.applicationPassword },
  };
  try {
    return { attachment: { keeper: await Keeper.connect(connections), connections } };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // invalid_password, invalid_authorization_specification
    if (code === '28P01' || code === '28000') throw wrongPasswordError(cluster, message);
    // cannot_connect_now
    return { isBusy: code === '57P03', failure: message };
  }
}

function wrongPasswordError(cluster: Cluster, message: string): DomainError {
  return embeddedProblems.database_start_failed(
    `The password in ${cluster.passwordFile} does not match the cluster in ${cluster.dataDirectory} (${message}). Restore the password file that belongs to this cluster.`,
  );
}

function attachTimeoutError(cluster: Cluster, failure: string): DomainError {
  return embeddedProblems.database_start_failed(
    `The database in ${cluster.dataDirectory} accepted no connection for ${attachTimeoutMs / 1000} s. ${failure} Its log is in ${cluster.dataDirectory}/log.`,
  );
}
