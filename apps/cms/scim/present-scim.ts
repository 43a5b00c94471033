import type { GroupWithMembers, Page, ProvisionedUser } from '@galley/auth';
import { groupSchema, userSchema } from './attribute-name.ts';
import {
  includesAttribute,
  projectAttributes,
  type AttributeSelection,
} from './project-attributes.ts';
import { versionOfGroup, versionOfUser } from './resource-version.ts';
import type { JsonObject } from './values.ts';

/** Address of `/scim/v2`, without a slash at its end. */
export type ScimAddress = string;

export function presentUser(
  user: ProvisionedUser,
  at: ScimAddress,
  shown: AttributeSelection,
): JsonObject {
  const { id, externalId, userName, displayName, email, active, groups } = user;
  const { givenName, familyName, formattedName } = user;
  const resource = {
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: {
      formatted: formattedName || displayName,
      ...(givenName && { givenName }),
      ...(familyName && { familyName }),
    },
    displayName,
    ...(email && { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
    groups: groups.map((group) => ({
      value: group.id,
      display: group.name,
      type: 'direct',
      $ref: `${at}/Groups/${group.id}`,
    })),
    meta: { ...metaOf('User', user, at), version: versionOfUser(user) },
  };
  return projectAttributes(resource, shown);
}

export function presentGroup(
  group: GroupWithMembers,
  at: ScimAddress,
  shown: AttributeSelection,
): JsonObject {
  const { id, externalId, name, members } = group;
  const resource = {
    schemas: [groupSchema],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(includesAttribute('members', shown) && {
      members: members.map((member) => ({
        value: member.id,
        display: member.displayName,
        type: 'User',
        $ref: `${at}/Users/${member.id}`,
      })),
    }),
    meta: { ...metaOf('Group', group, at), version: versionOfGroup(group) },
  };
  return projectAttributes(resource, shown);
}

interface Dated {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

function metaOf(resourceType: 'User' | 'Group', { id, createdAt, updatedAt }: Dated, at: string) {
  return {
    resourceType,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location: `${at}/${resourceType}s/${id}`,
  };
}

export function presentList<T>(
  { items, total }: Page<T>,
  startIndex: number,
  present: (item: T) => JsonObject,
): JsonObject {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: items.length,
    Resources: items.map(present),
  };
}
