import { DomainEventRepository, withAdvisoryLock, type Database } from '@galley/database';
import type { Actor, Clock } from '@galley/kernel';
import { AccountRepository, type AccountRecord } from './account-repository.ts';
import { invalidFields } from './new-account.ts';
import { authProblems } from './problems.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { isSelf, requireAdministrator, requireAuthorityOver } from './user-rules.ts';
import { normalizeUsername } from './username.ts';

/** What of a user is elsewhere: the documents that they own, or are assigned to write or to review. */
export interface Ownership {
  count(username: string): Promise<number>;
  /** Gives all of them to another user; may be called again after it has failed half-way. */
  transfer(from: string, to: string): Promise<unknown>;
}

export interface DeletionOptions {
  readonly ownership: Ownership;
  /** Who takes over the documents; has to be an enabled user also when there turn out to be none. */
  readonly reassignTo?: string | undefined;
}

export interface Deletion extends DeletionOptions {
  readonly actor: Actor;
  readonly username: string;
  readonly clock: Clock;
}

/** What was under way when the user was disabled may still make a document; then they are counted again. */
const rounds = 3;

/**
 * Deletes a user (GAP-SET-3). They are disabled first, so that nothing new comes from them while their documents are
 * given away, and enabled again when that fails. A process that dies half-way leaves them disabled; deleting again
 * goes on from there.
 */
export async function deleteUser(db: Database, deletion: Deletion): Promise<void> {
  // One after the other: whoever takes over is not deleted meanwhile, and has the documents to show for it afterwards.
  await withAdvisoryLock(db, 'auth.user-deletion', () => disableHandOverRemove(db, deletion));
}

async function disableHandOverRemove(db: Database, deletion: Deletion): Promise<void> {
  const { actor, username, ownership } = deletion;
  if (isSelf(actor, username)) {
    throw authProblems.forbidden(
      'You cannot delete yourself; somebody else who manages users can.',
    );
  }
  const accounts = new AccountRepository(db);
  const target = await accounts.find(username);
  if (!target) throw unknownUser(username);
  requireAuthorityOver(actor, target);
  const successor = await findSuccessor(accounts, deletion);
  const documents = await ownership.count(username);
  if (documents > 0 && !successor) throw inUse(username, documents);

  const wasEnabled = await disable(db, deletion);
  try {
    await handOver(deletion, successor);
    await remove(db, deletion, successor);
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
  const message = `The documents of ${username} can go to another user who is enabled; "${successor}" is none.`;
  throw invalidFields([{ path: 'reassign_to', message }]);
}

/** Whether they were enabled before. */
function disable(db: Database, deletion: Deletion): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { username, enabled } = await lockTarget(transaction, deletion);
    if (!enabled) return false;
    await new SecurityChangeRepository(transaction).begin(username);
    await new AccountRepository(transaction).update(username, { enabled: false });
    return true;
  });
}

async function handOver(
  { username, ownership }: Deletion,
  successor: string | undefined,
): Promise<void> {
  let documents = await ownership.count(username);
  for (let round = 0; documents > 0 && successor !== undefined && round < rounds; round += 1) {
    await ownership.transfer(username, successor);
    documents = await ownership.count(username);
  }
  if (documents > 0) throw inUse(username, documents);
}

function remove(db: Database, deletion: Deletion, successor: string | undefined): Promise<void> {
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

/** The user, locked, when the actor may still take them away, and the site can do without them. */
async function lockTarget(
  transaction: Database,
  { actor, username }: Deletion,
): Promise<AccountRecord> {
  const accounts = new AccountRepository(transaction);
  const { account, otherAdministrators } = await accounts.lock(username);
  if (!account) throw unknownUser(username);
  requireAuthorityOver(actor, account);
  requireAdministrator(account, undefined, otherAdministrators);
  return account;
}

export function unknownUser(username: string): Error {
  return authProblems.not_found(`There is no user "${username}".`);
}

function inUse(username: string, documents: number): Error {
  const what = documents === 1 ? 'one document' : `${documents} documents`;
  return authProblems.in_use(
    `${username} owns or is assigned ${what}; name a user who takes over.`,
    { documents },
  );
}
