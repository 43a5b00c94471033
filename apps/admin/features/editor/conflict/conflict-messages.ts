import { formatCount, defineMessages } from '../../../lib/messages.ts';

export const conflictMessages = defineMessages({
  en: {
    title: 'This document has changed since you opened it',
    save: (name: string, when: string) => `${name} saved another version ${when}.`,
    restore: (name: string, when: string) => `${name} restored an earlier version ${when}.`,
    status: (name: string, when: string) => `${name} changed the status ${when}.`,
    disk: (_name: string, when: string) => `Its file was edited on disk ${when}.`,
    backup: (name: string, when: string) =>
      `${name} restored a backup with another version ${when}.`,
    plugin: (name: string, when: string) => `The plugin ${name} changed it ${when}.`,
    agent: (name: string, when: string) => `The agent ${name} changed it ${when}.`,
    byYou: (when: string) => `You saved another version ${when}, in another window.`,
    bySomebody: 'Someone saved another version after you opened it.',
    kept: 'Your text is backed up. Merge the two versions, then save the result.',
    clashes: (count: number) =>
      `Both of you changed the same text in ${formatCount(count, 'place', 'places')}. The result has your version there.`,
    merged: 'Your changes don’t overlap. The result contains both.',
    theirs: 'Other version',
    base: 'Original version',
    result: 'Result, editable',
    compareWith: 'Compare with',
    useBoth: 'Merged version',
    useMine: 'My version',
    useTheirs: 'Other version',
    startFrom: 'Start from',
    saveResult: 'Save result',
    saved: 'Merged version saved',
    later: 'Later',
    laterTitle: 'Close without saving the result?',
    laterText:
      'Your edits to the result will be lost. Your version and the other version are safe.',
    takeTheirs: 'Discard my version',
    takeTitle: 'Discard your version?',
    takeText: 'You continue with the other version. You can undo this while this page is open.',
    change: 'Accept this change',
  },
  de: {
    title: 'Dieses Dokument hat sich geändert, seit Sie es geöffnet haben',
    save: (name: string, when: string) => `${name} hat ${when} eine andere Fassung gespeichert.`,
    restore: (name: string, when: string) =>
      `${name} hat ${when} eine frühere Fassung wiederhergestellt.`,
    status: (name: string, when: string) => `${name} hat ${when} den Status geändert.`,
    disk: (_name: string, when: string) => `Die Datei wurde ${when} auf der Platte geändert.`,
    backup: (name: string, when: string) =>
      `${name} hat ${when} eine Sicherung mit einem anderen Text zurückgespielt.`,
    plugin: (name: string, when: string) => `Das Plugin ${name} hat es ${when} geändert.`,
    agent: (name: string, when: string) => `Der Agent ${name} hat es ${when} geändert.`,
    byYou: (when: string) =>
      `Sie selbst haben ${when} in einem anderen Fenster eine andere Fassung gespeichert.`,
    bySomebody: 'Jemand hat eine andere Fassung gespeichert, nachdem Sie es geöffnet hatten.',
    kept: 'Ihr Text ist gesichert. Führen Sie die beiden Fassungen zusammen, und speichern Sie das Ergebnis.',
    clashes: (count: number) =>
      `Beide haben denselben Text an ${formatCount(count, 'Stelle', 'Stellen')} geändert. Dort steht im Ergebnis Ihre Fassung.`,
    merged: 'Ihre Änderungen überschneiden sich nicht. Das Ergebnis enthält beide.',
    theirs: 'Andere Fassung',
    base: 'Ursprüngliche Fassung',
    result: 'Ergebnis, bearbeitbar',
    compareWith: 'Vergleichen mit',
    useBoth: 'Zusammengeführte Fassung',
    useMine: 'Meine Fassung',
    useTheirs: 'Andere Fassung',
    startFrom: 'Anfangen mit',
    saveResult: 'Ergebnis speichern',
    saved: 'Zusammengeführte Fassung gespeichert',
    later: 'Später',
    laterTitle: 'Das Ergebnis verlassen?',
    laterText:
      'Ihre Änderungen am Ergebnis gehen verloren. Ihre und die andere Fassung bleiben erhalten.',
    takeTheirs: 'Meine Fassung verwerfen',
    takeTitle: 'Ihre Fassung verwerfen?',
    takeText:
      'Sie arbeiten mit der anderen Fassung weiter. Solange diese Seite offen ist, holt „Rückgängig“ Ihren Text zurück.',
    change: 'Diese Änderung übernehmen',
  },
});
