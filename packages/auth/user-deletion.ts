import { DomainEventRepository, withAdvisoryLock, type Database } from '@galley/database';
import { fieldError, type Actor, type Clock } from '@galley/kernel';
import { AccountRepository, type AccountRecord } from './account-repository.ts';
import { authProblems } from './problems.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { isSelf, requireRemainingAdministrator, requireAuthorityOver } from './user-rules.ts';
import { normalizeUsername } from './username.ts';

export interface Ownership {
  count(username: string): Promise<number>;
  /** May be called again after a failure. */
  transfer(from: string, to: string): Promise<unknown>;
}

export interface DeletionOptions {
  readonly ownership: Ownership;
  /** Must be enabled even when there are no documents. */
  readonly reassignTo?: string | undefined;
}

export interface Deletion extends DeletionOptions {
  readonly actor: Actor;
  readonly username: string;
  readonly clock: Clock;
  /** The person deletes their own account (ADD-ACC-10). */
  readonly isOwn?: boolean;
}

/** Requests in progress when the user was disabled may still create documents, so they are counted again. */
const maxTransferRounds = 3;

/**
 * GAP-SET-3. Disabled first, so that no new documents appear during the transfer; enabled again if it fails. A process
 * that dies meanwhile leaves the user disabled; a second call continues.
 */
export async function deleteUser(db: Database, deletion: Deletion): Promise<void> {
  // Deletions run one at a time, so that the successor is not deleted meanwhile.
  await withAdvisoryLock(db, 'auth.user-deletion', () => disableTransferDelete(db, deletion));
}

async function disableTransferDelete(db: Database, deletion: Deletion): Promise<void> {
  const { actor, username, ownership } = deletion;
  if (isSelf(actor, username) && !deletion.isOwn) {
    throw authProblems.forbidden('Delete your own account on your account page.');
  }
  const accounts = new AccountRepository(db);
  const target = await accounts.findAny(username);
  if (!target) throw userNotFound(username);
  requireAuthorityOver(actor, target);
  const successor = await findSuccessor(accounts, deletion);
  const documents = await ownership.count(username);
  if (documents > 0 && !successor) throw ownsDocuments(username, documents);

  const wasEnabled = await disable(db, deletion);
  try {
    await transferDocuments(deletion, successor);
    await deleteAccount(db, deletion, successor);
  } catch (error) {
    if (wasEnabled) await accounts.update(username, { enabled: true });
    throw error;
  }
}

async function findSuccessor(
  accounts: AccountRepository,
  { username, reassignTo }: Deletion,
): Promise<string | undefined> {
  if (reassignTo === undefined) return undefined;
  const successor = normalizeUsername(reassignTo);
  const found = successor === username ? undefined : await accounts.find(successor);
  if (found?.enabled) return successor;
  throw authProblems.invalid_fields.at([
    fieldError('reassign_to', 'not_another_user', { found: successor }),
  ]);
}

/** Returns whether the user was enabled. */
function disable(db: Database, deletion: Deletion): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { username, enabled } = await lockTarget(transaction, deletion);
    if (!enabled) return false;
    await new SecurityChangeRepository(transaction).begin(username);
    await new AccountRepository(transaction).update(username, { enabled: false });
    return true;
  });
}

async function transferDocuments(
  { username, ownership }: Deletion,
  successor: string | undefined,
): Promise<void> {
  let documents = await ownership.count(username);
  for (
    let round = 0;
    documents > 0 && successor !== undefined && round < maxTransferRounds;
    round += 1
  ) {
    await ownership.transfer(username, successor);
    documents = await ownership.count(username);
  }
  if (documents > 0) throw ownsDocuments(username, documents);
}

function deleteAccount(
  db: Database,
  deletion: Deletion,
  successor: string | undefined,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { username } = await lockTarget(transaction, deletion);
    const { actor, clock } = deletion;
    const accounts = new AccountRepository(transaction);
    await accounts.revokeWorkerTokens(username, { by: actor.username, at: clock.now() });
    await accounts.delete(username);
    await new DomainEventRepository(transaction).append([
      {
        type: 'user.deleted',
        at: clock.now(),
        actor: actor.username,
        subject: username,
        data: { reassigned_to: successor ?? null },
      },
    ]);
  });
}

/** Throws unless the actor has authority over the user and another administrator remains. */
async function lockTarget(
  transaction: Database,
  { actor, username }: Deletion,
): Promise<AccountRecord> {
  const accounts = new AccountRepository(transaction);
  const { account, otherAdministrators } = await accounts.lock(username);
  if (!account) throw userNotFound(username);
  requireAuthorityOver(actor, account);
  requireRemainingAdministrator(account, undefined, otherAdministrators);
  return account;
}

export function userNotFound(username: string): Error {
  return authProblems.not_found(`There is no user "${username}".`);
}

function ownsDocuments(username: string, documents: number): Error {
  const documentCount = documents === 1 ? 'one document' : `${documents} documents`;
  return authProblems.in_use(
    `${username} owns or is assigned ${documentCount}; name a user who takes over.`,
    { documents },
  );
}
