import type { SettingsSection } from '@galley/sdk';
import { language } from '../../lib/messages.ts';

const german: Readonly<Record<string, readonly [name: string, description: string]>> = {
  site: ['Website', 'Wie die Website heißt, ihre Sprachen, Menüs und alten Adressen.'],
  server: [
    'Server',
    'Wie der Server arbeitet, was er im Speicher behält und wie er Änderungen an Dateien bemerkt.',
  ],
  build: ['Statische Ausgabe', 'Die Website als Dateien.'],
  content: [
    'Inhalte',
    'Arten von Dokumenten, was sie enthalten dürfen und wie sie gelistet werden.',
  ],
  taxonomies: ['Taxonomien', 'Wonach Dokumente geordnet werden, etwa Schlagwörter und Kategorien.'],
  editorial: ['Redaktion', 'Wie Dokumente öffentlich werden.'],
  media: ['Medien', 'Bilder und andere Dateien.'],
  backup: [
    'Sicherungen',
    'Sicherungen, die von selbst entstehen, und wie lange Sicherungen aufbewahrt werden.',
  ],
  seo: ['Suchmaschinen', 'Was Suchmaschinen und Netzwerke über die Website erfahren.'],
  feed: ['Feeds', 'Was Leserinnen und Leser abonnieren können.'],
  security: ['Sicherheit', 'Sitzungen und der zweite Faktor.'],
  'plugin:aiwriter': [
    'KI-Schreiber',
    'Wie der KI-Schreiber um Texte bittet und um wie viele jede Person bitten darf.',
  ],
};

export function localizeSection({ id, name, description }: SettingsSection): {
  readonly name: string;
  readonly description: string;
} {
  const known = language.get() === 'de' && Object.hasOwn(german, id) ? german[id] : undefined;
  return known ? { name: known[0], description: known[1] } : { name, description };
}
