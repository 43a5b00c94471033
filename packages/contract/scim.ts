import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { text } from './shapes.ts';

/** SCIM defines its own bodies and answers (RFC 7643), which vary with `attributes`: `apps/cms/scim` reads them. */
const resource = z.record(z.string(), z.unknown());

const id = z.strictObject({ id: text().min(1).max(200) });

/** Unknown parameters are ignored, as RFC 7644 demands. */
const shown = z.object({ attributes: text().optional(), excludedAttributes: text().optional() });

const listed = shown.extend({
  filter: text().optional(),
  startIndex: text().optional(),
  count: text().optional(),
});

const shared = {
  base: 'scim',
  access: { capability: 'users.provision' },
  recentlyConfirmed: { tokens: 'named_scope' },
  answer: resource,
  problems: [],
} as const;

/**
 * SCIM 2.0 at `/scim/v2` (ADD-SCIM-1). Not a part of `contract`: clients of directories call it, not the SDK. Refusals
 * have the form of RFC 7644.
 */
export const scim = {
  serviceProviderConfig: defineOperation({
    ...shared,
    id: 'scim.service_provider_config',
    method: 'GET',
    path: '/ServiceProviderConfig',
    summary: 'Supported parts of SCIM',
  }),
  resourceTypes: defineOperation({
    ...shared,
    id: 'scim.resource_types',
    method: 'GET',
    path: '/ResourceTypes',
    summary: 'User and Group',
  }),
  resourceType: defineOperation({
    ...shared,
    id: 'scim.resource_type',
    method: 'GET',
    path: '/ResourceTypes/{id}',
    params: id,
    summary: 'User or Group',
  }),
  schemas: defineOperation({
    ...shared,
    id: 'scim.schemas',
    method: 'GET',
    path: '/Schemas',
    summary: 'Attributes of users and groups',
  }),
  schema: defineOperation({
    ...shared,
    id: 'scim.schema',
    method: 'GET',
    path: '/Schemas/{id}',
    params: id,
    summary: 'Attributes of users or groups',
  }),
  users: defineOperation({
    ...shared,
    id: 'scim.users',
    method: 'GET',
    path: '/Users',
    query: listed,
    summary: 'Accounts, filtered and in pages',
  }),
  user: defineOperation({
    ...shared,
    id: 'scim.user',
    method: 'GET',
    path: '/Users/{id}',
    params: id,
    query: shown,
    summary: 'An account',
  }),
  createUser: defineOperation({
    ...shared,
    id: 'scim.create_user',
    method: 'POST',
    path: '/Users',
    query: shown,
    body: resource,
    audited: { action: 'user.save' },
    creates: true,
    summary: 'Create an account without a password',
  }),
  replaceUser: defineOperation({
    ...shared,
    id: 'scim.replace_user',
    method: 'PUT',
    path: '/Users/{id}',
    params: id,
    query: shown,
    body: resource,
    audited: { action: 'user.save' },
    summary: 'Replace the attributes of an account',
  }),
  patchUser: defineOperation({
    ...shared,
    id: 'scim.patch_user',
    method: 'PATCH',
    path: '/Users/{id}',
    params: id,
    query: shown,
    body: resource,
    audited: { action: 'user.save' },
    summary: 'Change attributes of an account',
  }),
  deleteUser: defineOperation({
    ...shared,
    id: 'scim.delete_user',
    method: 'DELETE',
    path: '/Users/{id}',
    params: id,
    audited: { action: 'user.save' },
    noContent: true,
    summary: 'Disable an account and hide it from the directory',
  }),
  groups: defineOperation({
    ...shared,
    id: 'scim.groups',
    method: 'GET',
    path: '/Groups',
    query: listed,
    summary: 'Groups, filtered and in pages',
  }),
  group: defineOperation({
    ...shared,
    id: 'scim.group',
    method: 'GET',
    path: '/Groups/{id}',
    params: id,
    query: shown,
    summary: 'A group',
  }),
  createGroup: defineOperation({
    ...shared,
    id: 'scim.create_group',
    method: 'POST',
    path: '/Groups',
    query: shown,
    body: resource,
    // Groups may have thousands of members.
    bodyLimit: 'document',
    audited: { action: 'group.save' },
    creates: true,
    summary: 'Create a group',
  }),
  replaceGroup: defineOperation({
    ...shared,
    id: 'scim.replace_group',
    method: 'PUT',
    path: '/Groups/{id}',
    params: id,
    query: shown,
    body: resource,
    // Groups may have thousands of members.
    bodyLimit: 'document',
    audited: { action: 'group.save' },
    summary: 'Replace name and members of a group',
  }),
  patchGroup: defineOperation({
    ...shared,
    id: 'scim.patch_group',
    method: 'PATCH',
    path: '/Groups/{id}',
    params: id,
    query: shown,
    body: resource,
    // Groups may have thousands of members.
    bodyLimit: 'document',
    audited: { action: 'group.save' },
    summary: 'Change name or members of a group',
  }),
  deleteGroup: defineOperation({
    ...shared,
    id: 'scim.delete_group',
    method: 'DELETE',
    path: '/Groups/{id}',
    params: id,
    audited: { action: 'group.delete' },
    noContent: true,
    summary: 'Delete a group',
  }),
} as const;
