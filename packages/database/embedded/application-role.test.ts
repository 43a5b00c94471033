import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project, query } from './fixtures.ts';

const attributes = `select rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
  from pg_roles where rolname = 'galley_app'`;
const ordinary = [[true, false, false, false, false, false]];

test('the application connects as an ordinary role and the owner as superuser, to the same database, and no password is logged', async () => {
  await using project = await Project.create();
  const server = await project.attach({
    settings: { log_statement: 'all', log_min_duration_statement: '0' },
  });
  const place = 'select current_user::text, current_database()';
  expect(await query(server.connection(), place)).toEqual([['galley_app', 'galley']]);
  expect(await query(server.ownerConnection(), place)).toEqual([['galley', 'galley']]);
  expect(await query(server.connection(), attributes)).toEqual(ordinary);
  await expect(query(server.connection(), 'set role galley')).rejects.toThrow(/permission denied/);

  const { password } = server.connection();
  await server.detach();
  const folder = join(project.dataDirectory, 'log');
  const logs = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(logs.join('')).toContain(place);
  expect(logs.join('')).not.toContain(password);
});

test('the role and its password are restored, for processes that attach at the same time too', async () => {
  await using project = await Project.create();
  const file = join(project.secretsDirectory, 'postgres-app-password');
  const first = await project.attach();
  const { password } = first.connection();
  await query(first.ownerConnection(), 'drop role galley_app');
  await first.detach();
  await rm(file);

  // As in an old cluster.
  const second = await project.attach();
  expect(await query(second.connection(), attributes)).toEqual(ordinary);
  expect(second.connection().password).not.toBe(password);
  await query(second.ownerConnection(), 'alter role galley_app superuser createrole');
  await second.detach();
  await writeFile(file, `it's "$mine\\ \n`);

  const third = await project.attach();
  expect(third.connection().password).toBe(`it's "$mine\\`);
  expect(await query(third.connection(), attributes)).toEqual(ordinary);
  await query(third.ownerConnection(), 'drop role galley_app');
  await rm(file);
  const servers = await Promise.all(Array.from({ length: 4 }, () => project.attach()));
  for (const server of servers) expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
});
