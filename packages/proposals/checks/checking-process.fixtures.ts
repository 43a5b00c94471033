// Checks proposals, and kills itself while it does. Arguments: ADDRESS FOLDER.
import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { createChecks } from './fixtures.ts';

const [, , address = '', directory = ''] = process.argv;
const { db } = openDatabase({ address, poolSize: 3, logger: silentLogger });
const checks = createChecks(db, directory, {
  runChecks: async () => {
    process.kill(process.pid, 'SIGKILL');
    return [];
  },
});
await checks.runDue(new AbortController().signal);
// Another process held the lock.
process.exit(1);
