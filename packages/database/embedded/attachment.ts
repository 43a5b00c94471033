import { systemClock, type DomainError } from '@galley/kernel';
import { applicationRole, ownerRole, type Cluster } from './cluster.ts';
import { Keeper, type Connections } from './keeper.ts';
import { findPostmaster, startPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';
import { embeddedProblems } from './problems.ts';

export interface Attachment {
  readonly keeper: Keeper;
  readonly connections: Connections;
}

const attachTimeoutMs = 60_000;
const retryPauseMs = 100;

interface Attempt {
  readonly attachment?: Attachment;
  /** The server is alive and reports that it is recovering or stopping. */
  readonly isBusy?: boolean;
  readonly failure?: string;
}

/**
 * Needs no lock to start a server: PostgreSQL refuses a second one on a cluster, and the loser finds the winner's. An
 * abort returns `undefined`, but never between starting and connecting, so that no server runs unattended.
 */
export async function attachKeeper(
  cluster: Cluster,
  options: { database: string; signal: AbortSignal },
): Promise<Attachment | undefined> {
  let deadline = Date.now() + attachTimeoutMs;
  let failure = '';
  let hasStarted = false;
  for (;;) {
    const postmaster = await findPostmaster(cluster);
    const attempt = await tryConnect(cluster, postmaster, options.database).catch(async (error) => {
      if (hasStarted) await stopPostmaster(cluster);
      throw error;
    });
    if (attempt.attachment) return attempt.attachment;
    if (options.signal.aborted) return undefined;
    if (attempt.isBusy) deadline = Date.now() + attachTimeoutMs;
    failure = attempt.failure ?? failure;
    if (Date.now() > deadline) throw attachTimeoutError(cluster, failure);
    if (postmaster) {
      await systemClock.sleep(retryPauseMs, options.signal);
      continue;
    }
    const obstacle = await startPostmaster(cluster);
    hasStarted = obstacle === undefined;
    failure = obstacle ?? failure;
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
