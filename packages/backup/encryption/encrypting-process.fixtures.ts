import { openDatabase } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { BackupService } from '../backup-service.ts';
import { TableLinesReadModel } from '../table-lines-read-model.ts';

/** Process that makes encrypted backups until it is killed: `node … <JSON of EncryptingProcess>`. */
export interface EncryptingProcess {
  readonly url: string;
  readonly contentDirectory: string;
  readonly directory: string;
  readonly workDirectory: string;
  readonly recipient: string;
}

const [given = ''] = process.argv.slice(2);
const { url, recipient, workDirectory, ...folders } = JSON.parse(given) as EncryptingProcess;
const { db } = openDatabase({ address: url, poolSize: 3, logger: silentLogger });
const backups = new BackupService({
  ...folders,
  db,
  clock: systemClock,
  logger: silentLogger,
  retention: {},
  encryption: { recipients: [recipient], workDirectory },
  tables: new TableLinesReadModel(() => url),
});
for (;;) await backups.create({ name: 'killed', by: 'ada' });
