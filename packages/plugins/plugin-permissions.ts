export const permissionDescriptions = {
  'documents.read': 'read all documents, including drafts',
  'documents.write': 'create drafts and change the text of documents; never publish',
  'media.read': 'read all media files and their details',
  'media.write': 'add media files and change their descriptions',
  render: 'change what every reader sees on the public pages',
  network: 'send and receive data over the network, with the hosts it declares',
  storage: 'store its own data in the database, up to a limit',
  schedule: 'run scheduled jobs',
  check: 'read each document that is saved or published, and refuse it',
  endpoints: 'answer requests of all visitors, without signing in',
} as const;

export type Permission = keyof typeof permissionDescriptions;

export const permissions = Object.keys(permissionDescriptions) as Permission[];

const readPermissions: readonly Permission[] = ['documents.read', 'media.read'];

/** Every permission beyond reading requires explicit consent (GAP-ADM-6). */
export function isRisky(permission: Permission): boolean {
  return !readPermissions.includes(permission);
}
