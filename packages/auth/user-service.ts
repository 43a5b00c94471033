import { DomainEventRepository, type Database } from '@galley/database';
import {
  valueChanges,
  type Actor,
  type Clock,
  type FieldError,
  type ValueChanges,
} from '@galley/kernel';
import { AccountReadModel, type Account } from './account-read-model.ts';
import { AccountRepository, type AccountRecord, type AccountState } from './account-repository.ts';
import { managesUsers, requireCovers } from './authority.ts';
import { invalidFields, parseProfile } from './new-account.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import { RoleRepository, type Role } from './role-repository.ts';
import { normalizeRoleName } from './role-rules.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { SignInThrottleRepository } from './sign-in-throttle-repository.ts';
import { deleteUser, unknownUser, type DeletionOptions } from './user-deletion.ts';
import {
  authorityOf,
  changedFields,
  endsSessions,
  isSelf,
  refuseToOneself,
  requireAdministrator,
  requireAuthorityOver,
  userFields,
  type UserField,
} from './user-rules.ts';
import { normalizeUsername } from './username.ts';

export interface UserFields {
  readonly username: string;
  /** The user name when absent or empty. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly role: string;
  /** Absent: stays as it is; a new user then has none until a link lets them set it. */
  readonly password?: string | undefined;
  /** Absent: stays as it is; a new user is enabled. */
  readonly enabled?: boolean | undefined;
}

export interface SavedUser {
  readonly user: Account;
  readonly created: boolean;
  /** What is different now, by name. */
  readonly changed: readonly UserField[];
  /** Old and new role, and whether the user may sign in. */
  readonly changes: ValueChanges;
  /** The user's new version, when the change has ended their sessions. */
  readonly securityVersion: number | undefined;
}

type Stored = Pick<SavedUser, 'changed' | 'changes' | 'securityVersion'>;

export interface UserServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher?: PasswordHasher;
}

type WantedState = Omit<AccountState, 'enabled'> & { readonly enabled: boolean | undefined };

/** A save whose fields will do. */
interface Save {
  readonly actor: Actor;
  readonly username: string;
  readonly state: WantedState;
  readonly passwordHash: string | undefined;
  readonly keepSessionId: string | undefined;
}

const listFormat = new Intl.ListFormat('en');

/**
 * What those who manage users do with them. Nobody acts on somebody who may do more than they may, or makes anybody
 * such; there is always an enabled administrator. User names are taken as people type them.
 */
export class UserService {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #hasher: PasswordHasher;

  constructor({ db, clock, hasher = argon2Hasher }: UserServiceOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#hasher = hasher;
  }

