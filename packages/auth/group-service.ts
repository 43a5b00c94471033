import type { Database } from '@galley/database';
import { fieldError, type AuditEvent, type Clock } from '@galley/kernel';
import { AccountRepository } from './account-repository.ts';
import { AuditRepository } from './audit-repository.ts';
import { authProblems } from './problems.ts';
import {
  ProvisionedGroupRepository,
  type GroupMember,
  type ProvisionedGroup,
} from './provisioned-group-repository.ts';
import type { Page } from './provisioned-user-read-model.ts';
import type { ProvisioningQuery } from './provisioning-filter.ts';
import { ProvisioningRepository } from './provisioning-repository.ts';
import {
  directoryActor,
  givenRoles,
  hasRole,
  inTransaction,
  isLine,
  roleOfGroups,
  type ProvisioningCaller,
} from './provisioning-rules.ts';
import type { ProvisioningOptions } from './provisioning-service.ts';

export interface GroupAttributes {
  readonly name: string;
  readonly externalId: string | null;
  /** SCIM ids. */
  readonly members: ReadonlySet<string>;
}

export interface GroupWithMembers extends ProvisionedGroup {
  readonly members: readonly GroupMember[];
}

export type DecideGroup = (present: GroupAttributes & ProvisionedGroup) => GroupAttributes;

interface Membership {
  readonly group: ProvisionedGroup;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Users whose role may change: also members that stay, if the group gets another name. */
  readonly affected: readonly string[];
}

/**
 * Groups of a directory (ADD-SCIM-6). A change is one transaction with the roles that follow from it and the audit
 * entries.
 */
export class GroupService {
  readonly #options: Omit<ProvisioningOptions, 'invites'>;
  readonly #clock: Clock;

