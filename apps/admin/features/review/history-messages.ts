import type { DocumentHistoryEntry } from '@galley/sdk';
import { formatCount, defineMessages } from '../../lib/messages.ts';

export const historyMessages = defineMessages({
  en: {
    title: 'History',
    about: 'All saved versions, newest first. Select two to compare.',
    timeline: 'Activity',
    save: 'Saved',
    autosave: 'Autosaved',
    status: 'Status changed',
    editorial: 'Editorial',
    restore: 'Restored',
    external: 'Changed on disk',
    renamedFrom: (path: string) => `Renamed from ${path}`,
    request_review: 'Review requested',
    asked: (name: string) => `Reviewer: ${name}`,
    assign: 'Assigned',
    approve: 'Approved',
    request_changes: 'Changes requested',
    owner: 'owner',
    assignee: 'assignee',
    reviewer: 'reviewer',
    nobody: 'none',
    saves: (count: number) => formatCount(count, 'version saved', 'versions saved'),
    receipt: 'Approval receipt',
    receiptText: 'Approved version',
    receiptDiff: 'Changes',
    lines: (added: number, removed: number) =>
      `${formatCount(added, 'line', 'lines')} added, ${removed.toLocaleString('en')} removed`,
    notCounted: 'too large to count',
    receiptHash: 'Receipt hash',
    receiptChain: 'Previous receipt',
    receiptFirst: 'none (first receipt)',
    nothing: 'No activity yet.',
    right: 'Compare to',
    leftOf: (what: string) => `Compare from ${what}`,
    rightOf: (what: string) => `Compare to ${what}`,
    view: 'View',
    restoreThis: 'Restore this version',
    mayNotRestore: 'You don’t have permission to restore versions',
    restoreTitle: 'Restore this version?',
    restoreText: (when: string) =>
      `The document returns to its version of ${when}. The current version stays in the history.`,
    restored: 'Version restored.',
    undo: 'Undo',
    undone: 'Restore undone.',
    group: (count: number) => `${formatCount(count, 'version', 'versions')} saved in a row`,
    older: 'Show older',
    viewTitle: (when: string) => `Version of ${when}`,
    page: 'Page',
    source: 'File',
    chooseTwo: 'Select two versions to compare',
    swap: 'Swap sides',
    review: 'Review',
    edit: 'Open in editor',
    mayNotCompare: 'You don’t have permission to compare versions',
  },
  de: {
    title: 'Verlauf',
    about: 'Alle gespeicherten Fassungen, die neueste zuerst. Wählen Sie zwei zum Vergleichen.',
    timeline: 'Aktivität',
    save: 'Gespeichert',
    autosave: 'Automatisch gespeichert',
    status: 'Status geändert',
    editorial: 'Redaktionell',
    restore: 'Wiederhergestellt',
    external: 'Auf der Platte geändert',
    renamedFrom: (path) => `Umbenannt, vorher ${path}`,
    request_review: 'Prüfung angefragt',
    asked: (name) => `Prüfer: ${name}`,
    assign: 'Zugewiesen',
    approve: 'Freigegeben',
    request_changes: 'Änderungen verlangt',
    owner: 'Besitzer',
    assignee: 'zuständig',
    reviewer: 'Prüfer',
    nobody: 'niemand',
    saves: (count) => formatCount(count, 'Fassung gespeichert', 'Fassungen gespeichert'),
    receipt: 'Freigabebeleg',
    receiptText: 'Freigegebene Fassung',
    receiptDiff: 'Änderungen',
    lines: (added, removed) =>
      `${formatCount(added, 'Zeile', 'Zeilen')} neu, ${removed.toLocaleString('de')} entfernt`,
    notCounted: 'nicht gezählt: zu groß',
    receiptHash: 'Hash des Belegs',
    receiptChain: 'Voriger Beleg',
    receiptFirst: 'keiner (erster Beleg)',
    nothing: 'Noch keine Aktivität.',
    right: 'Vergleichen mit',
    leftOf: (what) => `Vergleichen von ${what}`,
    rightOf: (what) => `Vergleichen mit ${what}`,
    view: 'Ansehen',
    restoreThis: 'Diese Fassung wiederherstellen',
    mayNotRestore: 'Sie dürfen keine Fassungen wiederherstellen',
    restoreTitle: 'Diese Fassung wiederherstellen?',
    restoreText: (when) =>
      `Das Dokument bekommt wieder seine Fassung vom ${when}. Die jetzige bleibt im Verlauf.`,
    restored: 'Fassung wiederhergestellt.',
    undo: 'Rückgängig',
    undone: 'Wiederherstellung rückgängig gemacht.',
    group: (count) => `${formatCount(count, 'Fassung', 'Fassungen')} in Folge gespeichert`,
    older: 'Ältere zeigen',
    viewTitle: (when) => `Fassung vom ${when}`,
    page: 'Seite',
    source: 'Datei',
    chooseTwo: 'Wählen Sie zwei Fassungen zum Vergleichen',
    swap: 'Seiten tauschen',
    review: 'Prüfen',
    edit: 'Im Editor öffnen',
    mayNotCompare: 'Sie dürfen Fassungen nicht vergleichen',
  },
});

type Messages = (typeof historyMessages)['en'];
const kinds = ['save', 'autosave', 'status', 'editorial', 'restore', 'external'] as const;

/** Unknown kinds of a newer server keep their id. */
export function kindName(messages: Messages, kind: string): string {
  const known = kinds.find((one) => one === kind);
  return known ? messages[known] : kind;
}

export function entryName(
  messages: Messages,
  { kind, renamed_from: from }: Pick<DocumentHistoryEntry, 'kind' | 'renamed_from'>,
): string {
  return from === undefined ? kindName(messages, kind) : messages.renamedFrom(from);
}
