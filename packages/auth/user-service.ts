import { DomainEventRepository, type Database } from '@galley/database';
import {
  fieldError,
  valueChanges,
  type Actor,
  type Clock,
  type FieldError,
  type ValueChanges,
} from '@galley/kernel';
import { AccountReadModel, type Account } from './account-read-model.ts';
import { AccountRepository, type AccountRecord, type AccountState } from './account-repository.ts';
import { canManageUsers, requireCovers } from './authority.ts';
import { EmailChangeRepository } from './email-change-repository.ts';
import { requestEmail } from './email-changes.ts';
import { parseProfile } from './new-account.ts';
import { OneTimeTokenRepository } from './one-time-token-repository.ts';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import { RoleRepository, type Role } from './role-repository.ts';
import { normalizeRoleName } from './role-rules.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { recordSecurityChange } from './security-events.ts';
import { SignInThrottleRepository } from './sign-in-throttle-repository.ts';
import { deleteUser, userNotFound, type DeletionOptions } from './user-deletion.ts';
import {
  pickAuthority,
  changedFields,
  endsSessions,
  isSelf,
  refuseSelfChange,
  requireRemainingAdministrator,
  requireAuthorityOver,
  userFields,
  type UserField,
} from './user-rules.ts';
import { normalizeUsername } from './username.ts';

export interface UserFields {
  readonly username: string;
  /** Defaults to the user name. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly role: string;
  /** Unchanged when absent; a new user then has no password until they follow a link. */
  readonly password?: string | undefined;
  readonly enabled?: boolean | undefined;
}

export interface SavedUser {
  readonly user: Account;
  readonly created: boolean;
  readonly changed: readonly (UserField | 'email_requested')[];
  readonly changes: ValueChanges;
  /** When the change ended sessions. */
  readonly securityVersion: number | undefined;
}

interface StoredChange extends Pick<SavedUser, 'changes' | 'securityVersion'> {
  readonly changed: readonly UserField[];
}

export interface UserServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly hasher?: PasswordHasher;
}

type WantedState = Omit<AccountState, 'enabled'> & { readonly enabled: boolean | undefined };

interface ValidatedSave {
  readonly actor: Actor;
  readonly username: string;
  readonly state: WantedState;
  readonly passwordHash: string | undefined;
  readonly keepSessionId: string | undefined;
  /** Stores nothing if there is such a user. */
  readonly isNew?: boolean;
  /** Disabling also deletes API tokens, which otherwise work again when the user is enabled. */
  readonly revokesTokens?: boolean;
  /** Stores nothing unless the account has these values by now. */
  readonly kept?: Partial<Pick<AccountState, 'role' | 'email'>>;
}

/** Actors cannot act on users with more permissions than they have; an enabled administrator always remains. */
export class UserService {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #hasher: PasswordHasher;

  constructor({ db, clock, hasher = argon2Hasher }: UserServiceOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#hasher = hasher;
  }

