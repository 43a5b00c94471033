import { counted, defineWords } from '../../lib/words.ts';

/** Of preview links. */
export const linkWords = defineWords({
  en: {
    title: 'Preview links',
    about:
      'With such an address, people without an account see this document as it is when they open it, until it expires.',
    hours: 'Valid for',
    day: '1 day',
    days: (count: number) => `${count} days`,
    make: 'Make a link',
    made: 'The address',
    once: 'Copy it now: it is shown this once.',
    none: 'No links yet.',
    by: (name: string) => `by ${name}`,
    until: 'until',
    expired: 'expired',
    revoked: 'ended',
    opened: (count: number) => `opened ${counted(count, 'time', 'times')}`,
    neverOpened: 'never opened',
    revoke: 'End',
    revokeTitle: 'End this link?',
    revokeText: 'Whoever has it sees nothing there any more. It cannot be brought back.',
    isRevoked: 'The link has ended.',
  },
  de: {
    title: 'Vorschau-Links',
    about:
      'Mit einer solchen Adresse sehen Menschen ohne Konto dieses Dokument, wie es beim Öffnen ist, bis sie abläuft.',
    hours: 'Gültig für',
    day: '1 Tag',
    days: (count) => `${count} Tage`,
    make: 'Link anlegen',
    made: 'Die Adresse',
    once: 'Kopieren Sie sie jetzt: Sie wird nur dieses Mal gezeigt.',
    none: 'Noch keine Links.',
    by: (name) => `von ${name}`,
    until: 'bis',
    expired: 'abgelaufen',
    revoked: 'beendet',
    opened: (count) => `${count}-mal geöffnet`,
    neverOpened: 'nie geöffnet',
    revoke: 'Beenden',
    revokeTitle: 'Diesen Link beenden?',
    revokeText: 'Wer ihn hat, sieht dort nichts mehr. Das lässt sich nicht zurücknehmen.',
    isRevoked: 'Der Link ist beendet.',
  },
});
