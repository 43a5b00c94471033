import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { gone, Project, query, recordingLogger } from './fixtures.ts';

test('creates a cluster in an empty folder, with passwords and any settings, and starts it on loopback only', async () => {
  await using project = await Project.create();
  const name = `it's a "name" $HOME \\`;
  const server = await project.attach({ settings: { cluster_name: name, work_mem: '5MB' } });
  const connection = server.connection();
  expect(connection).toMatchObject({ host: '127.0.0.1', user: 'galley_app', database: 'galley' });
  const settings = `select current_database(), current_setting('listen_addresses'),
    current_setting('unix_socket_directories'), current_setting('data_checksums'),
    current_setting('server_encoding'), current_setting('server_version_num')::int / 10000,
    (select datlocale from pg_database where datname = current_database()),
    current_setting('cluster_name'), current_setting('work_mem')`;
  expect(await query(server.ownerConnection(), settings)).toEqual([
    ['galley', '127.0.0.1', '', 'on', 'UTF8', 18, 'C.UTF-8', name, '5MB'],
  ]);
  // Only their owner may read the files.
  for (const [name, connection] of [
    ['postgres-password', server.ownerConnection()],
    ['postgres-app-password', server.connection()],
  ] as const) {
    const file = join(project.secretsDirectory, name);
    expect(await readFile(file, 'utf8')).toBe(`${connection.password}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const stranger = new Client({ ...connection, password: 'guessed', ssl: false });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  }
});

const shares = `select count(*)::int from pg_locks where locktype = 'advisory'`;

test('the last process stops the server, data survives the restart, and a process that starts meanwhile gets a new server', async () => {
  await using project = await Project.create();
  const first = project.spawn();
  const connection = await first.connection();
  const second = project.spawn();
  expect(await second.connection()).toEqual(connection);
  await query(connection, 'create table kept as select 7 as n');
  const pid = project.postmaster();

  expect(await first.leave()).toBe(0);
  expect(await query(connection, 'select n from kept')).toEqual([[7]]);
  expect(await second.leave()).toBe(0);
  await gone(pid);

  const server = await project.attach();
  expect(await query(server.ownerConnection(), 'select n from kept')).toEqual([[7]]);
  const [, coming] = await Promise.all([server.detach(), project.attach()]);
  expect(await query(coming.connection(), 'select 1')).toEqual([[1]]);
});

test('killed processes affect no others, which take over their server and stop it at the end', async () => {
  await using project = await Project.create();
  const processes = [project.spawn(), project.spawn()];
  const [connection] = await Promise.all(processes.map((each) => each.connection()));
  const pid = project.postmaster();

  await processes[0]!.kill();
  expect(await query(connection!, 'select 1')).toEqual([[1]]);
  // PostgreSQL notices a closed connection with a delay; then one share remains.
  await expect.poll(() => query(connection!, shares)).toEqual([[1]]);
  await processes[1]!.kill();

  const server = await project.attach();
  expect(server.ownerConnection()).toEqual(connection);
  expect(project.postmaster()).toBe(pid);
  await expect.poll(() => query(server.connection(), shares)).toEqual([[1]]);
  await server.detach();
  await gone(pid);
});

test('processes that attach to an empty folder at the same time share one server', async () => {
  await using project = await Project.create();
  const processes = [project.spawn(), project.spawn(), project.spawn()];
  const connections = await Promise.all(processes.map((each) => each.connection()));
  expect(new Set(connections.map(({ port }) => port)).size).toBe(1);
  expect(await query(connections[2]!, 'select 1')).toEqual([[1]]);
  const pid = project.postmaster();
  expect(await Promise.all(processes.map((each) => each.leave()))).toEqual([0, 0, 0]);
  await gone(pid);
});

test('restarts a killed server and reports its new address; left meanwhile, it leaves none running', async () => {
  await using project = await Project.create();
  const logger = recordingLogger();
  const server = await project.attach({ logger });
  const other = project.spawn();
  await other.connection();
  await query(server.ownerConnection(), 'create table kept as select 7 as n');
  const before = server.connection();
  const moved = new Promise((resolve) => server.onMoved(resolve));

  await project.killPostmaster();
  const after = await moved;
  expect(after).toEqual(server.connection());
  expect(after).not.toEqual(before);
  expect(await other.connection()).toEqual(server.ownerConnection());
  expect(await query(server.ownerConnection(), 'select n from kept')).toEqual([[7]]);
  expect(logger.lines.join('\n')).toContain('warn embedded database lost');

  await other.leave();
  await project.killPostmaster();
  await server.detach();
  await expect(stat(project.dataDirectory)).resolves.toBeDefined();
  await expect.poll(() => isServerRunning(project)).toBe(false);
});

async function isServerRunning(project: Project): Promise<boolean> {
  try {
    process.kill(project.postmaster(), 0);
    return true;
  } catch {
    return false;
  }
}
