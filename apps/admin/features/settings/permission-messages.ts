import type { PluginPermission } from '@galley/sdk';
import { language } from '../../lib/messages.ts';

/** German descriptions; the server sends English ones. */
const german: Readonly<Record<string, string>> = {
  'documents.read': 'jedes Dokument lesen, auch Entwürfe',
  'documents.write': 'Entwürfe anlegen und Texte von Dokumenten ändern; nie veröffentlichen',
  'media.read': 'jede Datei der Medien lesen, und was über sie bekannt ist',
  'media.write': 'Dateien zu den Medien hinzufügen und ihre Beschreibungen ändern',
  render: 'verändern, was alle auf den öffentlichen Seiten sehen',
  network: 'Daten über das Netz senden und holen, von den Rechnern, die es nennt',
  storage: 'eigene Notizen in der Datenbank aufbewahren, bis zu einer Grenze',
  schedule: 'zu festen Zeiten von selbst arbeiten',
};

export function permissionDescription({ name, means }: PluginPermission): string {
  const known = language.get() === 'de' && Object.hasOwn(german, name);
  return known ? german[name]! : means;
}
