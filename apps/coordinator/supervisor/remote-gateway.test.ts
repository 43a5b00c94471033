import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLogger, systemClock, type Logger } from '@galley/kernel';
import type { SupervisorGateway } from '@galley/runcoord';
import { SecretWatch } from '@galley/testing';
import { loadConfig } from '@galley/settings';
import { createSupervisorGateway } from './create-supervisor-gateway.ts';
import { deskPath } from './gateway-methods.ts';
import { isThere, patience, SupervisedProject, supervisorToken } from './fixtures.ts';
import { createRemoteGateway } from './remote-gateway.ts';
import { superviseProject } from './supervise.ts';
import { supervisorStatus } from './supervisor-status.ts';

let project: SupervisedProject;
let remote: SupervisorGateway;
beforeAll(async () => {
  project = await SupervisedProject.open({ over: 'http' });
  remote = gatewayTo(project.coordinator.address);
});
afterAll(() => project[Symbol.asyncDispose]());

function gatewayTo(url: string, token = supervisorToken): SupervisorGateway {
  return createRemoteGateway({ url, token, timeout: 5_000 });
}

async function localGateway(workspaceId = 'default'): Promise<SupervisorGateway> {
  const { directory: projectDirectory } = project.project;
  const overrides = { coordinator: { workspace: { id: workspaceId } } };
  const config = await loadConfig({ projectDirectory, overlays: [], environment: {}, overrides });
  return createSupervisorGateway({ config, db: project.db, clock: systemClock });
}

function post(path: string, { token, body = '{}' }: { token?: string; body?: string }) {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return project.coordinator.get(`${deskPath}/${path}`, { method: 'POST', headers, body });
}

const claimOf = (place: string) => ({
  place,
  driver: 'process',
  holder: 'test',
  label: place,
  milliseconds: 60_000,
});

