import type { CommandModule } from 'yargs';
import { drillBackupCommand } from './backup-drill.ts';
import { generateKeysCommand } from './backup-keys.ts';
import { fetchBackupCommand } from './fetch-backup.ts';
import { gitLogCommand, gitSnapshotCommand } from './git-backups.ts';
import { restoreDatabaseCommand } from './restore-database.ts';
import { createBackupCommand, listBackupsCommand, verifyBackupCommand } from './zip-backups.ts';
import type { Global } from '../project-command.ts';

export const backupCommand: CommandModule<Global, Global> = {
  command: 'backup',
  describe: 'Back up content, also while the server runs',
  builder: (options) =>
    options
      .command(createBackupCommand)
      .command(listBackupsCommand)
      .command(fetchBackupCommand)
      .command(verifyBackupCommand)
      .command(drillBackupCommand)
      .command(restoreDatabaseCommand)
      .command(generateKeysCommand)
      .command(gitSnapshotCommand)
      .command(gitLogCommand)
      .demandCommand(
        1,
        'choose a command: create, list, fetch, verify, drill, restore-database, keygen, git-snapshot or git-log',
      )
      .example('$0 backup create', 'Create a ZIP of the content tree')
      .example('$0 backup git-snapshot "Before the redesign"', 'Commit the content tree')
      .epilogue(
        'A backup contains content/: documents, media and site settings. With --database it also contains history, audit log and other records. Backups exclude data/, themes/ and plugins/. backup.encryption encrypts them, backup.s3 uploads them. Restore content under Operations in the admin, and the database with restore-database.',
      ),
  handler: () => undefined,
};
