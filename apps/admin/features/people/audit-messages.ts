type Translations = readonly [en: string, de: string];

interface Subject {
  readonly id: string;
  readonly words: Translations;
  readonly actions: Readonly<Record<string, Translations>>;
}

const subjects: readonly Subject[] = [
  {
    id: 'signing-in',
    words: ['Sign-in', 'Anmeldung'],
    actions: {
      login: ['Signed in', 'Angemeldet'],
      'login.failed': ['Failed to sign in', 'Anmeldung gescheitert'],
      logout: ['Signed out', 'Abgemeldet'],
      'session.confirm': ['Confirmed their password', 'Passwort bestätigt'],
      'session.revoke': ['Revoked sessions', 'Sitzungen widerrufen'],
      'totp.setup': [
        'Started setting up two-factor authentication',
        'Einrichtung des zweiten Faktors begonnen',
      ],
      'totp.enable': ['Turned on two-factor authentication', 'Zweiten Faktor eingeschaltet'],
      'totp.disable': ['Turned off two-factor authentication', 'Zweiten Faktor ausgeschaltet'],
      'totp.recovery_codes': ['Created recovery codes', 'Neue Wiederherstellungscodes erstellt'],
      'password.change': ['Changed a password', 'Passwort geändert'],
      'password.reset_link': ['Created a password link', 'Passwort-Link erstellt'],
      'token.create': ['Created an API token', 'API-Token erstellt'],
      'token.revoke': ['Revoked an API token', 'API-Token widerrufen'],
    },
  },
  {
    id: 'documents',
    words: ['Documents', 'Dokumente'],
    actions: {
      'document.create': ['Created a document', 'Dokument angelegt'],
      'document.save': ['Saved a document', 'Dokument gespeichert'],
      'document.status': ['Changed the status of a document', 'Status eines Dokuments geändert'],
      'document.assign': ['Assigned a document', 'Dokument zugewiesen'],
      'document.approve': ['Approved a document', 'Dokument freigegeben'],
      'document.request_changes': [
        'Requested changes to a document',
        'Änderungen an einem Dokument erbeten',
      ],
      'document.delete': ['Deleted a document', 'Dokument gelöscht'],
      'document.restore': ['Restored a document', 'Dokument wiederhergestellt'],
      'document.lock.force': ['Removed a document lock', 'Sperre eines Dokuments aufgehoben'],
      'document.preview_link': ['Created a preview link', 'Vorschau-Link erstellt'],
      'document.preview_link.revoke': ['Revoked a preview link', 'Vorschau-Link widerrufen'],
    },
  },
  {
    id: 'media',
    words: ['Media', 'Medien'],
    actions: {
      'media.upload': ['Uploaded a media file', 'Medien hochgeladen'],
      'media.replace': ['Replaced a media file', 'Medien ersetzt'],
      'media.metadata': ['Changed the details of a media file', 'Angaben zu Medien geändert'],
      'media.move': ['Moved a media file', 'Medien verschoben'],
      'media.delete': ['Deleted a media file', 'Medien gelöscht'],
      'media.restore': ['Restored a media file', 'Medien wiederhergestellt'],
      'media.purge': ['Permanently deleted a media file', 'Medien endgültig gelöscht'],
      'media.approve': ['Approved a media change', 'Medienänderung freigegeben'],
      'media.request_changes': [
        'Requested changes to a media file',
        'Änderungen an Medien erbeten',
      ],
    },
  },
  {
    id: 'people',
    words: ['People', 'Personen'],
    actions: {
      'user.save': ['Saved a person', 'Person gespeichert'],
      'user.delete': ['Deleted a person', 'Person gelöscht'],
      'role.save': ['Saved a role', 'Rolle gespeichert'],
      'role.delete': ['Deleted a role', 'Rolle gelöscht'],
    },
  },
  {
    id: 'site',
    words: ['Site', 'Website'],
    actions: {
      'theme.install': ['Installed a theme', 'Design installiert'],
      'theme.switch': ['Switched the theme', 'Design gewechselt'],
      'plugin.enable': ['Enabled a plugin', 'Plugin eingeschaltet'],
      'plugin.disable': ['Disabled a plugin', 'Plugin ausgeschaltet'],
      'settings.save': ['Saved settings', 'Einstellungen gespeichert'],
      'custom_fields.save': ['Saved custom fields', 'Eigene Felder gespeichert'],
      'backup.create': ['Created a backup', 'Sicherung erstellt'],
      'backup.restore': ['Restored a backup', 'Sicherung eingespielt'],
      'backup.download': ['Downloaded a backup', 'Sicherung heruntergeladen'],
      'backup.delete': ['Deleted a backup', 'Sicherung gelöscht'],
      'backup.git_snapshot': ['Created a Git snapshot', 'Git-Schnappschuss erstellt'],
      'operations.rebuild': ['Requested a site rebuild', 'Neubau der Website angefordert'],
      'content_folder.adopt': ['Adopted a content folder', 'Inhaltsordner übernommen'],
    },
  },
  {
    id: 'runs',
    words: ['Runs', 'Läufe'],
    actions: {
      'run.start': ['Started a run', 'Lauf gestartet'],
      'run.pause': ['Paused a run', 'Lauf angehalten'],
      'run.resume': ['Resumed a run', 'Lauf fortgesetzt'],
      'run.stop': ['Stopped a run', 'Lauf beendet'],
      'run.create': ['Started another run', 'Weiteren Lauf gestartet'],
      'run.reopen': ['Reopened a run', 'Lauf wieder geöffnet'],
      'run.budget': ['Changed the budget of a run', 'Budget eines Laufs geändert'],
      'run.force-stop': ['Force-stopped a run', 'Beenden eines Laufs erzwungen'],
      'run.approve': ['Approved a request from a run', 'Anfrage eines Laufs bewilligt'],
      'run.reject': ['Rejected a request from a run', 'Anfrage eines Laufs abgelehnt'],
      'run.answer': ['Answered a question of an agent', 'Frage eines Agenten beantwortet'],
      'run.message': ['Sent a message to an agent', 'Nachricht an einen Agenten geschickt'],
      'task.create': ['Created a task', 'Aufgabe angelegt'],
      'task.update': ['Edited a task', 'Aufgabe bearbeitet'],
      'task.cancel': ['Cancelled a task', 'Aufgabe abgebrochen'],
      'task.reopen': ['Reopened a task', 'Aufgabe wieder geöffnet'],
      'task.assign': ['Assigned a task', 'Aufgabe zugewiesen'],
      'task.take-over': ['Took over a task', 'Aufgabe übernommen'],
      'turn.stop': ['Stopped a turn of an agent', 'Zug eines Agenten gestoppt'],
      'memory.delete': ['Deleted a note of an agent', 'Notiz eines Agenten gelöscht'],
      'proposal.accept': ['Accepted a proposal', 'Vorschlag angenommen'],
      'proposal.reject': ['Rejected a proposal', 'Vorschlag abgelehnt'],
      'proposal.request_revision': [
        'Requested a revision of a proposal',
        'Überarbeitung eines Vorschlags erbeten',
      ],
      'proposal.comment': ['Commented on a proposal', 'Vorschlag kommentiert'],
      'proposal.merge': ['Merged a pull request', 'Pull-Request gemergt'],
      'proposal.rollback': ['Rolled back a proposal', 'Angenommenen Vorschlag zurückgenommen'],
      'worker_token.create': ['Created a worker token', 'Worker-Token erstellt'],
      'worker_token.revoke': ['Revoked a worker token', 'Worker-Token widerrufen'],
      'mcp_client.connect': ['Connected an MCP client', 'MCP-Programm verbunden'],
      'mcp_client.revoke': ['Disconnected an MCP client', 'MCP-Programm getrennt'],
      'mcp_client.reuse': [
        'Ended the access of an MCP client after a token was used twice',
        'Zugang eines MCP-Programms nach doppelt benutztem Token beendet',
      ],
    },
  },
];

