import { randomInt } from 'node:crypto';
import { DomainEventRepository, type Database } from '@galley/database';
import { reservedUsernames, type Actor, type Clock } from '@galley/kernel';
import { AccountRepository } from './account-repository.ts';
import { AuditRepository } from './audit-repository.ts';
import { authProblems } from './problems.ts';
import {
  ProvisionedUserReadModel,
  type DirectoryAttributes,
  type Page,
  type ProvisionedUser,
} from './provisioned-user-read-model.ts';
import type { ProvisioningQuery } from './provisioning-filter.ts';
import { ProvisioningRepository } from './provisioning-repository.ts';
import {
  baseUsername,
  directoryActor,
  inTransaction,
  requireValidAttributes,
  requireWithinReach,
  type ProvisioningCaller,
  type ProvisioningRoles,
} from './provisioning-rules.ts';
import type { SavedUser, UserService } from './user-service.ts';

export interface ProvisioningOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: UserService;
  readonly roles: ProvisioningRoles;
  /** Sends new accounts an invitation by e-mail. */
  readonly invites: boolean;
}

/** Gets the attributes as they are, and returns them as they should be. */
export type DecideAttributes = (present: ProvisionedUser) => DirectoryAttributes;

/**
 * Accounts of a directory (ADD-SCIM-2 to 5). Each change is one transaction with its audit entry. Passwords stay as they
 * are: new accounts have none.
 */
export class ProvisioningService {
  readonly #options: ProvisioningOptions;

  constructor(options: ProvisioningOptions) {
    this.#options = options;
  }

  /** @throws `invalid_fields` for a filter with unknown attributes */
  list(query: ProvisioningQuery): Promise<Page<ProvisionedUser>> {
    return new ProvisionedUserReadModel(this.#options.db).list(query);
  }

  /** @throws `not_found` */
  async get(id: string): Promise<ProvisionedUser> {
    return found(await new ProvisionedUserReadModel(this.#options.db).find(id), id);
  }

  /**
   * An account that the directory had deleted is enabled again, with the default role. @throws `already_exists`,
   * `invalid_fields`, and `forbidden` for such an account with another role
   */
  create(caller: ProvisioningCaller, attributes: DirectoryAttributes): Promise<ProvisionedUser> {
    requireValidAttributes(attributes);
    return this.#change(async (transaction) => {
      await requireFree(transaction, attributes);
      const saved =
        (await this.#revive(transaction, caller, attributes)) ??
        (await this.#insert(transaction, caller.actor, attributes));
      const { username } = saved.user;
      const at = this.#options.clock.now();
      await new ProvisioningRepository(transaction).store(username, attributes, at);
      if (this.#options.invites && attributes.active && attributes.email !== '')
        await invite(transaction, { actor: caller.actor, username, at });
      await this.#record(transaction, caller, saved);
      return this.#present(transaction, username);
    });
  }

  /** @throws `not_found`, `already_exists`, `invalid_fields`, `forbidden`, `last_admin` */
  change(
    caller: ProvisioningCaller,
    id: string,
    decide: DecideAttributes,
  ): Promise<ProvisionedUser> {
    return this.#change(async (transaction) => {
      const present = await this.#lock(transaction, id);
      const wanted = decide(present);
      requireValidAttributes(wanted);
      requireWithinReach(present.role, this.#options.roles, { present, wanted });
      const other = await new ProvisionedUserReadModel(transaction).findOther(
        wanted.userName,
        present.username,
      );
      if (other !== undefined) throw nameTaken(wanted.userName, other);
      const saved = await this.#save(transaction, caller.actor, { ...present, ...wanted });
      const at = this.#options.clock.now();
      await new ProvisioningRepository(transaction).store(present.username, wanted, at);
      await this.#record(transaction, caller, saved);
      return this.#present(transaction, present.username);
    });
  }

  /**
   * Disables the account and hides it; documents and histories keep its name.
   * @throws `not_found`, `last_admin`, and the errors of `check`
   */
  delete(
    caller: ProvisioningCaller,
    id: string,
    check: (present: ProvisionedUser) => void,
  ): Promise<void> {
    return this.#change(async (transaction) => {
      const present = await this.#lock(transaction, id);
      check(present);
      const saved = await this.#save(transaction, caller.actor, { ...present, active: false });
      const at = this.#options.clock.now();
      await new ProvisioningRepository(transaction).markDeleted(present.username, present, at);
      await this.#record(transaction, caller, { ...saved, isDeleted: true });
    });
  }

  #change<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
    return inTransaction(this.#options.db, work);
  }

  /** Until the transaction ends, other changes of the account wait, so that none is lost. */
  async #lock(transaction: Database, id: string): Promise<ProvisionedUser> {
    const repository = new ProvisioningRepository(transaction);
    const username = await repository.findUsername(id);
    if (username !== undefined) await repository.lock([username]);
    return found(await new ProvisionedUserReadModel(transaction).find(id), id);
  }

