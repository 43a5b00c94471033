import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project, query } from './fixtures.ts';
import type { SystemUser } from './program.ts';

const isRoot = process.getuid?.() === 0;

/** Empty when `nobody` cannot read this repository, as in a checkout under /root. */
const ordinaryUsers = isRoot ? findNobody() : [undefined];

function findNobody(): SystemUser[] {
  const id = (option: string): number =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  const user = { uid: id('-u'), gid: id('-g') };
  const reading = ['-e', 'fs.accessSync(process.argv[1])', import.meta.filename];
  return spawnSync(process.execPath, reading, { ...user, cwd: '/' }).status === 0 ? [user] : [];
}

async function refusal(project: Project): Promise<string> {
  const error: unknown = await project.attach().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'database_start_failed', kind: 'unavailable' });
  return (error as Error).message;
}

test('works in a path with spaces, quotes and a command, in a folder only its owner can enter, including for root, which runs the server as another user', async () => {
  await using project = await Project.create('closed/it\'s "my" $(site) `x` \\n');
  await mkdir(project.data, { recursive: true });
  await chmod(join(project.root, 'closed'), 0o700);
  const server = await project.attach();
  expect(await query(server.ownerConnection(), 'create table t (n int)')).toEqual([]);
  await project.killPostmaster();
  await server.detach();
  const again = await project.attach();
  expect(await query(again.ownerConnection(), 'select * from t')).toEqual([]);
});

test.each(ordinaryUsers)('works for an ordinary user, who then owns the cluster', async (user) => {
  await using project = await Project.create('data');
  await mkdir(project.data);
  if (user) await chown(project.data, user.uid, user.gid);
  const attached = project.spawn(user);
  expect(await query(await attached.connection(), 'select 1')).toEqual([[1]]);
  const uid = user?.uid ?? process.getuid?.();
  expect((await stat(project.dataDirectory)).uid).toBe(uid);
  expect(await attached.leave()).toBe(0);
  const server = await project.attach();
  expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
  expect((await stat(project.dataDirectory)).uid).toBe(uid);
});

test.each(ordinaryUsers)('the error names a folder without write permission', async (user) => {
  await using project = await Project.create('data');
  await mkdir(project.data, { mode: 0o500 });
  const { code, message } = await project.spawn(user).event();
  expect(code).toBe('database_start_failed');
  expect(message).toContain(`The database has no access to ${project.data}/`);
});

test('a kill during creation leaves no partial cluster, and the next start creates a new one', async () => {
  await using project = await Project.create('data');
  await mkdir(project.data);
  const child = project.spawn();
  const building = async (): Promise<string[]> =>
    (await readdir(project.data)).filter((name) => name.startsWith('postgres.new-'));
  await expect.poll(building, { interval: 1, timeout: 30_000 }).toHaveLength(1);
  await child.kill();
  await expect(stat(project.dataDirectory)).rejects.toMatchObject({ code: 'ENOENT' });

  const server = await project.attach();
  expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
  expect(await building()).toEqual([]);
});

test('a folder with other content is rejected and unchanged', async () => {
  await using project = await Project.create();
  await mkdir(project.dataDirectory);
  await writeFile(join(project.dataDirectory, 'letter.txt'), 'mine');
  expect(await refusal(project)).toContain('must be empty or missing');
  expect(await readdir(project.dataDirectory)).toEqual(['letter.txt']);
});

test('a password file without a cluster is used for the new cluster, and errors say how to repair a missing one, and name a wrong one', async () => {
  await using project = await Project.create(`it's`);
  const file = join(project.secretsDirectory, 'postgres-password');
  await mkdir(project.secretsDirectory, { recursive: true });
  await writeFile(file, 'chosen\n', { mode: 0o600 });
  const first = await project.attach();
  expect(first.ownerConnection().password).toBe('chosen');
  await first.detach();

  await rm(file);
  const message = await refusal(project);
  expect(message).toContain(file);
  const command = message.split('\n').at(-1)!.replace('<the new password>', 'mended');
  execFileSync('/bin/sh', ['-c', command], { cwd: '/', stdio: 'pipe' });
  await writeFile(file, 'mended\n', { mode: 0o600 });
  const server = await project.attach();
  expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
  await server.detach();

  await writeFile(file, 'another\n');
  expect(await refusal(project)).toContain(`The password in ${file} does not match the cluster`);
  expect(await readdir(project.dataDirectory)).not.toContain('postmaster.pid');
  await writeFile(file, 'mended\n');
  await (await project.attach()).detach();
});

test('a cluster copied by root is handed to the server user, and one of another major version is rejected with both versions', async () => {
  await using project = await Project.create();
  await (await project.attach()).detach();
  const { uid } = await stat(project.dataDirectory);
  if (isRoot) execFileSync('chown', ['-R', '0:0', project.dataDirectory]);
  const server = await project.attach();
  expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
  expect((await stat(join(project.dataDirectory, 'base'))).uid).toBe(uid);
  await server.detach();
  await writeFile(join(project.dataDirectory, 'PG_VERSION'), '17\n');
  const message = await refusal(project);
  expect(message).toContain('was created by PostgreSQL 17; this Galley includes PostgreSQL 18');
});

test.each(isRoot ? ['is full', 'has become full'] : [])(
  'the error names a disk that %s, and the start succeeds once there is space',
  async (state) => {
    await using project = await Project.create('data');
    await mkdir(project.data);
    project.mountDisk('100m');
    if (state === 'has become full') {
      const attached = project.spawn();
      await query(
        await attached.connection(),
        'create table t as select generate_series(1, 200000)',
      );
      await attached.kill();
      await project.killPostmaster();
    }
    const filler = join(project.data, 'filler');
    const fill = writeFile(filler, Buffer.alloc(state === 'is full' ? 80_000_000 : 200_000_000));
    await fill.catch(() => undefined);
    expect(await refusal(project)).toContain(
      `The disk that holds ${project.dataDirectory} is full.`,
    );
    await rm(filler);
    const server = await project.attach();
    expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
    await server.detach();
  },
);