const languageIndex = { en: 0, de: 1 } as const;

export interface AuditSubject {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly { readonly action: string; readonly label: string }[];
}

export function auditSubjects(language: 'en' | 'de'): readonly AuditSubject[] {
  return subjects.map(({ id, words, actions }) => ({
    id,
    label: words[languageIndex[language]],
    actions: Object.entries(actions).map(([action, both]) => ({
      action,
      label: both[languageIndex[language]],
    })),
  }));
}

const byAction = new Map(subjects.flatMap(({ actions }) => Object.entries(actions)));

/** An unknown action of a newer server is returned as it is. */
export function describeAction(action: string, language: 'en' | 'de'): string {
  return byAction.get(action)?.[languageIndex[language]] ?? action;
}

const valueMessages = {
  en: { none: 'none', yes: 'yes', no: 'no' },
  de: { none: 'nichts', yes: 'ja', no: 'nein' },
};

export function detailRows(details: Readonly<Record<string, unknown>>): [string, unknown][] {
  const { changes, settings, ...rest } = details;
  if (typeof changes !== 'object' || changes === null) return Object.entries(details);
  const isTold = Object.keys(changes).length > 0 || settings === undefined;
  return [...Object.entries(isTold ? rest : { ...rest, settings }), ...Object.entries(changes)];
}

/** Names of settings stay as in the settings file. */
export const detailName = (name: string): string =>
  name.includes('.') ? name : name.replaceAll('_', ' ');

function describeChange(details: object, language: 'en' | 'de'): string | undefined {
  if ('old' in details && 'new' in details && Object.keys(details).length === 2)
    return `${describeDetails(details.old, language)} → ${describeDetails(details.new, language)}`;
  if ('starts' in details && 'sha256' in details)
    return `${String(details.starts)}… (SHA-256 ${String(details.sha256).slice(0, 12)})`;
  return undefined;
}

/** "role: editor; created: yes; enabled: yes → no" */
export function describeDetails(details: unknown, language: 'en' | 'de'): string {
  const messages = valueMessages[language];
  if (Array.isArray(details))
    return details.map((one) => describeDetails(one, language)).join(', ') || messages.none;
  if (details === null || details === '') return messages.none;
  if (typeof details === 'boolean') return details ? messages.yes : messages.no;
  if (typeof details === 'string' || typeof details === 'number') return String(details);
  if (typeof details !== 'object') return messages.none;
  const change = describeChange(details, language);
  if (change !== undefined) return change;
  return detailRows(details as Readonly<Record<string, unknown>>)
    .map(([name, value]: [string, unknown]) => {
      const text = describeDetails(value, language);
      const isPlain = value === null || typeof value !== 'object' || Array.isArray(value);
      const isSimple = isPlain || describeChange(value, language) !== undefined;
      return `${detailName(name)}: ${isSimple ? text : `(${text})`}`;
    })
    .join('; ');
}
