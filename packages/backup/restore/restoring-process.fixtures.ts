import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { RestoreRoom } from './fixtures.ts';

/**
 * A process of its own that restores a backup, to be killed: `node … <address of the database> <folder> <backup>
 * [<site settings>]`. It says `snapshot` once the snapshot is made and the swap comes next, and `done`. With settings, it
 * says `swapped` once the new tree is in place, and then waits for its end.
 */
const [address, folder, backup, site] = process.argv.slice(2) as [string, string, string, string?];
const database = openDatabase({ address, poolSize: 5, logger: silentLogger });
const room = await RestoreRoom.on({ db: database.db, folder, ...(site && { site }) });
room.backups.onSnapshot = async () => void process.stdout.write('snapshot\n');
if (site)
  room.onSwapped = () => {
    process.stdout.write('swapped\n');
    return new Promise(() => undefined);
  };
await room.restore(backup);
process.stdout.write('done\n');
await database.close();
