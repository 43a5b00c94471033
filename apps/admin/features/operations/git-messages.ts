import { formatCount, defineMessages } from '../../lib/messages.ts';

export const gitMessages = defineMessages({
  en: {
    gitAbout: 'Snapshots of your content in its own Git repository. Each one records what changed.',
    message: 'Message',
    messageHelp: 'Describe this version so you can find it later.',
    take: 'Create snapshot',
    messageMissing: 'Enter a message',
    taken: 'Snapshot created',
    takenText: (files: number, size: string) =>
      `${formatCount(files, 'file', 'files')} added, changed or deleted; ${size} of new content.`,
    unchanged: 'No changes since the last snapshot',
    unchangedText: (message: string) => `The latest snapshot is still “${message}”.`,
    pushed: 'Pushed to the remote repository.',
    notPushed: 'Couldn’t push to the remote repository',
    noPush:
      'Stored on this machine only. To push each snapshot to a remote repository, set backup.git.push_url in galley.yaml.',
    leftOut: (count: number) => `${formatCount(count, 'file', 'files')} couldn’t be included`,
    history: 'Snapshots',
    noSnapshots: 'No snapshots yet',
    noSnapshotsText: 'The first snapshot creates the repository in the content folder.',
    author: 'Author',
    moreLog: 'Show more',
    gitHelp: 'To view a snapshot or recover a file, use git in the content folder:',
  },
  de: {
    gitAbout:
      'Schnappschüsse des Inhalts in seinem eigenen Git-Repository. Jeder hält fest, was sich geändert hat.',
    message: 'Nachricht',
    messageHelp: 'Beschreiben Sie diesen Stand, damit Sie ihn später finden.',
    take: 'Schnappschuss anlegen',
    messageMissing: 'Geben Sie eine Nachricht ein',
    taken: 'Schnappschuss angelegt',
    takenText: (files, size) =>
      `${formatCount(files, 'Datei', 'Dateien')} neu, geändert oder gelöscht; ${size} neuer Inhalt.`,
    unchanged: 'Seit dem letzten Schnappschuss hat sich nichts geändert',
    unchangedText: (message) => `Der letzte ist noch der neueste: „${message}“.`,
    pushed: 'Zum entfernten Repository übertragen.',
    notPushed: 'Übertragen zum entfernten Repository fehlgeschlagen',
    noPush:
      'Nur auf diesem Rechner gespeichert. Um jeden Schnappschuss zu einem entfernten Repository zu übertragen, setzen Sie backup.git.push_url in galley.yaml.',
    leftOut: (count) => `${formatCount(count, 'Datei', 'Dateien')} nicht aufgenommen`,
    history: 'Schnappschüsse',
    noSnapshots: 'Noch kein Schnappschuss',
    noSnapshotsText: 'Der erste legt das Repository an, im Ordner der Inhalte.',
    author: 'Von',
    moreLog: 'Mehr zeigen',
    gitHelp:
      'Um einen anzusehen oder eine Datei zurückzuholen, verwenden Sie git im Ordner der Inhalte:',
  },
});
