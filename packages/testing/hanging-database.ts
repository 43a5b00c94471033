import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachEmbeddedServer, openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import type { TestDatabase } from './test-database.ts';

export interface HangingDatabase extends TestDatabase {
  /** Runs `work` while all server processes are stopped: connections are accepted, but not answered. */
  whileHanging(work: () => Promise<void>): Promise<void>;
}

export async function createHangingDatabase(): Promise<HangingDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-hanging-'));
  const dataDirectory = join(folder, 'postgres');
  const server = await attachEmbeddedServer({
    dataDirectory,
    secretsDirectory: join(folder, 'secrets'),
    logger: silentLogger,
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  const { host, port, user, password, database } = server.ownerConnection();
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const handle = openDatabase({ address: url, poolSize: 3, logger: silentLogger });
  const stopped: number[] = [];
  return {
    db: handle.db,
    url,
    whileHanging: async (work) => {
      const lock = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8');
      const postmaster = Number.parseInt(lock);
      const stop = (pid: number): void => {
        process.kill(pid, 'SIGSTOP');
        stopped.push(pid);
      };
      try {
        // The postmaster first, because it starts the others.
        stop(postmaster);
        for (const pid of await childrenOf(postmaster)) stop(pid);
        await work();
      } finally {
        for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
      }
    },
    close: async () => {
      await handle.close();
      await server.detach();
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    processes.map(async (pid) => [Number(pid), await parentOf(pid)] as const),
  );
  return parents.flatMap(([pid, of]) => (of === parent ? [pid] : []));
}

async function parentOf(pid: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(/\) \S (\d+)/.exec(status)?.[1]);
}
