import type { CommandModule } from 'yargs';
import { gitLogCommand, gitSnapshotCommand } from './git-backups.ts';
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
      .command(gitSnapshotCommand)
      .command(gitLogCommand)
      .demandCommand(1, 'say what to do: create, list, verify, git-snapshot or git-log')
      .example('$0 backup create', 'Make a ZIP of the content tree')
      .example('$0 backup git-snapshot "Before the redesign"', 'Commit the content tree')
      .epilogue(
        'A backup holds content/ alone: documents, media and settings of the site. data/, themes/ and plugins/ are in none. To restore one, use Operations in the admin.',
      ),
  handler: () => undefined,
};
