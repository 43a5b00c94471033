import { defineMessages } from '../../lib/messages.ts';

/** By the ids of the checks on the server. */
export const checkMessages = defineMessages('operationsCheck', {
  database: 'Database',
  admin: 'Admin',
  server: 'Server',
  'storage.content': 'Content folder',
  'storage.data': 'Data folder',
  'storage.public': 'Static build folder',
  'storage.themes': 'Themes folder',
  'storage.plugins': 'Plugins folder',
  content_tree: 'Content tree',
});
