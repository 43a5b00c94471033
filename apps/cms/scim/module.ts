import type { Request, Response } from 'express';
import type {
  GroupService,
  GroupWithMembers,
  ProvisionedUser,
  ProvisioningCaller,
  ProvisioningService,
} from '@galley/auth';
import { basePath, type scim } from '@galley/contract';
import { httpProblems, type Module, type SignedInCall } from '@galley/http';
import { assignGroup, emptyGroup } from './group-attributes.ts';
import { readListQuery } from './list-query.ts';
import { readAttributes, readOperations } from './patch-operations.ts';
import { presentGroup, presentList, presentUser } from './present-scim.ts';
import { includesAttribute, type AttributeSelection } from './project-attributes.ts';
import { requireVersion, sendVersion, versionOfGroup, versionOfUser } from './resource-version.ts';
import {
  findResourceType,
  findSchema,
  listResourceTypes,
  listSchemas,
  serviceProviderConfig,
} from './schemas.ts';
import { assignAll, emptyUser } from './user-attributes.ts';
import type { JsonObject } from './values.ts';

export interface ScimServices {
  readonly users: ProvisioningService;
  readonly groups: GroupService;
}

/** Operations of SCIM. Bodies are read here, since SCIM allows several forms of one change. */
export function scimModule(services: ScimServices): Module<typeof scim> {
  return { ...discovery(), ...userHandlers(services), ...groupHandlers(services) };
}

type Handlers<Names extends keyof typeof scim> = Pick<Module<typeof scim>, Names>;

function discovery(): Handlers<
  'serviceProviderConfig' | 'resourceTypes' | 'resourceType' | 'schemas' | 'schema'
> {
  return {
    serviceProviderConfig: async ({ request }) => serviceProviderConfig(addressOf(request)),
    resourceTypes: async ({ request }) => wholeList(listResourceTypes(addressOf(request))),
    resourceType: async ({ request, params: { id } }) =>
      requireKnown(findResourceType(id, addressOf(request)), id),
    schemas: async ({ request }) => wholeList(listSchemas(addressOf(request))),
    schema: async ({ request, params: { id } }) =>
      requireKnown(findSchema(id, addressOf(request)), id),
  };
}

function userHandlers({
  users,
}: ScimServices): Handlers<
  'users' | 'user' | 'createUser' | 'replaceUser' | 'patchUser' | 'deleteUser'
> {
  const present = (user: ProvisionedUser, call: Shaped): JsonObject =>
    presentUser(user, addressOf(call.request), call.query);
  const answer = (user: ProvisionedUser, call: Shaped & Answered): JsonObject => {
    sendVersion(call.response, versionOfUser(user));
    return present(user, call);
  };
  return {
    users: async (call) => {
      const { startIndex, ...query } = readListQuery(call.query);
      const page = await users.list(query);
      return presentList(page, startIndex, (user) => present(user, call));
    },
    user: async (call) => answer(await users.get(idOf(call)), call),
    createUser: async (call) => {
      const wanted = assignAll({ ...emptyUser, active: true }, readAttributes(call.body));
      const user = await users.create(callerOf(call), wanted);
      call.response.set('Location', `${addressOf(call.request)}/Users/${user.id}`);
      return answer(user, call);
    },
    replaceUser: async (call) => {
      const assignments = readAttributes(call.body);
      const user = await users.change(callerOf(call), idOf(call), (present) => {
        requireVersion(call.request, versionOfUser(present));
        return assignAll({ ...emptyUser, active: present.active }, assignments);
      });
      return answer(user, call);
    },
    patchUser: async (call) => {
      const assignments = readOperations(call.body);
      const user = await users.change(callerOf(call), idOf(call), (present) => {
        requireVersion(call.request, versionOfUser(present));
        return assignAll(present, assignments);
      });
      return answer(user, call);
    },
    deleteUser: async (call) => {
      await users.delete(callerOf(call), idOf(call), (present) =>
        requireVersion(call.request, versionOfUser(present)),
      );
      return {};
    },
  };
}

function groupHandlers({
  groups,
}: ScimServices): Handlers<
  'groups' | 'group' | 'createGroup' | 'replaceGroup' | 'patchGroup' | 'deleteGroup'
> {
  const present = (group: GroupWithMembers, call: Shaped): JsonObject =>
    presentGroup(group, addressOf(call.request), call.query);
  const answer = (group: GroupWithMembers, call: Shaped & Answered): JsonObject => {
    sendVersion(call.response, versionOfGroup(group));
    return present(group, call);
  };
  return {
    groups: async (call) => {
      const { startIndex, ...query } = readListQuery(call.query);
      const page = await groups.list(query, includesAttribute('members', call.query));
      return presentList(page, startIndex, (group) => present(group, call));
    },
    group: async (call) => answer(await groups.get(idOf(call)), call),
    createGroup: async (call) => {
      const wanted = assignGroup(emptyGroup, readAttributes(call.body));
      const group = await groups.create(callerOf(call), wanted);
      call.response.set('Location', `${addressOf(call.request)}/Groups/${group.id}`);
      return answer(group, call);
    },
    replaceGroup: async (call) => {
      const wanted = assignGroup(emptyGroup, readAttributes(call.body));
      const group = await groups.change(callerOf(call), idOf(call), (present) => {
        requireVersion(call.request, versionOfGroup(present));
        return wanted;
      });
      return answer(group, call);
    },
    patchGroup: async (call) => {
      const assignments = readOperations(call.body);
      const group = await groups.change(callerOf(call), idOf(call), (present) => {
        requireVersion(call.request, versionOfGroup(present));
        return assignGroup(present, assignments);
      });
      return answer(group, call);
    },
    deleteGroup: async (call) => {
      await groups.delete(callerOf(call), idOf(call), (present) =>
        requireVersion(call.request, versionOfGroup(present)),
      );
      return {};
    },
  };
}

interface Shaped {
  readonly request: Request;
  readonly query: AttributeSelection;
}

interface Answered {
  readonly response: Response;
}

/** As the client addresses Galley: directories compare it with their setting. */
function addressOf(request: Request): string {
  return `${request.protocol}://${request.get('host')}${basePath('scim', '')}`;
}

function idOf({ params }: { readonly params: { readonly id: string } }): string {
  return params.id.toLowerCase();
}

function callerOf({
  actor,
  entryWith,
}: Pick<SignedInCall<unknown>, 'actor' | 'entryWith'>): ProvisioningCaller {
  return { actor, entry: entryWith };
}

function wholeList(items: readonly JsonObject[]): JsonObject {
  return presentList({ items, total: items.length }, 1, (item) => item);
}

function requireKnown(resource: JsonObject | undefined, id: string): JsonObject {
  if (!resource) throw httpProblems.not_found(`There is no "${id}".`);
  return resource;
}
