import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { RestoreRoom } from './fixtures.ts';

/**
 * Process that restores a backup, to be killed: `node … <address of the database> <folder> <backup> [<site settings>]`.
 * It prints `snapshot` after the snapshot, right before the swap, and `done`. With settings, it prints `swapped` once
 * the new tree is in place, and then waits to be killed.
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
