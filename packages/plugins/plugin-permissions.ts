export const permissionWords = {
  'documents.read': 'read every document, drafts included',
  'documents.write': 'create drafts and change the text of documents; never publish',
  'media.read': 'read every media file and what is known of it',
  'media.write': 'add media files and change their descriptions',
  render: 'change what every reader sees on the public pages',
  network: 'send and fetch data over the network, to the hosts it names',
  storage: 'keep notes of its own in the database, up to a limit',
  schedule: 'work by itself at set times',
} as const;

export type Permission = keyof typeof permissionWords;

export const permissions = Object.keys(permissionWords) as Permission[];

const readPermissions: readonly Permission[] = ['documents.read', 'media.read'];

/** Every permission beyond reading requires explicit consent (GAP-ADM-6). */
export function isRisky(permission: Permission): boolean {
  return !readPermissions.includes(permission);
}
