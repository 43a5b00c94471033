import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project, query } from './fixtures.ts';

const attributes = `select rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
  from pg_roles where rolname = 'galley_app'`;
const ordinary = [[true, false, false, false, false, false]];

test('the application connects as an ordinary role and the owner as superuser, to the same database', async () => {
  await using project = await Project.create();
  const server = await project.attach();
  const place = 'select current_user::text, current_database()';
  expect(await query(server.connection(), place)).toEqual([['galley_app', 'galley']]);
  expect(await query(server.ownerConnection(), place)).toEqual([['galley', 'galley']]);
  expect(await query(server.connection(), attributes)).toEqual(ordinary);
  await expect(query(server.connection(), 'set role galley')).rejects.toThrow(/permission denied/);
});

test('an old cluster gets the role, and extra privileges of the role are revoked', async () => {
  await using project = await Project.create();
  const first = await project.attach();
  await query(first.ownerConnection(), 'drop role galley_app');
  await first.detach();
  await rm(join(project.secretsDirectory, 'postgres-app-password'));
  const second = await project.attach();
  expect(await query(second.connection(), attributes)).toEqual(ordinary);
  await query(second.ownerConnection(), 'alter role galley_app superuser createrole');
  await second.detach();
  const third = await project.attach();
  expect(await query(third.connection(), attributes)).toEqual(ordinary);
});

test('the password comes from its file, with any characters, and a lost one is replaced', async () => {
  await using project = await Project.create();
  const first = await project.attach();
  const { password } = first.connection();
  await first.detach();
  const file = join(project.secretsDirectory, 'postgres-app-password');
  await writeFile(file, `it's "$mine\\ \n`);
  const second = await project.attach();
  expect(second.connection().password).toBe(`it's "$mine\\`);
  expect(await query(second.connection(), 'select 1')).toEqual([[1]]);
  await second.detach();
  await rm(file);
  const third = await project.attach();
  expect(third.connection().password).not.toBe(password);
  expect(await query(third.connection(), 'select 1')).toEqual([[1]]);
});

test('processes that attach at the same time share one role and password', async () => {
  await using project = await Project.create();
  const first = await project.attach();
  await query(first.ownerConnection(), 'drop role galley_app');
  const servers = await Promise.all(Array.from({ length: 8 }, () => project.attach()));
  for (const server of servers) expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
});

test('the server log contains no password, even when it logs every statement', async () => {
  await using project = await Project.create();
  const server = await project.attach({
    settings: { log_statement: 'all', log_min_duration_statement: '0' },
  });
  const { password } = server.connection();
  await query(server.connection(), "select 'a statement'");
  await server.detach();
  const folder = join(project.dataDirectory, 'log');
  const logs = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(logs.join('')).toContain('a statement');
  expect(logs.join('')).not.toContain(password);
});
