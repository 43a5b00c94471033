import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { expect, test } from 'vitest';
import { GalleyProcess, openTestDatabase } from './fixtures.ts';

async function serveWithAgents(project: string, variables: Readonly<Record<string, string>>) {
  return new GalleyProcess(['serve', '--agents', '--project', project, '--port', '0'], {
    variables: { GALLEY_COORDINATOR__ADDRESS: '127.0.0.1:0', ...variables },
  });
}

test('serve --agents runs site, coordinator and supervisor of a new project, whose content is committed', async () => {
  await using database = await openTestDatabase();
  await using folder = await temporaryDirectory();
  const variables = {
    DATABASE_URL: database.url,
    GALLEY_COORDINATOR__SUPERVISOR__SANDBOX: 'never',
  };
  const server = await serveWithAgents(folder.path, variables);
  const { coordinator } = await server.logged('coordinator ready');
  await server.logged('supervisor ready');
  const { status } = await fetch(`${String(coordinator)}/healthz`);
  expect(status).toBe(200);
  await server.logged('content committed for agents');
  expect(server.log.filter(({ msg }) => msg === 'Galley starts')).toHaveLength(1);
  await access(join(folder.path, 'content/.git/refs/heads/main'));
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(server.log.at(-1)).toMatchObject({ msg: 'stopped' });
});

test('a supervisor that cannot start leaves the site running and says why', async () => {
  await using database = await openTestDatabase();
  await using folder = await temporaryDirectory();
  // Without bubblewrap on the path.
  const variables = { DATABASE_URL: database.url, PATH: folder.path };
  const server = await serveWithAgents(join(folder.path, 'site'), variables);
  const fault = await server.logged('agents cannot work: the supervisor could not start');
  expect(fault['error']).toContain('bubblewrap');
  const { status } = await fetch(`${await server.ready()}/`);
  expect(status).toBe(200);
  expect(await server.kill('SIGTERM')).toBe(0);
});
