import { systemActor, type Actor } from '@galley/kernel';

/** A person who may do everything that has a capability. */
export const editor: Actor = {
  ...systemActor,
  kind: 'user',
  username: 'edith',
  name: 'Edith',
  role: 'editor',
};

/** A person with the rights of the built-in role `author`, as far as documents are concerned. */
export function author(username: string): Actor {
  const grants = [
    'documents.read.own',
    'documents.create',
    'documents.write.own',
    'documents.history.own',
    'documents.diff.own',
  ];
  return { ...editor, username, name: username, role: 'author', grants: new Set(grants) };
}
