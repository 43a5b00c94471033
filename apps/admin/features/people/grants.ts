type Translations = Readonly<Record<'en' | 'de', string>>;

export interface Grant {
  readonly name: string;
  readonly words: Translations;
  /** Has a variant for one's own documents: `documents.read.own`. */
  readonly isOwnable: boolean;
}

export interface GrantSubject {
  readonly id: string;
  readonly words: Translations;
  readonly grants: readonly Grant[];
}

function grant(name: string, ...messages: readonly [en: string, de: string]): Grant {
  const [en, de] = messages;
  return { name, words: { en, de }, isOwnable: false };
}

function ownableGrant(name: string, ...messages: readonly [en: string, de: string]): Grant {
  return { ...grant(name, ...messages), isOwnable: true };
}

export const grantSubjects: readonly GrantSubject[] = [
  {
    id: 'documents',
    words: { en: 'Documents', de: 'Dokumente' },
    grants: [
      ownableGrant('documents.read', 'Read', 'Lesen'),
      ownableGrant('documents.create', 'Create', 'Anlegen'),
      ownableGrant('documents.write', 'Edit', 'Bearbeiten'),
      ownableGrant('documents.review', 'Review', 'Prüfen'),
      ownableGrant('documents.history', 'View history', 'Verlauf sehen'),
      ownableGrant('documents.diff', 'Compare versions', 'Fassungen vergleichen'),
      ownableGrant('documents.lifecycle', 'Delete and restore', 'Löschen und wiederherstellen'),
      grant('documents.assign', 'Assign to people', 'Personen zuweisen'),
      grant('documents.publish', 'Publish', 'Veröffentlichen'),
    ],
  },
  {
    id: 'media',
    words: { en: 'Media', de: 'Medien' },
    grants: [
      grant('media.read', 'View', 'Sehen'),
      grant('media.write', 'Upload and edit details', 'Hochladen und Angaben bearbeiten'),
      grant('media.lifecycle', 'Delete and restore', 'Löschen und wiederherstellen'),
      grant('media.review', 'Approve changes', 'Änderungen freigeben'),
    ],
  },
  {
    id: 'site',
    words: { en: 'Site', de: 'Website' },
    grants: [
      grant('config.manage', 'Change settings', 'Einstellungen ändern'),
      grant('themes.manage', 'Manage themes', 'Designs verwalten'),
      grant('plugins.manage', 'Manage plugins', 'Plugins verwalten'),
      grant('operations.manage', 'Back up and rebuild', 'Sichern und neu bauen'),
      grant('users.manage', 'Manage people', 'Personen verwalten'),
      grant('audit.read', 'View audit log', 'Protokoll lesen'),
    ],
  },
  {
    id: 'runs',
    words: { en: 'Runs', de: 'Läufe' },
    grants: [
      grant('runs.read', 'View', 'Sehen'),
      grant('runs.control', 'Start and stop', 'Starten und anhalten'),
      grant('runs.approve', 'Approve', 'Freigeben'),
    ],
  },
];

const summaryMessages = {
  en: { everything: 'All permissions', nothing: 'No permissions', own: 'own' },
  de: { everything: 'Alle Rechte', nothing: 'Keine Rechte', own: 'eigene' },
};

/** "Documents: read, edit (own). Media: view" */
export function describeGrants(grants: readonly string[], language: 'en' | 'de'): string {
  const messages = summaryMessages[language];
  if (grants.includes('*')) return messages.everything;
  const parts = grantSubjects.map((subject) => {
    const found = subject.grants.flatMap(({ name, words: named }) => {
      // German nouns keep their capital, and a German grant has a noun only at its start.
      const text = language === 'en' ? named.en.toLowerCase() : named.de;
      if (grants.includes(name)) return [text];
      return grants.includes(`${name}.own`) ? [`${text} (${messages.own})`] : [];
    });
    return found.length > 0 ? `${subject.words[language]}: ${found.join(', ')}` : '';
  });
  return parts.filter(Boolean).join('. ') || messages.nothing;
}

export function coversGrants(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.includes('*')) return true;
  return wanted.every((name) => held.includes(name) || held.includes(name.replace(/\.own$/, '')));
}
