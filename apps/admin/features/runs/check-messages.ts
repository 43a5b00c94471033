import { defineMessages } from '../../lib/messages.ts';

/** Commands of the project have names of their own. */
const enNames = new Map([
  ['links', 'Links'],
  ['alt-texts', 'Alt texts'],
  ['schema', 'Fields'],
  ['preview', 'Pages'],
]);
const deNames = new Map([
  ['links', 'Links'],
  ['alt-texts', 'Alternativtexte'],
  ['schema', 'Felder'],
  ['preview', 'Seiten'],
]);

export const checkMessages = defineMessages({
  en: {
    title: 'Checks',
    none: 'No checks for this patch.',
    pending: 'Running checks…',
    passed: 'Checks passed',
    failed: 'Checks failed',
    error: 'Checks incomplete',
    pass: 'Passed',
    fail: 'Failed',
    notRun: 'Not run',
    details: 'Details',
    nameOf: (check: string) => enNames.get(check) ?? check,
    failedTitle: 'Some checks failed',
    failedText: (names: string) =>
      `Failed: ${names}. You can still accept this proposal, or request a revision.`,
    acceptAnyway: 'Accept anyway',
    acceptPending: 'The checks of this patch haven’t finished yet.',
    acceptFailed: (names: string) => `These checks failed: ${names}.`,
    acceptError: (names: string) => `These checks could not run: ${names}.`,
  },
  de: {
    title: 'Automatische Prüfungen',
    none: 'Keine Prüfungen für diesen Patch.',
    pending: 'Prüfungen laufen …',
    passed: 'Prüfungen bestanden',
    failed: 'Prüfungen fehlgeschlagen',
    error: 'Prüfungen unvollständig',
    pass: 'Bestanden',
    fail: 'Fehlgeschlagen',
    notRun: 'Nicht ausgeführt',
    details: 'Einzelheiten',
    nameOf: (check: string) => deNames.get(check) ?? check,
    failedTitle: 'Einige Prüfungen sind fehlgeschlagen',
    failedText: (names: string) =>
      `Fehlgeschlagen: ${names}. Sie können den Vorschlag trotzdem annehmen oder eine Überarbeitung verlangen.`,
    acceptAnyway: 'Trotzdem annehmen',
    acceptPending: 'Die Prüfungen dieses Patches sind noch nicht beendet.',
    acceptFailed: (names: string) => `Diese Prüfungen sind fehlgeschlagen: ${names}.`,
    acceptError: (names: string) => `Diese Prüfungen konnten nicht laufen: ${names}.`,
  },
});
