import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attachEmbeddedServer, migrateToLatest, openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { announceServer, givenServerUrl, keepCompiled, keepTemporary } from './config.ts';
import { makeRunFolder } from './run-folder.ts';
import { inDatabase, recreateDatabase, templateName } from './test-database.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  keepCompiled(join(import.meta.dirname, '../../node_modules/.cache/galley'));
  const folder = await makeRunFolder();
  const files = join(folder, 'files');
  await mkdir(files);
  keepTemporary(files);
  const server = givenServerUrl
    ? { url: givenServerUrl, stop: () => Promise.resolve() }
    : await startServer(folder);
  await recreateDatabase(server.url, templateName);
  const template = openDatabase({
    address: inDatabase(server.url, templateName),
    poolSize: 2,
    logger: silentLogger,
  });
  await migrateToLatest(template.db);
  await template.close();
  announceServer(server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The superuser needs no password, because checking it takes most of the connection time. */
const hostAccessRules = `
host all galley 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`;

async function startServer(folder: string) {
  const hba = join(folder, 'pg_hba.conf');
  await writeFile(hba, hostAccessRules);
  const server = await attachEmbeddedServer({
    dataDirectory: join(folder, 'postgres'),
    secretsDirectory: join(folder, 'secrets'),
    logger: silentLogger,
    // Tests kill Galley, not the machine, so PostgreSQL need not wait for the disk.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200', hba_file: hba },
  });
  const { host, port, user, password } = server.ownerConnection();
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`;
  return { url, stop: () => server.detach() };
}
