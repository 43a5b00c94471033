import type { CommandModule } from 'yargs';
import { gitLogCommand, gitSnapshotCommand } from './git-backups.ts';
import { restoreDatabaseCommand } from './restore-database.ts';
import { createBackupCommand, listBackupsCommand, verifyBackupCommand } from './zip-backups.ts';

interface Global {
  readonly project: string;
}

export const backupCommand: CommandModule<Global, Global> = {
  command: 'backup',
  describe: 'Back the content tree up, also while the server runs',
  builder: (options) =>
    options
      .command(createBackupCommand)
      .command(listBackupsCommand)
      .command(verifyBackupCommand)
      .command(restoreDatabaseCommand)
      .command(gitSnapshotCommand)
      .command(gitLogCommand)
      .demandCommand(
        1,
        'say what to do: create, list, verify, restore-database, git-snapshot or git-log',
      )
      .example('$0 backup create', 'Make a ZIP of the content tree')
      .example('$0 backup git-snapshot "Before the redesign"', 'Commit the content tree')
      .epilogue(
        'A backup holds content/: documents, media and settings of the site; with --database, the history and the like too. data/, themes/ and plugins/ are in none. To restore content, use Operations in the admin; for the database, restore-database.',
      ),
  handler: () => undefined,
};