  list(): Promise<Account[]> {
    return new AccountReadModel(this.#db).list();
  }

  async get(username: string): Promise<Account> {
    const normalized = normalizeUsername(username);
    const user = await new AccountReadModel(this.#db).find(normalized);
    if (!user) throw userNotFound(normalized);
    return user;
  }

  /** Throws `not_found`, and `forbidden` when the actor does not manage users or has fewer permissions. */
  async requireAuthorityOver(actor: Actor, username: string): Promise<Account> {
    if (!canManageUsers(actor))
      throw authProblems.forbidden('You may only do this for your own account.');
    const account = await this.get(username);
    const record = await new AccountRepository(this.#db).find(account.username);
    if (!record) throw userNotFound(account.username);
    requireAuthorityOver(actor, record);
    return account;
  }

  /**
   * A changed role, password or `enabled` ends the user's sessions except `keepSessionId`, and deletes password links;
   * a password also ends tokens, and `enabled: false` worker tokens. Throws `invalid_fields`, `forbidden`,
   * `last_admin`.
   */
  async save(actor: Actor, fields: UserFields, keepSessionId?: string): Promise<SavedUser> {
    const username = normalizeUsername(fields.username);
    if (isSelf(actor, username)) refuseSelfChange(fields);
    // Before hashing, so that a refused request costs no hash.
    const state = await this.requireSavable(actor, fields);
    // Takes about 100 ms, so it runs before the transaction takes locks.
    const passwordHash =
      fields.password === undefined ? undefined : await this.#hasher.hash(fields.password);
    for (;;) {
      const saved = await this.#db
        .transaction()
        .execute((transaction) =>
          this.#tryStore(transaction, { actor, username, state, passwordHash, keepSessionId }),
        );
      if (saved) return saved;
    }
  }

  /**
   * Changes name and e-mail address of the actor; everything else stays. With `confirmsEmail`, another address is
   * pending until its link is opened (ADD-ACC-4). Throws `invalid_fields` and `rate_limited`.
   */
  async saveOwn(
    actor: Actor,
    profile: Required<Pick<UserFields, 'name' | 'email'>>,
    { confirmsEmail = false } = {},
  ): Promise<SavedUser> {
    for (;;) {
      const { username, role, email: previousEmail } = await this.get(actor.username);
      const { state } = await this.#parse(this.#db, { ...profile, username, role });
      const { email } = state;
      const isPending = confirmsEmail && email !== previousEmail;
      if (isPending && email === '')
        throw authProblems.invalid_fields.at([fieldError('email', 'empty')]);
      const kept = isPending ? { role, email: previousEmail } : { role };
      const save = { actor, username, passwordHash: undefined, keepSessionId: undefined, kept };
      const saved = await this.#db.transaction().execute(async (transaction) => {
        const stored = await this.#tryStore(transaction, { ...save, state: { ...state, ...kept } });
        if (!stored || !isPending) return stored;
        const at = this.#clock.now();
        await requestEmail(transaction, { username, email, previousEmail, at });
        const changed = [...stored.changed, 'email_requested' as const];
        return { ...stored, changed };
      });
      if (saved) return saved;
    }
  }

  /** A link to confirm the actor's present or pending address. Throws `invalid_fields` and `rate_limited`. */
  async requestOwnEmail(actor: Actor, pending: string | undefined): Promise<string> {
    const { username, email: previousEmail } = await this.get(actor.username);
    const email = pending ?? previousEmail;
    if (email === '') throw authProblems.invalid_fields.at([fieldError('email', 'no_email')]);
    const at = this.#clock.now();
    await this.#db
      .transaction()
      .execute((transaction) => requestEmail(transaction, { username, email, previousEmail, at }));
    return email;
  }

  /** For messages to the actor; empty for the language of the site. */
  setOwnLanguage(actor: Actor, language: string): Promise<void> {
    return new AccountRepository(this.#db).setLanguage(actor.username, language);
  }

  /** State that `save` would store. Throws `invalid_fields` and `forbidden`. */
  async requireSavable(actor: Actor, fields: UserFields): Promise<WantedState> {
    const { role, state } = await this.#parse(this.#db, fields);
    const username = normalizeUsername(fields.username);
    requireMaySave(actor, role, await new AccountRepository(this.#db).find(username));
    return state;
  }

  /** Documents require a successor (GAP-SET-3). Also throws `last_admin`, `in_use`, and errors of the transfer. */
  delete(actor: Actor, username: string, options: DeletionOptions): Promise<void> {
    const deletion = { actor, username: normalizeUsername(username), clock: this.#clock };
    return deleteUser(this.#db, { ...deletion, ...options });
  }

  /**
   * For directories. The transaction has locked roles and user. Disabling also deletes API tokens. `undefined` if a new
   * user exists. Throws `invalid_fields` and `last_admin`.
   */
  async saveIn(
    transaction: Database,
    actor: Actor,
    { isNew, ...fields }: Omit<UserFields, 'password'> & { readonly isNew: boolean },
  ): Promise<SavedUser | undefined> {
    const { state } = await this.#parse(transaction, fields);
    const username = normalizeUsername(fields.username);
    const save = { actor, username, state, passwordHash: undefined, keepSessionId: undefined };
    return this.#tryStore(transaction, { ...save, isNew, revokesTokens: true });
  }

  /** As `delete`, for the actor. */
  deleteOwn(actor: Actor, options: DeletionOptions): Promise<void> {
    const { username } = actor;
    return deleteUser(this.#db, { actor, username, clock: this.#clock, isOwn: true, ...options });
  }

  async #parse(db: Database, fields: UserFields): Promise<{ role: Role; state: WantedState }> {
    const roleName = normalizeRoleName(fields.role);
    const roles = await new RoleRepository(db).list();
    const role = roles.find(({ name }) => name === roleName);
    const { name, email } = parseProfile(fields, role ? [] : [unknownRole(roleName, roles)]);
    // An unknown role was refused above.
    return { role: role!, state: { name, email, role: roleName, enabled: fields.enabled } };
  }

  /** `undefined` when the user was inserted, or a role to keep changed, concurrently; the caller retries. */
  async #tryStore(transaction: Database, save: ValidatedSave): Promise<SavedUser | undefined> {
    const { actor, username, state } = save;
    const roles = new RoleRepository(transaction);
    const role = await roles.lock(state.role, 'share');
    if (!role) throw authProblems.invalid_fields.at([unknownRole(state.role, await roles.list())]);
    const { account, otherAdministrators } = await new AccountRepository(transaction).lock(
      username,
    );
    if (isOutdated(save, account)) return undefined;
    requireMaySave(actor, role, account);
    const wanted = { ...state, enabled: state.enabled ?? account?.enabled ?? true };
    if (account) requireRemainingAdministrator(account, wanted, otherAdministrators);
    const stored = account
      ? await this.#update(transaction, save, { account, wanted })
      : await this.#insert(transaction, save, wanted);
    if (!stored) return undefined;
    const user = await new AccountReadModel(transaction).find(username);
    const saved = { user: user!, created: !account, ...stored };
    await this.#recordEvent(transaction, actor, saved);
    return saved;
  }

  async #recordEvent(transaction: Database, actor: Actor, saved: SavedUser): Promise<void> {
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
    { actor, username, passwordHash, keepSessionId, revokesTokens }: ValidatedSave,
    { account, wanted }: { account: AccountRecord; wanted: AccountState },
  ): Promise<StoredChange> {
    const changed = changedFields(account, wanted, passwordHash !== undefined);
    let securityVersion: number | undefined;
    const changes = valueChanges(pickAuthority(account), pickAuthority(wanted));
    if (changed.length === 0) return { changed, changes, securityVersion };
    if (endsSessions(changed)) {
      securityVersion = await new SecurityChangeRepository(transaction).begin(
        username,
        keepSessionId,
      );
      // A link created for an author must not open the account of an administrator or of a re-enabled user.
      await new OneTimeTokenRepository(transaction).removePasswordLinks(username);
    }
    const accounts = new AccountRepository(transaction);
    await accounts.update(username, wanted);
    if (changed.includes('email'))
      await new EmailChangeRepository(transaction).forget(username, this.#clock.now());
    await this.#recordSecurity(transaction, { username, actor, changed, account });
    const revocation = { by: actor.username, at: this.#clock.now() };
    if (passwordHash !== undefined) {
      await this.#setPassword(transaction, username, passwordHash);
      await accounts.revokeTokens(username, revocation);
    } else if (!wanted.enabled && revokesTokens) await accounts.revokeTokens(username, revocation);
    else if (!wanted.enabled) await accounts.revokeWorkerTokens(username, revocation);
    return { changed, changes, securityVersion };
  }

  async #recordSecurity(
    transaction: Database,
    {
      username,
      actor,
      changed,
      account,
    }: Pick<ValidatedSave, 'username' | 'actor'> &
      Pick<StoredChange, 'changed'> & { readonly account: AccountRecord },
  ): Promise<void> {
    const who = { username, actor: actor.username, at: this.#clock.now() };
    if (changed.includes('password'))
      await recordSecurityChange(transaction, who, { change: 'password' });
    const { email: previous_email } = account;
    if (changed.includes('email') && previous_email !== '')
      await recordSecurityChange(transaction, who, { change: 'email', previous_email });
  }

  async #insert(
    transaction: Database,
    { username, passwordHash }: ValidatedSave,
    wanted: AccountState,
  ): Promise<StoredChange | undefined> {
    const accounts = new AccountRepository(transaction);
    if (!(await accounts.insert(username, wanted, this.#clock.now()))) return undefined;
    if (passwordHash !== undefined) await this.#setPassword(transaction, username, passwordHash);
    const changed = userFields.filter(
      (field) => field !== 'password' || passwordHash !== undefined,
    );
    const changes = valueChanges({}, pickAuthority(wanted));
    return { changed, changes, securityVersion: undefined };
  }

  /** Also clears failed sign-ins, so that the new password works at once. */
  async #setPassword(transaction: Database, username: string, hash: string): Promise<void> {
    await new AccountRepository(transaction).setPassword(username, hash, this.#clock.now());
    await new SignInThrottleRepository(transaction).clear(username);
  }
}

function isOutdated(
  { kept = {}, isNew }: ValidatedSave,
  account: AccountRecord | undefined,
): boolean {
  return account !== undefined && (isNew === true || !hasValues(account, kept));
}

/** Throws `forbidden` when the user, before or after, has permissions that the actor lacks. */
function requireMaySave(actor: Actor, role: Role, existing: AccountRecord | undefined): void {
  if (existing) requireAuthorityOver(actor, existing);
  requireCovers(actor, role.capabilities, `The role ${role.name}`);
}

function hasValues(account: AccountRecord, kept: Partial<AccountState>): boolean {
  return Object.entries(kept).every(
    ([name, value]) => account[name as keyof AccountState] === value,
  );
}

function unknownRole(name: string, roles: readonly Role[]): FieldError {
  return fieldError('role', 'not_found', { value: name, known: roles.map((role) => role.name) });
}
