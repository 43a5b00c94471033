import { groupSchema, userSchema } from './attribute-name.ts';
import { maxResults } from './list-query.ts';
import type { JsonObject } from './values.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

interface AttributeOptions {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly isMany?: true;
  readonly isRequired?: true;
  readonly isExact?: true;
  readonly isUnique?: true;
  readonly isReadOnly?: true;
  readonly parts?: readonly JsonObject[];
}

function attribute(name: string, description: string, options: AttributeOptions = {}): JsonObject {
  const { type = 'string', isMany = false, isRequired = false, parts } = options;
  return {
    name,
    type,
    multiValued: isMany,
    description,
    required: isRequired,
    caseExact: options.isExact ?? false,
    mutability: options.isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: options.isUnique ? 'server' : 'none',
    ...(parts && { subAttributes: parts }),
  };
}

const externalId = attribute('externalId', 'Identifier at the directory', { isExact: true });

const schemas: ReadonlyMap<string, JsonObject> = new Map([
  [
    userSchema,
    {
      name: 'User',
      description: 'An account',
      attributes: [
        attribute('userName', 'Name at the directory', { isRequired: true, isUnique: true }),
        externalId,
        attribute('name', 'Parts of the name', {
          type: 'complex',
          parts: [
            attribute('formatted', 'Full name'),
            attribute('givenName', 'Given name'),
            attribute('familyName', 'Family name'),
          ],
        }),
        attribute('displayName', 'Name that Galley shows'),
        attribute('emails', 'E-mail address; Galley stores one', {
          type: 'complex',
          isMany: true,
          parts: [
            attribute('value', 'Address'),
            attribute('type', 'Always work', { isReadOnly: true }),
            attribute('primary', 'Always true', { type: 'boolean', isReadOnly: true }),
          ],
        }),
        attribute('active', 'Whether the person can sign in', { type: 'boolean' }),
        attribute('groups', 'Groups of the account', {
          type: 'complex',
          isMany: true,
          isReadOnly: true,
          parts: [
            attribute('value', 'Identifier of the group', { isReadOnly: true }),
            attribute('display', 'Name of the group', { isReadOnly: true }),
            attribute('$ref', 'Address of the group', { type: 'reference', isReadOnly: true }),
          ],
        }),
      ],
    },
  ],
  [
    groupSchema,
    {
      name: 'Group',
      description: 'A group, which may give its members a role',
      attributes: [
        attribute('displayName', 'Name', { isRequired: true, isUnique: true }),
        externalId,
        attribute('members', 'Accounts', {
          type: 'complex',
          isMany: true,
          parts: [
            attribute('value', 'Identifier of the account', { isExact: true }),
            attribute('display', 'Name of the account', { isReadOnly: true }),
            attribute('$ref', 'Address of the account', { type: 'reference', isReadOnly: true }),
          ],
        }),
      ],
    },
  ],
]);

const resourceTypes: ReadonlyMap<string, JsonObject> = new Map([
  ['User', { name: 'User', endpoint: '/Users', description: 'Account', schema: userSchema }],
  ['Group', { name: 'Group', endpoint: '/Groups', description: 'Group', schema: groupSchema }],
]);

export function listSchemas(at: string): JsonObject[] {
  return [...schemas.keys()].map((id) => findSchema(id, at)!);
}

export function findSchema(id: string, at: string): JsonObject | undefined {
  const schema = schemas.get(id);
  const meta = { resourceType: 'Schema', location: `${at}/Schemas/${id}` };
  return schema && { schemas: [`${core}:Schema`], id, ...schema, meta };
}

export function listResourceTypes(at: string): JsonObject[] {
  return [...resourceTypes.keys()].map((id) => findResourceType(id, at)!);
}

export function findResourceType(id: string, at: string): JsonObject | undefined {
  const type = resourceTypes.get(id);
  const meta = { resourceType: 'ResourceType', location: `${at}/ResourceTypes/${id}` };
  return type && { schemas: [`${core}:ResourceType`], id, ...type, meta };
}

export function serviceProviderConfig(at: string): JsonObject {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API token',
        description: 'An API token of Galley with the scope users.provision',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${at}/ServiceProviderConfig`,
    },
  };
}
