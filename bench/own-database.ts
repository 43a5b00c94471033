import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  attachEmbeddedServer,
  migrateToLatest,
  openDatabase,
  type Database,
  type EmbeddedServer,
} from '@galley/database';
import { silentLogger } from '@galley/kernel';

export async function ownDatabase(): Promise<
  AsyncDisposable & {
    readonly db: Database;
    readonly address: ReturnType<EmbeddedServer['ownerConnection']>;
    readonly folder: string;
  }
> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
  const server = await attachEmbeddedServer({
    dataDirectory: join(folder, 'postgres'),
    secretsDirectory: join(folder, 'secrets'),
    logger: silentLogger,
    settings: {},
  });
  const address = server.ownerConnection();
  const handle = openDatabase({ address, poolSize: 10, logger: silentLogger });
  await migrateToLatest(handle.db);
  return {
    db: handle.db,
    address,
    folder,
    async [Symbol.asyncDispose]() {
      await handle.close();
      await server.detach();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
