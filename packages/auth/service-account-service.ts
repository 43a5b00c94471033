import { DomainEventRepository, type Database, type Transaction } from '@galley/database';
import {
  fieldError,
  fieldFault,
  isServiceAccount,
  serviceUsername,
  valueChanges,
  type Actor,
  type Clock,
  type FieldError,
  type ValueChanges,
} from '@galley/kernel';
import { AccountRepository, type AccountRecord } from './account-repository.ts';
import { requireCovers } from './authority.ts';
import { checkName } from './new-account.ts';
import { authProblems } from './problems.ts';
import { RoleRepository } from './role-repository.ts';
import { administratorRole, normalizeRoleName } from './role-rules.ts';
import { ServiceAccountReadModel } from './service-account-read-model.ts';
import type { ServiceAccount, ServiceAccountFields } from './service-account.ts';
import { deleteUser, type DeletionOptions } from './user-deletion.ts';
import { isUsername, normalizeUsername } from './username.ts';

export interface SavedServiceAccount {
  readonly account: ServiceAccount;
  readonly created: boolean;
  readonly changes: ValueChanges;
}

interface Values {
  readonly username: string;
  readonly name: string;
  readonly description: string;
  readonly role: string;
  readonly responsible: string | null;
  readonly responsible_role: string | null;
}

const maxDescriptionLength = 1_000;

/** Actors cannot act on accounts with more permissions than their own. */
export class ServiceAccountService {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** By user name. */
  list(): Promise<ServiceAccount[]> {
    return new ServiceAccountReadModel(this.#db).list(this.#clock.now());
  }

  /** Throws `not_found`. */
  async get(input: string): Promise<ServiceAccount> {
    const username = serviceUsername(input);
    const read = new ServiceAccountReadModel(this.#db);
    const account = await read.find(username, this.#clock.now());
    if (!account) throw serviceNotFound(username);
    return account;
  }

  /** Creates or changes. Throws `invalid_fields` and `forbidden`. */
  save(actor: Actor, fields: ServiceAccountFields): Promise<SavedServiceAccount> {
    return this.#db.transaction().execute(async (transaction) => {
      const values = await this.#parse(transaction, fields);
      const role = (await new RoleRepository(transaction).lock(values.role, 'share'))!;
      requireCovers(actor, role.capabilities, `The role ${role.name}`);
      const accounts = new AccountRepository(transaction);
      const { account } = await accounts.lock(values.username);
      if (account) requireCovers(actor, account.capabilities, `The account ${account.username}`);
      const enabled = fields.enabled ?? account?.enabled ?? true;
      const before = account && (await this.#read(transaction, values.username));
      await this.#store(transaction, actor, { values, enabled, account });
      const stored = (await this.#read(transaction, values.username))!;
      const changes = valueChanges(before ? auditedOf(before) : {}, auditedOf(stored));
      if (Object.keys(changes).length > 0)
        await this.#recordEvent(transaction, actor, { stored, created: !account, changes });
      return { account: stored, created: !account, changes };
    });
  }

  /** As for people: documents need a successor, who is a person. */
  async delete(actor: Actor, input: string, options: DeletionOptions): Promise<void> {
    const { username } = await this.get(input);
    await deleteUser(this.#db, { actor, username, clock: this.#clock, ...options });
  }

  #read(db: Transaction, username: string): Promise<ServiceAccount | undefined> {
    return new ServiceAccountReadModel(db).find(username, this.#clock.now());
  }

  async #parse(db: Transaction, fields: ServiceAccountFields): Promise<Values> {
    const username = serviceUsername(fields.username);
    const values: Values = {
      username,
      name: fields.name?.trim() || username.slice(username.indexOf(':') + 1),
      description: fields.description.trim(),
      role: normalizeRoleName(fields.role),
      responsible: fields.responsible ? normalizeUsername(fields.responsible) : null,
      responsible_role: fields.responsibleRole ? normalizeRoleName(fields.responsibleRole) : null,
    };
    const errors = [...ownErrors(values), ...(await referenceErrors(db, values))];
    if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
    return values;
  }

  async #store(
    transaction: Transaction,
    actor: Actor,
    {
      values,
      enabled,
      account,
    }: {
      readonly values: Values;
      readonly enabled: boolean;
      readonly account: AccountRecord | undefined;
    },
  ): Promise<void> {
    const { username, name, role, ...described } = values;
    const accounts = new AccountRepository(transaction);
    const state = { name, email: '', role, enabled };
    if (account) {
      await accounts.update(username, state);
      const revocation = { by: actor.username, at: this.#clock.now() };
      if (!enabled) await accounts.revokeWorkerTokens(username, revocation);
    } else if (!(await accounts.insert(username, state, this.#clock.now())))
      throw authProblems.in_use(`${username} has just been created by someone else. Reload.`);
    await accounts.describeService(username, { ...described, createdBy: actor.username });
  }

  #recordEvent(
    transaction: Transaction,
    actor: Actor,
    {
      stored: { username, role, enabled },
      created,
      changes,
    }: {
      readonly stored: ServiceAccount;
      readonly created: boolean;
      readonly changes: ValueChanges;
    },
  ): Promise<void> {
    const changed = created ? {} : { changed: Object.keys(changes) };
    return new DomainEventRepository(transaction).append([
      {
        type: created ? 'user.created' : 'user.updated',
        at: this.#clock.now(),
        actor: actor.username,
        subject: username,
        data: { role, enabled, ...changed },
      },
    ]);
  }
}

const auditedOf = (account: ServiceAccount) => ({
  name: account.name,
  description: account.description,
  role: account.role,
  enabled: account.enabled,
  responsible: account.responsible,
  responsible_role: account.responsibleRole,
});

function ownErrors({ username, name, description, role, ...values }: Values): FieldError[] {
  const rest = username.slice(username.indexOf(':') + 1);
  const nameFault = checkName(name);
  return [
    ...(isServiceAccount(username) && isUsername(rest)
      ? []
      : [
          fieldError('username', 'not_a_bounded_name', {
            max: 64,
            characters: 'a–z 0–9 . _ -',
            first: 'a–z 0–9',
          }),
        ]),
    ...(nameFault ? [{ path: 'name', ...nameFault }] : []),
    ...([...description].length > maxDescriptionLength
      ? [{ path: 'description', ...fieldFault('too_long', { max: maxDescriptionLength }) }]
      : []),
    ...(role === administratorRole ? [fieldError('role', 'only_for_people', { role })] : []),
    ...(values.responsible !== null && values.responsible_role !== null
      ? [fieldError('responsible_role', 'not_with', { other: 'responsible' })]
      : []),
  ];
}

async function referenceErrors(
  db: Transaction,
  { role, responsible, responsible_role: responsibleRole }: Values,
): Promise<FieldError[]> {
  const roles = (await new RoleRepository(db).list()).map(({ name }) => name);
  const unknownRole = (path: string, value: string | null): FieldError[] =>
    value === null || roles.includes(value)
      ? []
      : [fieldError(path, 'not_found', { value, known: roles })];
  const person = responsible === null || (await new AccountRepository(db).find(responsible));
  return [
    ...unknownRole('role', role),
    ...(person ? [] : [fieldError('responsible', 'not_found', { value: responsible })]),
    ...unknownRole('responsible_role', responsibleRole),
  ];
}

function serviceNotFound(username: string): Error {
  return authProblems.not_found(`There is no service account "${username}".`);
}
