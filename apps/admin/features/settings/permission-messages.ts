import type { PluginPermission } from '@galley/sdk';
import { language } from '../../lib/messages.ts';

/** German descriptions; the server sends English ones. */
const german: Readonly<Record<string, string>> = {
  'documents.read': 'alle Dokumente lesen, auch Entwürfe',
  'documents.write': 'Entwürfe anlegen und Texte von Dokumenten ändern; nie veröffentlichen',
  'media.read': 'alle Mediendateien und ihre Angaben lesen',
  'media.write': 'Dateien zu den Medien hinzufügen und ihre Beschreibungen ändern',
  render: 'verändern, was alle auf den öffentlichen Seiten sehen',
  network: 'Daten über das Netz mit den angegebenen Rechnern austauschen',
  storage: 'eigene Daten in der Datenbank speichern, bis zu einer Grenze',
  schedule: 'geplante Aufgaben ausführen',
};

export function permissionDescription({ name, means }: PluginPermission): string {
  const known = language.get() === 'de' && Object.hasOwn(german, name);
  return known ? german[name]! : means;
}
