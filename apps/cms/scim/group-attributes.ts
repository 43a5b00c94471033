import type { GroupAttributes } from '@galley/auth';
import { satisfies } from './attribute-path.ts';
import type { Assignment } from './patch-operations.ts';
import { ScimError } from './scim-error.ts';
import { isObject, listOf, memberOf, textOf } from './values.ts';

interface Draft {
  name: string;
  externalId: string | null;
  readonly members: Set<string>;
}

export const emptyGroup: GroupAttributes = { name: '', externalId: null, members: new Set() };

/** Other attributes are ignored. @throws `ScimError` for values of a wrong type */
export function assignGroup(
  present: GroupAttributes,
  assignments: readonly Assignment[],
): GroupAttributes {
  const draft: Draft = { ...present, members: new Set(present.members) };
  for (const assignment of assignments) {
    const value = assignment.op === 'remove' ? undefined : assignment.value;
    switch (assignment.path.attribute) {
      case 'displayname':
        draft.name = textOf(value, 'displayName');
        break;
      case 'externalid':
        draft.externalId = textOf(value, 'externalId') || null;
        break;
      case 'members':
        assignMembers(draft.members, assignment);
        break;
      default:
    }
  }
  return draft;
}

/** Okta removes by `members[value eq "…"]`, Entra by a list of values. */
function assignMembers(members: Set<string>, { op, path: { filter }, value }: Assignment): void {
  if (filter) {
    if (op !== 'remove')
      throw new ScimError('invalidPath', 'Members in brackets can only be removed.');
    for (const id of members) if (satisfies(filter, { 'members.value': id })) members.delete(id);
    return;
  }
  const ids = listOf(value).map(idOf);
  if (op === 'replace' || (op === 'remove' && value === undefined)) members.clear();
  for (const id of ids) {
    if (op === 'remove') members.delete(id);
    else members.add(id);
  }
}

function idOf(member: unknown): string {
  const id = textOf(isObject(member) ? memberOf(member, 'value') : member, 'members.value');
  if (id === '')
    throw new ScimError('invalidValue', 'Each member needs a value, the id of a user.');
  return id.toLowerCase();
}
