import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHangingDatabase } from '@galley/testing';
import {
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type Answer,
  type Detail,
  type GalleyProcess,
} from './fixtures.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let site: Site;

beforeEach(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' });
});

afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

async function duringSave(
  work: (context: {
    server: GalleyProcess;
    saving: Promise<Answer<Detail>>;
    go: () => void;
  }) => Promise<void>,
): Promise<void> {
  const server = site.serve({ ...adminVariables, DATABASE_URL: database.url });
  const client = await Client.signedIn(await server.ready());
  const held = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const holding = database.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('documents').select('id').forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  const content = 'Blue.\n'.repeat(300_000);
  const saving = client.save({ path: 'posts/ink.md', content });
  saving.catch(() => undefined);
  await vi.waitUntil(isAnybodyWaiting, { timeout: 30_000, interval: 20 });
  try {
    await work({ server, saving, go: go.resolve });
  } finally {
    go.resolve();
    await holding;
  }
}

async function isAnybodyWaiting(): Promise<boolean> {
  const rows = await database.db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('wait_event_type')
    .where('datname', '=', new URL(database.url).pathname.slice(1))
    .execute();
  return rows.some(({ wait_event_type }) => wait_event_type === 'Lock');
}

test('on SIGINT, which npm repeats as SIGTERM, the server refuses new requests, finishes the current save and exits with 0', async () => {
  await duringSave(async ({ server, saving, go }) => {
    const address = await server.ready();
    server.signal('SIGINT');
    server.signal('SIGTERM');
    await vi.waitUntil(
      () =>
        fetch(address).then(
          () => false,
          () => true,
        ),
      { timeout: 30_000, interval: 20 },
    );
    go();
    const { status, json } = await saving;
    expect(status).toBe(200);
    const begun = performance.now();
    expect(await server.ended).toBe(0);
    // Less than the keep-alive time of an idle connection.
    expect(performance.now() - begun).toBeLessThan(4_000);
    expect(await site.read('content/posts/ink.md')).toBe(json().raw);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
    expect(server.log.at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

test('a second signal after SIGHUP ends the server immediately, with 130', async () => {
  await duringSave(async ({ server, saving }) => {
    server.signal('SIGHUP');
    const again = setInterval(() => server.signal('SIGINT'), 50);
    expect(await server.ended).toBe(130);
    clearInterval(again);
    await expect(saving).rejects.toThrow('fetch failed');
  });
});

test('on SIGTERM while PostgreSQL hangs, servers with and without workers exit with 0', async () => {
  const database = await createHangingDatabase();
  const variables = { ...adminVariables, DATABASE_URL: database.url };
  const servers = [site.serve(variables), site.serve(variables, '--workers', '2')];
  const clients = await Promise.all(
    servers.map(async (server) => Client.signedIn(await server.ready())),
  );
  await database.whileHanging(async () => {
    // Sent before the servers know that the database is lost.
    const asked = Promise.allSettled(clients.map((client) => client.get('/__admin/api/documents')));
    for (const server of servers) server.signal('SIGTERM');
    const began = performance.now();
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
    // The default time limit for requests in progress at shutdown (`server.shutdown_timeout`).
    expect(performance.now() - began).toBeLessThan(10_000);
    await asked;
  });
  for (const { log } of servers) expect(log.at(-1)).toMatchObject({ msg: 'stopped' });
  await database.close();
}, 60_000);