  /** Everybody, by user name. */
  list(): Promise<Account[]> {
    return new AccountReadModel(this.#db).list();
  }

  /** Throws `not_found`. */
  async get(username: string): Promise<Account> {
    const normalized = normalizeUsername(username);
    const user = await new AccountReadModel(this.#db).find(normalized);
    if (!user) throw unknownUser(normalized);
    return user;
  }

  /**
   * The user, when the actor may act on them: sets up their second factor, makes them a link. Throws `not_found`, and
   * `forbidden` for who does not manage users or may less than this one.
   */
  async requireAuthorityOver(actor: Actor, username: string): Promise<Account> {
    if (!managesUsers(actor)) throw authProblems.forbidden('You may do this to yourself only.');
    const account = await this.get(username);
    const record = await new AccountRepository(this.#db).find(account.username);
    if (!record) throw unknownUser(account.username);
    requireAuthorityOver(actor, record);
    return account;
  }

  /**
   * Creates a user, or changes one. A change of role, password or `enabled` ends the user's sessions, except the one
   * named `keepSessionId` (the actor's, who may be the user), and the links that would set a password; a password
   * also ends the user's tokens, and `enabled: false` those that the user made for agents. Throws `invalid_fields`, `forbidden` and `last_admin`.
   */
  async save(actor: Actor, fields: UserFields, keepSessionId?: string): Promise<SavedUser> {
    const username = normalizeUsername(fields.username);
    if (isSelf(actor, username)) refuseToOneself(fields);
    // Also here, so that nobody costs a hash for what they may not do.
    const state = await this.requireSavable(actor, fields);
    // Before the transaction: it takes a tenth of a second, and others wait for the locks.
    const passwordHash =
      fields.password === undefined ? undefined : await this.#hasher.hash(fields.password);
    for (;;) {
      const saved = await this.#db
        .transaction()
        .execute((transaction) =>
          this.#store(transaction, { actor, username, state, passwordHash, keepSessionId }),
        );
      if (saved) return saved;
    }
  }

  /** The account as `save` would store it, without its password. Throws `invalid_fields` and `forbidden`. */
  async requireSavable(actor: Actor, fields: UserFields): Promise<WantedState> {
    const { role, state } = await this.#parse(fields);
    const username = normalizeUsername(fields.username);
    requireMaySave(actor, role, await new AccountRepository(this.#db).find(username));
    return state;
  }

  /**
   * Deletes a user; one who has documents only when somebody takes them over (GAP-SET-3). Throws `not_found`,
   * `forbidden`, `last_admin`, `in_use`, `invalid_fields`, and whatever the transfer throws.
   */
  delete(actor: Actor, username: string, options: DeletionOptions): Promise<void> {
    const deletion = { actor, username: normalizeUsername(username), clock: this.#clock };
    return deleteUser(this.#db, { ...deletion, ...options });
  }

  async #parse(fields: UserFields): Promise<{ role: Role; state: WantedState }> {
    const roleName = normalizeRoleName(fields.role);
    const roles = await new RoleRepository(this.#db).list();
    const role = roles.find(({ name }) => name === roleName);
    const { name, email } = parseProfile(fields, role ? [] : [unknownRole(roleName, roles)]);
    // An unknown role has been refused with the other fields.
    return { role: role!, state: { name, email, role: roleName, enabled: fields.enabled } };
  }

  /** Undefined when somebody made a user of that name meanwhile: then it is theirs that is to be changed. */
  async #store(transaction: Database, save: Save): Promise<SavedUser | undefined> {
    const { actor, username, state } = save;
    const roles = new RoleRepository(transaction);
    const role = await roles.lock(state.role, 'share');
    if (!role) throw invalidFields([unknownRole(state.role, await roles.list())]);
    const { account, otherAdministrators } = await new AccountRepository(transaction).lock(
      username,
    );
    requireMaySave(actor, role, account);
    const wanted = { ...state, enabled: state.enabled ?? account?.enabled ?? true };
    if (account) requireAdministrator(account, wanted, otherAdministrators);
    const stored = account
      ? await this.#update(transaction, save, { account, wanted })
      : await this.#insert(transaction, save, wanted);
    if (!stored) return undefined;
    const user = await new AccountReadModel(transaction).find(username);
    const saved = { user: user!, created: !account, ...stored };
    await this.#tell(transaction, actor, saved);
    return saved;
  }

  async #tell(transaction: Database, actor: Actor, saved: SavedUser): Promise<void> {
    const { user, created, changed } = saved;
    if (changed.length === 0) return;
    await new DomainEventRepository(transaction).append([
      {
        type: created ? 'user.created' : 'user.updated',
        at: this.#clock.now(),
        actor: actor.username,
        subject: user.username,
        data: { role: user.role, enabled: user.enabled, ...(!created && { changed }) },
      },
    ]);
  }

  async #update(
    transaction: Database,
    { actor, username, passwordHash, keepSessionId }: Save,
    { account, wanted }: { account: AccountRecord; wanted: AccountState },
  ): Promise<Stored> {
    const changed = changedFields(account, wanted, passwordHash !== undefined);
    let securityVersion: number | undefined;
    const changes = valueChanges(authorityOf(account), authorityOf(wanted));
    if (changed.length === 0) return { changed, changes, securityVersion };
    if (endsSessions(changed)) {
      securityVersion = await new SecurityChangeRepository(transaction).begin(
        username,
        keepSessionId,
      );
      // A link made for an author, say, is not to open the account of an administrator, nor of one enabled again.
      await new OneTimeTokenRepository(transaction).removeAllOf(username);
    }
    const accounts = new AccountRepository(transaction);
    await accounts.update(username, wanted);
    const revocation = { by: actor.username, at: this.#clock.now() };
    if (passwordHash !== undefined) {
      await this.#setPassword(transaction, username, passwordHash);
      await accounts.revokeTokens(username, revocation);
    } else if (!wanted.enabled) await accounts.revokeWorkerTokens(username, revocation);
    return { changed, changes, securityVersion };
  }

  async #insert(
    transaction: Database,
    { username, passwordHash }: Save,
    wanted: AccountState,
  ): Promise<Stored | undefined> {
    const accounts = new AccountRepository(transaction);
    if (!(await accounts.insert(username, wanted, this.#clock.now()))) return undefined;
    if (passwordHash !== undefined) await this.#setPassword(transaction, username, passwordHash);
    const changed = userFields.filter(
      (field) => field !== 'password' || passwordHash !== undefined,
    );
    const changes = valueChanges({}, authorityOf(wanted));
    return { changed, changes, securityVersion: undefined };
  }

  /** And forgets the failed sign-ins, so that the new password works at once. */
  async #setPassword(transaction: Database, username: string, hash: string): Promise<void> {
    await new AccountRepository(transaction).setPassword(username, hash, this.#clock.now());
    await new SignInThrottleRepository(transaction).clear(username);
  }
}

/** Throws `forbidden` when the user, before or after, may do more than the actor may. */
function requireMaySave(actor: Actor, role: Role, present: AccountRecord | undefined): void {
  if (present) requireAuthorityOver(actor, present);
  requireCovers(actor, role.capabilities, `The role ${role.name}`);
}

function unknownRole(name: string, known: readonly Role[]): FieldError {
  const names = listFormat.format(known.map((role) => role.name));
  return { path: 'role', message: `There is no role "${name}"; there are ${names}.` };
}
