import { formatCount, defineMessages } from './messages.ts';

export const storageMessages = defineMessages({
  en: {
    title: 'Saved, but not in the content folder yet',
    text: (cause: string) =>
      `The content folder can’t be written (${cause}). Your text is in the history; Galley writes the file as soon as it can.`,
    unwritten: (count: number, cause: string) =>
      `${formatCount(count, 'saved document is', 'saved documents are')} not in the content folder yet: it can’t be written (${cause}). Their text is in the history; Galley writes the files as soon as it can.`,
    unwrittenTitle: 'The content folder can’t be written',
    disk_full: 'disk full',
    read_only: 'read-only',
    not_permitted: 'no permission',
    too_many_files: 'too many open files',
    in_the_way: 'another file or folder is in the way',
    disk_error: 'disk error',
    unknown: 'see the log',
  },
  de: {
    title: 'Gespeichert, aber noch nicht im Ordner der Inhalte',
    text: (cause) =>
      `Der Ordner der Inhalte lässt sich nicht beschreiben (${cause}). Ihr Text steht im Verlauf; Galley schreibt die Datei, sobald das geht.`,
    unwritten: (count, cause) =>
      `${formatCount(count, 'gespeichertes Dokument fehlt', 'gespeicherte Dokumente fehlen')} noch im Ordner der Inhalte: Er lässt sich nicht beschreiben (${cause}). Der Text steht im Verlauf; Galley schreibt die Dateien, sobald das geht.`,
    unwrittenTitle: 'Der Ordner der Inhalte lässt sich nicht beschreiben',
    disk_full: 'Platte voll',
    read_only: 'schreibgeschützt',
    not_permitted: 'keine Berechtigung',
    too_many_files: 'zu viele offene Dateien',
    in_the_way: 'eine andere Datei oder ein anderer Ordner ist im Weg',
    disk_error: 'Fehler der Platte',
    unknown: 'siehe Protokoll',
  },
});