describe('the supervisor API of a coordinator', () => {
  test.each([
    ['no token', undefined],
    ['another token', `${supervisorToken.slice(0, -2)}x=`],
    ['the beginning of the token', supervisorToken.slice(0, -1)],
    ['the token and more', `${supervisorToken}=`],
  ])('%s is rejected, at known and unknown methods', async (_what, token) => {
    for (const method of ['overview', 'acquire', 'nothing']) {
      const answer = await post(method, token === undefined ? {} : { token });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('with the token, the methods of the table alone are there, and with POST alone', async () => {
    const token = supervisorToken;
    expect((await post('overview', { token })).status).toBe(200);
    for (const method of ['constructor', '__proto__', 'toString', 'nothing', 'overview/x', ''])
      expect((await post(method, { token })).status, method).toBe(404);
    const headers = { authorization: `Bearer ${token}` };
    expect((await project.coordinator.get(`${deskPath}/overview`, { headers })).status).toBe(404);
  });

  test('answers 404 without a configured token', async () => {
    await using other = await project.project.start();
    const headers = { authorization: `Bearer ${supervisorToken}` };
    const asked = { method: 'POST', headers, body: '{}' };
    expect((await other.get(`${deskPath}/overview`, asked)).status).toBe(404);
    await expect(gatewayTo(other.address).overview({})).rejects.toMatchObject({
      code: 'coordinator_unavailable',
      message: `The coordinator at ${other.address} accepts no supervisors: set coordinator.supervisor.token there`,
    });
  });

  test.each([
    ['invalid JSON', 'findHolder', '{'],
    ['another type', 'findHolder', '{"place":1}'],
    ['a NUL', 'findHolder', '{"place":"\\u0000"}'],
    ['no fence', 'claim', '{"most":1}'],
    ['a lease of a year', 'renew', '{"fence":{"place":"p","epoch":1},"milliseconds":3e10}'],
    ['a list', 'overview', '[]'],
  ])('%s is refused', async (_what, method, body) => {
    expect((await post(method, { token: supervisorToken, body })).status).toBe(400);
  });

  test('a body that is too long is rejected', async () => {
    const body = JSON.stringify({ place: 'x'.repeat(2 ** 23) });
    expect((await post('findHolder', { token: supervisorToken, body })).status).toBe(413);
  });
});

describe('the gateway over HTTP', () => {
  test('returns the same as the gateway on the database, including dates', async () => {
    const supervisor = await project.supervise();
    const turn = await project.requestTurn('wait');
    await project.sessionOf(turn, 'running');
    const local = await localGateway();
    const [{ place, epoch }] = (await project.db
      .selectFrom('supervisors')
      .select(['place', 'epoch'])
      .execute()) as [{ place: string; epoch: number }];
    const fence = { place, epoch };
    const living = await remote.listLiving({ fence });
    expect(living).toMatchObject([{ agentId: 'implementer-1', status: 'running' }]);
    expect(living).toEqual(await local.listLiving({ fence }));
    const { sessions, supervisors } = await remote.overview({});
    expect(sessions).toEqual((await local.overview({})).sessions);
    expect(supervisors).toMatchObject([{ place, isHere: true, since: expect.any(Date) as Date }]);
    await project.project.setState('stopped');
    await project.endOf(turn);
    await project.project.setState('active');
    await supervisor.stop();
  });

  test('a fenced supervisor gets the same error, and writes nothing', async () => {
    const place = 'process here';
    const first = await remote.acquire(claimOf(place));
    expect(await remote.acquire(claimOf(place))).toBeUndefined();
    expect(await remote.findHolder({ place })).toBe('test');
    await remote.release(first!);
    const second = await remote.acquire(claimOf(place));
    expect(second!.fence).toEqual({ place, epoch: first!.fence.epoch + 1 });
    const { fence } = first!;
    const before = await project.events();
    expect(await remote.renew({ fence, milliseconds: 60_000 })).toBe(false);
    await expect(remote.endAbandoned({ fence })).rejects.toMatchObject({
      code: 'supervisor_fenced',
      kind: 'conflict',
      message: `This supervisor has lost the lease of ${place}: another supervisor has taken over.`,
    });
    expect(await project.events()).toEqual(before);
    await remote.release(second!);
  });

  test('a fenced supervisor creates no token, and revokes none of its successor', async () => {
    const place = 'process tokens';
    const { fence: old } = (await remote.acquire(claimOf(place)))!;
    await remote.release({ fence: old });
    const { fence } = (await remote.acquire(claimOf(place)))!;
    const sessionId = 's-tokens';
    const turn = await project.requestTurn('good');
    const row = { id: sessionId, run_id: 'run-1', agent_id: 'implementer-1', status: 'running' };
    const more = { request_event_id: turn, place, started_at: systemClock.now() };
    await project.db
      .insertInto('agent_sessions')
      .values({ ...row, ...more, external_id: 'x' })
      .execute();
    const tokens = () =>
      project.db.selectFrom('worker_tokens').selectAll().orderBy('created_at').execute();
    const before = await tokens();
    const fenced = { code: 'supervisor_fenced' };
    const wish = { sessionId, milliseconds: 60_000 };
    await expect(remote.issueToken({ ...wish, fence: old })).rejects.toMatchObject(fenced);
    expect(await tokens()).toEqual(before);
    expect(await remote.issueToken({ ...wish, fence })).toMatch(/^galley_worker_/);
    await expect(remote.endToken({ sessionId, fence: old })).rejects.toMatchObject(fenced);
    const lastRevocation = async () => (await tokens()).at(-1)!.revoked_at;
    expect(await lastRevocation()).toBeNull();
    await remote.endToken({ sessionId, fence });
    expect(await lastRevocation()).not.toBeNull();
    const end = { exitCode: 0, reason: 'done', isInterrupted: false, logFile: null };
    await remote.recordEnd({ sessionId, fence, end });
    expect(await project.sessionOf(turn, 'ended')).toMatchObject({ exit_code: 0 });
    await remote.release({ fence });
  });

  test('cannot access locations of another workspace or sessions of other locations', async () => {
    const other = await localGateway('other');
    await project.db
      .insertInto('workspaces')
      .values({ id: 'other', display_name: 'Other', created_at: systemClock.now() })
      .execute();
    const place = 'process elsewhere';
    const { fence } = (await other.acquire(claimOf(place)))!;
    expect(await remote.findHolder({ place })).toBeUndefined();
    expect(await remote.renew({ fence, milliseconds: 1_000 })).toBe(false);
    await remote.release({ fence });
    expect(await other.findHolder({ place })).toBe('test');
    await expect(remote.endAbandoned({ fence })).rejects.toMatchObject({
      code: 'supervisor_fenced',
    });
    await other.release({ fence });
    expect(await remote.acquire(claimOf(place))).toBeUndefined();

    const mine = (await remote.acquire(claimOf('process mine')))!;
    const [session] = await project.db.selectFrom('agent_sessions').select('id').execute();
    const wish = { fence: mine.fence, sessionId: session!.id, milliseconds: 60_000 };
    await expect(remote.issueToken(wish)).rejects.toMatchObject({ code: 'turn_over' });
    await remote.release(mine);
  });

  test('a wrong token and another program are distinguished from an unreachable coordinator', async () => {
    const { address } = project.coordinator;
    await expect(gatewayTo(address, 'x'.repeat(32)).overview({})).rejects.toMatchObject({
      code: 'supervisor_refused',
    });
    const answers: [number, string][] = [
      [200, 'hello'],
      [302, ''],
      [502, 'bad gateway'],
    ];
    const server = createServer((_request, response) => {
      const [status, text] = answers.shift()!;
      response.writeHead(status, { location: `${address}${deskPath}/overview` }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let left = answers.length; left > 0; left -= 1)
      await expect(gatewayTo(url).overview({})).rejects.toMatchObject({
        code: 'coordinator_unavailable',
      });
    await new Promise((resolve) => server.close(resolve));
    await expect(gatewayTo(url).overview({})).rejects.toMatchObject({
      message: expect.stringMatching(/does not respond \(\w+\)$/) as string,
    });
  });
});

test('refuses to start without the token, or with a read-only folder', async () => {
  const { GALLEY_COORDINATOR__SUPERVISOR__TOKEN: _token, ...environment } = project.environment;
  const begin = (more: object) => superviseProject({ ...project.options, ...more });
  await expect(begin({ environment })).rejects.toMatchObject({
    code: 'invalid_configuration',
    message: expect.stringContaining('requires coordinator.supervisor.token') as string,
  });
  const file = join(project.project.directory, 'file');
  await writeFile(file, '');
  const overrides = { coordinator: { supervisor: { state_directory: 'file/state' } } };
  await expect(begin({ overrides })).rejects.toMatchObject({
    code: 'invalid_configuration',
    message: expect.stringContaining('coordinator.supervisor.state_directory') as string,
  });
});

test('during a coordinator outage it logs once, keeps its agents, and continues afterwards', async () => {
  await using away = await SupervisedProject.open({ over: 'http' });
  const watch = new SecretWatch();
  watch.plant('the token', supervisorToken);
  const errors: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (message, attributes) => {
      const line = JSON.stringify([message, attributes]);
      watch.look('records', 'the log', line);
      errors.push(line);
    },
  };
  await away.supervise({ logger });
  const turn = await away.requestTurn('wait');
  const { id } = await away.sessionOf(turn, 'running');
  await away.begun(turn);
  const { agent } = await away.processesOf(id);
  const { port } = new URL(away.coordinator.address);
  await away.coordinator.stop();
  const failures = () =>
    errors.filter((line) => line.includes('"supervisor failed, trying again"'));
  await vi.waitUntil(() => failures().length > 0, patience);
  const overrides = { coordinator: { address: `127.0.0.1:${port}` } };
  const environment = {
    DATABASE_URL: away.project.database.url,
    GALLEY_COORDINATOR__SUPERVISOR__TOKEN: supervisorToken,
  };
  await away.project.start({ overrides, environment });
  await vi.waitFor(
    async () => expect(await away.status()).toMatchObject({ adopted: 1, running: 1 }),
    patience,
  );
  expect(isThere(agent)).toBe(true);
  process.kill(agent, 'SIGKILL');
  await away.endOf(turn);
  expect(await away.traces()).toEqual([`${turn} wait`]);
  expect(failures()).toEqual([expect.stringContaining('does not respond')]);
  watch.expectNone();
});

test('galley supervise status also asks the coordinator, and needs no data folder', async () => {
  const { directory } = project.project;
  // A file instead of the folder makes the data unusable.
  await rm(join(directory, 'data'), { recursive: true, force: true });
  await writeFile(join(directory, 'data'), '');
  const { environment } = project;
  const asked = { projectDirectory: directory, overlays: [], environment, logger: silentLogger };
  const { supervisors } = await supervisorStatus(asked);
  expect(supervisors.map(({ driver }) => driver)).toContain('process');
  expect(existsSync(join(directory, 'data', 'postgres'))).toBe(false);
});