  constructor(options: Omit<ProvisioningOptions, 'invites'>) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** Without members unless `withMembers`. @throws `invalid_fields` for a filter with unknown attributes */
  async list(query: ProvisioningQuery, withMembers: boolean): Promise<Page<GroupWithMembers>> {
    const groups = new ProvisionedGroupRepository(this.#options.db);
    const { items, total } = await groups.list(query);
    const members = withMembers
      ? await groups.members(items.map(({ id }) => id))
      : new Map<string, readonly GroupMember[]>();
    return {
      total,
      items: items.map((group) => ({ ...group, members: members.get(group.id) ?? [] })),
    };
  }

  /** @throws `not_found` */
  async get(id: string): Promise<GroupWithMembers> {
    const groups = new ProvisionedGroupRepository(this.#options.db);
    return withMembers(groups, found(await groups.find(id), id));
  }

  /** @throws `already_exists`, `invalid_fields`, `last_admin` */
  create(caller: ProvisioningCaller, wanted: GroupAttributes): Promise<GroupWithMembers> {
    requireValid(wanted);
    return inTransaction(this.#options.db, async (transaction) => {
      const groups = new ProvisionedGroupRepository(transaction);
      const group = await groups.insert(wanted, this.#clock.now());
      if (!group) throw nameTaken(wanted.name);
      const added = await resolveMembers(groups, wanted.members);
      await this.#store(transaction, caller, {
        group,
        added,
        removed: [],
        affected: hasRole(this.#options.roles, group.name) ? added : [],
      });
      return withMembers(groups, (await groups.find(group.id))!);
    });
  }

  /** @throws `not_found`, `already_exists`, `invalid_fields`, `last_admin` */
  change(caller: ProvisioningCaller, id: string, decide: DecideGroup): Promise<GroupWithMembers> {
    return inTransaction(this.#options.db, async (transaction) => {
      const groups = new ProvisionedGroupRepository(transaction);
      const present = await withMembers(groups, found(await groups.lock(id), id));
      const ids = new Set(present.members.map((member) => member.id));
      const wanted = decide({ ...present, members: ids });
      requireValid(wanted);
      const { total } = await groups.list(namedLike(wanted.name, id));
      if (total > 0) throw nameTaken(wanted.name);
      const removed = present.members.filter((member) => !wanted.members.has(member.id));
      const added = await resolveMembers(groups, wanted.members.difference(ids));
      const group = { ...present, ...wanted, updatedAt: this.#clock.now() };
      await groups.update(id, group, group.updatedAt);
      const changed = [...added, ...removed.map(({ username }) => username)];
      const stay =
        present.name === group.name ? [] : present.members.map(({ username }) => username);
      const { roles } = this.#options;
      const isMapped = [present, group].some(({ name }) => hasRole(roles, name));
      await this.#store(transaction, caller, {
        group,
        added,
        removed: removed.map(({ username }) => username),
        affected: isMapped ? [...new Set([...changed, ...stay])] : [],
      });
      return withMembers(groups, (await groups.find(id))!);
    });
  }

  /** Its members lose the role that they have by it. @throws `not_found`, `last_admin`, and the errors of `check` */
  delete(
    caller: ProvisioningCaller,
    id: string,
    check: (present: ProvisionedGroup) => void,
  ): Promise<void> {
    return inTransaction(this.#options.db, async (transaction) => {
      const groups = new ProvisionedGroupRepository(transaction);
      const group = await withMembers(groups, found(await groups.lock(id), id));
      check(group);
      const removed = group.members.map(({ username }) => username);
      const affected = hasRole(this.#options.roles, group.name) ? removed : [];
      await this.#store(transaction, caller, { group, added: [], removed, affected });
      await groups.delete(id);
    });
  }

  async #store(
    transaction: Database,
    caller: ProvisioningCaller,
    { group, added, removed, affected }: Membership,
  ): Promise<void> {
    const groups = new ProvisionedGroupRepository(transaction);
    if (affected.length > 0) await new ProvisioningRepository(transaction).lock(affected);
    if (added.length > 0) await groups.addMembers(group.id, added);
    if (removed.length > 0) await groups.removeMembers(group.id, removed);
    const details = { added: added.length, removed: removed.length, by: 'scim' };
    const event = caller.entry({ target: group.name, details });
    const audit = new AuditRepository({ db: transaction, clock: this.#clock });
    if (event) await audit.record(event);
    const groupsOf = await groups.groupsOf(affected);
    for (const username of affected.toSorted()) {
      const names = groupsOf.get(username) ?? [];
      await this.#giveRole(transaction, caller, { username, group, names, event });
    }
  }

  /** Accounts with a role that no group has keep it: see `requireWithinReach`. */
  async #giveRole(
    transaction: Database,
    { actor }: ProvisioningCaller,
    {
      username,
      group,
      names,
      event,
    }: {
      readonly username: string;
      readonly group: ProvisionedGroup;
      readonly names: readonly string[];
      readonly event: AuditEvent | undefined;
    },
  ): Promise<void> {
    const { roles, users } = this.#options;
    const account = (await new AccountRepository(transaction).find(username))!;
    const role = roleOfGroups(roles, names) ?? roles.defaultRole;
    if (role === account.role || !givenRoles(roles).has(account.role)) return;
    const fields = { ...account, role, isNew: false };
    const saved = (await users.saveIn(transaction, directoryActor(actor), fields))!;
    if (!event) return;
    const { changed, changes } = saved;
    const details = { created: false, changed, role, changes, group: group.name, by: 'scim' };
    const audit = new AuditRepository({ db: transaction, clock: this.#clock });
    await audit.record({ ...event, action: 'user.save', target: username, details });
  }
}

async function withMembers(
  groups: ProvisionedGroupRepository,
  group: ProvisionedGroup,
): Promise<GroupWithMembers> {
  return { ...group, members: (await groups.members([group.id])).get(group.id) ?? [] };
}

/** @throws `invalid_fields` for members that are no users */
async function resolveMembers(
  groups: ProvisionedGroupRepository,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  if (ids.size === 0) return [];
  const known = await groups.usernames([...ids]);
  const unknown = [...ids].filter((id) => !known.has(id)).slice(0, maxReported);
  if (unknown.length > 0)
    throw authProblems.invalid_fields.at(
      unknown.map((value) => fieldError('members', 'not_found', { value })),
    );
  return [...known.values()];
}

const maxReported = 10;

function requireValid({ name, externalId }: GroupAttributes): void {
  const lines = Object.entries({ displayName: name, externalId: externalId ?? '' });
  const errors = lines
    .filter(([, text]) => !isLine(text))
    .map(([path]) => fieldError(path, 'not_one_line', { max: 254 }));
  if (name === '') errors.push(fieldError('displayName', 'required', { label: 'displayName' }));
  if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
}

function namedLike(name: string, otherThan: string): ProvisioningQuery {
  const isNamed = { op: 'eq', attribute: 'displayname', value: name } as const;
  const isOther = { op: 'ne', attribute: 'id', value: otherThan } as const;
  return { filter: { op: 'and', parts: [isNamed, isOther] }, offset: 0, limit: 0 };
}

function nameTaken(name: string): Error {
  return authProblems.already_exists(`There is a group "${name}" already.`);
}

function found(group: ProvisionedGroup | undefined, id: string): ProvisionedGroup {
  if (!group) throw authProblems.not_found(`There is no group with the id "${id}".`);
  return group;
}
