import { counted, defineWords } from '../../lib/words.ts';

export const gitWords = defineWords({
  en: {
    gitAbout: 'Snapshots of the content in its own git repository: they keep what has changed.',
    message: 'Message',
    messageHelp: 'What this state is, for whoever looks for it later.',
    take: 'Take a snapshot',
    messageMissing: 'Say what this state is',
    taken: 'The snapshot is taken',
    takenText: (files: number, size: string) =>
      `${counted(files, 'file', 'files')} new, changed or gone; ${size} of new content.`,
    unchanged: 'Nothing has changed since the last snapshot',
    unchangedText: (message: string) => `The last one is still the newest: “${message}”.`,
    pushed: 'It is in the other repository as well.',
    notPushed: 'It did not reach the other repository',
    noPush:
      'It stays on this machine. With backup.git.push_url in galley.yaml, each snapshot is brought elsewhere as well.',
    leftOut: (count: number) => `${counted(count, 'file', 'files')} could not go in`,
    history: 'Snapshots',
    noSnapshots: 'There is no snapshot yet',
    noSnapshotsText: 'The first one makes the repository, in the content folder.',
    author: 'By',
    moreLog: 'Show more',
    gitHelp: 'To look at one, or to get a file back, use git in the content folder:',
  },
  de: {
    gitAbout:
      'Schnappschüsse des Inhalts in seinem eigenen Git-Repository: Sie bewahren, was sich geändert hat.',
    message: 'Nachricht',
    messageHelp: 'Was für ein Stand das ist, für alle, die ihn später suchen.',
    take: 'Schnappschuss anlegen',
    messageMissing: 'Sagen Sie, was für ein Stand das ist',
    taken: 'Der Schnappschuss ist angelegt',
    takenText: (files, size) =>
      `${counted(files, 'Datei', 'Dateien')} neu, geändert oder weg; ${size} neuer Inhalt.`,
    unchanged: 'Seit dem letzten Schnappschuss hat sich nichts geändert',
    unchangedText: (message) => `Der letzte ist noch der neueste: „${message}“.`,
    pushed: 'Er ist auch im anderen Repository.',
    notPushed: 'Das andere Repository hat ihn nicht',
    noPush:
      'Er bleibt auf diesem Rechner. Mit backup.git.push_url in galley.yaml kommt jeder Schnappschuss auch anderswohin.',
    leftOut: (count) => `${counted(count, 'Datei kam', 'Dateien kamen')} nicht hinein`,
    history: 'Schnappschüsse',
    noSnapshots: 'Noch kein Schnappschuss',
    noSnapshotsText: 'Der erste legt das Repository an, im Ordner der Inhalte.',
    author: 'Von',
    moreLog: 'Mehr zeigen',
    gitHelp:
      'Um einen anzusehen oder eine Datei zurückzuholen, verwenden Sie git im Ordner der Inhalte:',
  },
});
