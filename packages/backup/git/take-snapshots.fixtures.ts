// Takes snapshots of a tree that it changes, until it is killed: node … DATABASE ROOT
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { GitSnapshots } from './git-snapshots.ts';

const [address, root] = process.argv.slice(2) as [string, string];
const { db } = openDatabase({ address, poolSize: 2, logger: silentLogger });
const snapshots = new GitSnapshots({ db, root, clock: systemClock });
for (let round = 0; ; round++) {
  for (let at = 0; at < 10; at++)
    await writeFile(
      join(root, `posts/${at}/a.md`),
      `${process.pid} ${round} ${at}`.repeat(at * 500),
    );
  await snapshots.take(`Round ${round}`, { name: 'Ada', email: 'ada@example.org' });
  process.stdout.write('.');
}
