import { systemActor, type Actor } from '@galley/kernel';

export const editor: Actor = {
  ...systemActor,
  kind: 'user',
  username: 'edith',
  name: 'Edith',
  role: 'editor',
};

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
