import type { RunWaiting } from '@galley/sdk';
import { currentMessages, defineMessages, formatCount } from '../../lib/messages.ts';

const german = {
  agent: (it) =>
    it.others === 0
      ? `${it.who} arbeitet an: ${purposeOf(it)}.`
      : `${it.who} arbeitet an: ${purposeOf(it)}. Gleichzeitig: ${formatCount(it.others, 'weiterer Agent', 'weitere Agenten')}.`,
  turn: (it) => `${it.who} ist als Nächstes dran: ${purposeOf(it)}.`,
  supervisor: (it) =>
    `${it.who} wartet auf den Start. Starten Sie Agenten mit: galley serve --agents`,
  coordinator: () => 'Es läuft kein Koordinator. Starten Sie einen mit: galley serve --agents',
  question: (it) => `${it.who} wartet auf eine Antwort: „${it.subject}“`,
  approval: (it) =>
    it.subject === ''
      ? `${it.who} wartet auf eine Freigabe.`
      : `${it.who} wartet auf eine Freigabe: „${it.subject}“`,
  proposal: (it) => `Der Vorschlag „${it.subject}“ wartet auf eine Entscheidung.`,
  revision: (it) => `${it.who} soll „${it.subject}“ überarbeiten.`,
  person: (it) => `${it.who} arbeitet an „${it.subject}“.`,
  blocked: (it) =>
    `Blockiert ist die Aufgabe „${it.subject}“${it.who === null ? '' : ` (${it.who})`}.`,
  dependency: (it) => `Die Aufgabe „${it.subject}“ wartet auf „${it.who}“.`,
  agents: (it) =>
    `${formatCount(Number(it.subject), 'Aufgabe wartet', 'Aufgaben warten')} auf einen Agenten.`,
  work: () => 'Es ist nichts zu tun. Legen Sie eine Aufgabe an, oder schreiben Sie einem Agenten.',
  resume: () => 'Von einer Person pausiert. Setzen Sie den Lauf fort, damit es weitergeht.',
  // The coordinator's sentence names agents and causes.
  pause: (it) => it.text,
  draining: (it) =>
    it.who === null
      ? 'Stoppt, sobald Begonnenes fertig ist.'
      : `Stoppt, sobald ${it.who} fertig ist: ${purposeOf(it)}.`,
  degraded: () => 'Der Koordinator meldet Fehler und versucht es weiter.',
  ended: () => 'Der Lauf ist zu Ende. Öffnen Sie ihn wieder, um ihn fortzusetzen.',
} satisfies Record<RunWaiting['kind'], (it: RunWaiting) => string>;

function purposeOf({ purpose, subject }: RunWaiting): string {
  if (purpose === 'plan') return 'Plan des Laufs';
  const before = { task: 'Aufgabe ', review: 'Prüfung von ', revise: 'Überarbeitung von ' };
  const what = purpose === 'other' || purpose === null ? '' : before[purpose];
  return `${what}„${subject ?? ''}“`;
}

const waitingMessages = defineMessages({
  en: { sentence: ({ text }: RunWaiting) => text },
  de: { sentence: (it: RunWaiting) => german[it.kind](it) },
});

/** Says in one sentence what a run is waiting for. */
export function waitingText(waiting: RunWaiting): string {
  return currentMessages(waitingMessages).sentence(waiting);
}