  async #revive(
    transaction: Database,
    { actor }: ProvisioningCaller,
    wanted: DirectoryAttributes,
  ): Promise<SavedUser | undefined> {
    const repository = new ProvisioningRepository(transaction);
    const username = await repository.findDeleted(wanted.userName);
    if (username === undefined) return undefined;
    await repository.lock([username]);
    const { roles } = this.#options;
    const account = (await new AccountRepository(transaction).find(username))!;
    const present = { ...wanted, active: account.enabled };
    requireWithinReach(account.role, roles, { present, wanted });
    return this.#save(transaction, actor, { ...wanted, username, role: roles.defaultRole });
  }

  async #insert(
    transaction: Database,
    actor: Actor,
    wanted: DirectoryAttributes,
  ): Promise<SavedUser> {
    await new ProvisioningRepository(transaction).lock([]);
    const base = baseUsername(wanted.userName);
    const { defaultRole: role } = this.#options.roles;
    for (let number = 1; ; number += 1) {
      const username = number === 1 ? base : `${base}-${suffixOf(number)}`;
      if (reservedUsernames.has(username)) continue;
      const fields = { ...fieldsOf(wanted), username, role, isNew: true };
      const saved = await this.#options.users.saveIn(transaction, directoryActor(actor), fields);
      if (saved) return saved;
    }
  }

  async #save(
    transaction: Database,
    actor: Actor,
    wanted: DirectoryAttributes & Pick<ProvisionedUser, 'username' | 'role'>,
  ): Promise<SavedUser> {
    const { username, role } = wanted;
    const fields = { ...fieldsOf(wanted), username, role, isNew: false };
    const saved = await this.#options.users.saveIn(transaction, directoryActor(actor), fields);
    // The account is locked, so it exists.
    return saved!;
  }

  async #record(
    transaction: Database,
    caller: ProvisioningCaller,
    { user, created, changed, changes, isDeleted }: SavedUser & { readonly isDeleted?: true },
  ): Promise<void> {
    const details = {
      created,
      changed,
      role: user.role,
      changes,
      by: 'scim',
      ...(isDeleted && { deleted: true }),
    };
    const event = caller.entry({ target: user.username, details });
    const { clock } = this.#options;
    if (event) await new AuditRepository({ db: transaction, clock }).record(event);
  }

  async #present(transaction: Database, username: string): Promise<ProvisionedUser> {
    const users = new ProvisionedUserReadModel(transaction);
    return (await users.findByUsername(username))!;
  }
}

/** 2, 3 …, then random ones: names in other scripts may all have the same base. */
function suffixOf(number: number): number {
  return number <= 20 ? number : randomInt(1_000_000_000);
}

function fieldsOf({ displayName, email, active }: DirectoryAttributes) {
  return { name: displayName, email, enabled: active };
}

async function requireFree(
  transaction: Database,
  { userName, email }: DirectoryAttributes,
): Promise<void> {
  const users = new ProvisionedUserReadModel(transaction);
  const holder = await users.findOther(userName, '');
  if (holder !== undefined) throw nameTaken(userName, holder);
  const unlinked = await users.findUnlinked(email);
  if (unlinked === undefined) return;
  // People can enter any address in their account: taking it over by the address would give them the groups of others.
  throw authProblems.already_exists(
    `The account ${unlinked}, which the directory does not know yet, has the address ${email}. If it is the same person, set userName of its SCIM resource to ${userName}; otherwise change its address.`,
  );
}

function nameTaken(userName: string, holder: string): Error {
  return authProblems.already_exists(`The account ${holder} has the userName ${userName}.`);
}

function found(user: ProvisionedUser | undefined, id: string): ProvisionedUser {
  if (!user) throw authProblems.not_found(`There is no user with the id "${id}".`);
  return user;
}

function invite(
  transaction: Database,
  { actor, username, at }: { readonly actor: Actor; readonly username: string; readonly at: Date },
): Promise<void> {
  const event = {
    type: 'user.link_requested',
    at,
    actor: actor.username,
    subject: username,
    data: {},
  } as const;
  return new DomainEventRepository(transaction).append([event]);
}
