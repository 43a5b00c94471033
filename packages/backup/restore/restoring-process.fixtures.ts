import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { RestoreRoom } from './fixtures.ts';

/**
 * A process of its own that restores a backup, to be killed: `node … <address of the database> <folder> <backup>`. It
 * says `snapshot` once the snapshot is made and the swap comes next, and `done`.
 */
const [address, folder, backup] = process.argv.slice(2) as [string, string, string];
const database = openDatabase({ address, poolSize: 5, logger: silentLogger });
const room = await RestoreRoom.on({ db: database.db, folder });
room.archives.onSnapshot = async () => void process.stdout.write('snapshot\n');
await room.restore(backup);
process.stdout.write('done\n');
await database.close();
