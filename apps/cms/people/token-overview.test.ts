import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import { AdminClient, adminClientOf } from '../people.fixtures.ts';

const api = '/__admin/api';
const day = 86_400_000;

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly [field: string]: unknown;
}

interface Overview {
  readonly items: readonly Listed[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

let server: TestServer;
let ada: AdminClient;
let amy: AdminClient;
const secrets = new Map<string, string>();

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
  amy = await adminClientOf(server, 'amy', 'editor');
  const account = { username: 'robot', name: 'Robot', description: '', role: 'editor' };
  await ada.postJson('/service-accounts/save', account);
});

afterAll(() => server[Symbol.asyncDispose]());

async function create(by: AdminClient, name: string, more: object = {}): Promise<string> {
  const body = { name, scopes: ['*'], ...more };
  const made = await by.postJson<{ id: string; token: string }>('/tokens/create', body);
  secrets.set(made.id, made.token);
  return made.id;
}

async function worksNow(id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${secrets.get(id)!}` };
  return (await server.visitor().get(`${api}/documents`, headers)).status === 200;
}

async function namesOf(query: Record<string, string> = {}): Promise<string[]> {
  const { items } = await ada.getJson<Overview>('/tokens/overview', query);
  return items.map(({ name }) => name);
}

describe('ADD-SVC-7: the overview of tokens', () => {
  test('lists those of all people and services, by filters', async () => {
    await create(ada, 'own', { expires_in_days: 5 });
    const old = await create(amy, 'old', { scopes: ['documents.read'] });
    await create(ada, 'robot’s', { service: 'service:robot', scopes: ['documents.write'] });
    const { db } = server.database;
    const past = new Date(Date.now() - 100 * day);
    await db
      .updateTable('api_tokens')
      .set({ created_at: past, last_used_at: past })
      .where('id', '=', old)
      .execute();
    expect(await namesOf()).toEqual(['robot’s', 'old', 'own']);
    expect(await namesOf({ owner: 'amy' })).toEqual(['old']);
    expect(await namesOf({ kind: 'service' })).toEqual(['robot’s']);
    expect(await namesOf({ kind: 'person' })).toEqual(['old', 'own']);
    expect(await namesOf({ created_by: 'ada' })).toEqual(['robot’s', 'own']);
    expect(await namesOf({ expires_within_days: '7' })).toEqual(['own']);
    expect(await namesOf({ unused_days: '90' })).toEqual(['old']);
    expect(await namesOf({ scope: 'documents.read' })).toEqual(['old', 'own']);
    expect(await namesOf({ scope: '*' })).toEqual(['own']);
    const { items } = await ada.getJson<Overview>('/tokens/overview', { kind: 'service' });
    expect(items).toMatchObject([
      { username: 'service:robot', owner_name: 'Robot', owner_enabled: true, created_by: 'ada' },
    ]);
  });

  test('has pages of 50, and needs users.manage', async () => {
    for (let count = 0; count < 51; count += 1) await create(amy, `many ${count}`);
    const first = await ada.getJson<Overview>('/tokens/overview', { owner: 'amy' });
    expect(first).toMatchObject({ has_more: true });
    expect(first.items).toHaveLength(50);
    const query = { owner: 'amy', before: first.next_cursor! };
    const second = await ada.getJson<Overview>('/tokens/overview', query);
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    expect(second.items).toHaveLength(2);
    expectProblem(await amy.ask('/tokens/overview'), 403, 'forbidden');
  });
});

describe('ADD-SVC-8: revoking', () => {
  test('ends many tokens at once, and can be undone by the same person for ten minutes', async () => {
    const ids = [await create(ada, 'one'), await create(amy, 'two')];
    const body = { ids: [...ids, 'unknown'] };
    const answer = await ada.postJson<{ revoked: string[] }>('/tokens/revoke-many', body);
    expect(answer.revoked.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(await worksNow(id)).toBe(false);
    expect(await namesOf()).not.toContain('two');
    expect(await amy.postJson('/tokens/restore', { ids })).toEqual({ restored: [] });
    const { restored } = await ada.postJson<{ restored: string[] }>('/tokens/restore', { ids });
    expect(restored.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(await worksNow(id)).toBe(true);
    await ada.postJson('/tokens/revoke', { id: ids[0]! });
    const late = { revoked_at: new Date(Date.now() - 10 * 60_000) };
    const { db } = server.database;
    await db.updateTable('api_tokens').set(late).where('id', '=', ids[0]!).execute();
    expect(await ada.postJson('/tokens/restore', { ids })).toEqual({ restored: [] });
    expect(await worksNow(ids[0]!)).toBe(false);
  });

  test('ends none if a single one belongs to somebody with more permissions', async () => {
    const grants = ['users.manage', 'documents.read'];
    const mona = new AdminClient(
      await server.signedInAs({ username: 'mona', role: 'manager', grants }),
    );
    const ids = [await create(mona, 'hers'), await create(ada, 'ada’s')];
    const answer = await mona.attempt('/tokens/revoke-many', { ids });
    expectProblem(answer, 403, 'forbidden');
    for (const id of ids) expect(await worksNow(id)).toBe(true);
  });

  test('cannot be undone after the owner’s password was reset', async () => {
    const zed = await adminClientOf(server, 'zed');
    const id = await create(zed, 'leaked');
    await ada.postJson('/tokens/revoke', { id });
    await ada.savedUser('zed', { password: 'seven grey herons' });
    expect(await ada.postJson('/tokens/restore', { ids: [id] })).toEqual({ restored: [] });
    expect(await worksNow(id)).toBe(false);
  });
});
