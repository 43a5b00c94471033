import { openDatabase } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { BackupService } from '../backup-service.ts';
import { TableLinesReadModel } from '../table-lines-read-model.ts';
import { BackupUploads } from './backup-uploads.ts';
import { S3Store, type S3StoreOptions } from './s3-store.ts';

/** Process that uploads backups, to be killed: `node … <JSON of UploadingProcess>`. */
export interface UploadingProcess {
  readonly url: string;
  readonly directory: string;
  readonly store: S3StoreOptions;
}

const [given = ''] = process.argv.slice(2);
const { url, directory, store } = JSON.parse(given) as UploadingProcess;
const database = openDatabase({ address: url, poolSize: 3, logger: silentLogger });
const { db } = database;
const shared = { db, clock: systemClock, logger: silentLogger };
const backups = new BackupService({
  ...shared,
  contentDirectory: '/none',
  directory,
  retention: {},
  encryption: { recipients: [], workDirectory: `${directory}-work` },
  tables: new TableLinesReadModel(() => url),
});
const uploads = new BackupUploads({
  ...shared,
  backups,
  store: new S3Store(store),
  retention: {},
  isEncryptionRequired: false,
});
await uploads.uploadMissing();
await database.close();
