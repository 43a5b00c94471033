import type { Grant } from './grants.ts';

export const pluginFunctions: readonly Pick<Grant, 'name' | 'permission'>[] = [
  { name: 'documents.list', permission: 'documents.read' },
  { name: 'documents.get', permission: 'documents.read' },
  { name: 'documents.links', permission: 'documents.read' },
  { name: 'documents.create', permission: 'documents.write' },
  { name: 'documents.save', permission: 'documents.write' },
  { name: 'media.list', permission: 'media.read' },
  { name: 'media.get', permission: 'media.read' },
  { name: 'media.describe', permission: 'media.write' },
  { name: 'fetch', permission: 'network' },
  { name: 'storage.get', permission: 'storage' },
  { name: 'storage.set', permission: 'storage' },
  { name: 'storage.delete', permission: 'storage' },
  { name: 'storage.keys', permission: 'storage' },
];
