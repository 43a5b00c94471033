import { defineMessages } from '../../lib/messages.ts';

/** By the ids of the checks on the server. */
export const checkMessages = defineMessages({
  en: {
    database: 'Database',
    admin: 'Admin',
    server: 'Server',
    'storage.content': 'Content folder',
    'storage.data': 'Data folder',
    'storage.public': 'Static build folder',
    'storage.themes': 'Themes folder',
    'storage.plugins': 'Plugins folder',
    content_tree: 'Content tree',
  },
  de: {
    database: 'Datenbank',
    admin: 'Verwaltung',
    server: 'Server',
    'storage.content': 'Ordner der Inhalte',
    'storage.data': 'Ordner der Daten',
    'storage.public': 'Ordner der statischen Ausgabe',
    'storage.themes': 'Ordner der Designs',
    'storage.plugins': 'Ordner der Plugins',
    content_tree: 'Inhaltsbaum',
  },
});
