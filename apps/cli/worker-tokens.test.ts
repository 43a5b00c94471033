import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import { openTestDatabase, Site } from './fixtures.ts';
import { runHere } from './run-here.fixtures.ts';

let database: TestDatabase;
let site: Site;
let run: string;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await Site.create();
  await galley('init');
  const { stdout } = await galley('run', '--headless', '--json');
  run = (JSON.parse(stdout) as { run_id: string }).run_id;
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function galley(...args: string[]) {
  return runHere(args, { cwd: site.directory, variables: { DATABASE_URL: database.url } });
}

const token = (...args: string[]) => galley('mcp', 'token', ...args);

describe('GAP-RC-API-9: galley mcp token', () => {
  test('creates a token, lists it without its secret, revokes it, and records all of it in the audit log', async () => {
    const made = await token('create', '--run', run, '--agent', 'implementer-1', '--ttl', '30m');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^galley_worker_[\w-]{43}\n$/);
    const list = await token('list', '--run', run, '--json');
    expect(list.stdout).not.toContain(made.stdout.trim());
    const [found] = JSON.parse(list.stdout) as { id: string }[];
    expect(found).toMatchObject({ run_id: run, agent_id: 'implementer-1', state: 'valid' });
    expect((await token('revoke', found!.id)).stdout).toContain('revoked');
    expect((await token('list')).stdout).toMatch(new RegExp(`^${found!.id} {2}revoked`));
    const entries = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor', 'details'])
      .where('target', '=', found!.id)
      .orderBy('id')
      .execute();
    const byHand = { by: 'command line', run_id: run, agent_id: 'implementer-1' };
    expect(entries).toMatchObject([
      { action: 'worker_token.create', actor: 'galley', details: byHand },
      { action: 'worker_token.revoke', actor: 'galley', details: byHand },
    ]);
  });

  test('gives the scopes of the agent’s role, unless others are named', async () => {
    const scopesFor = async (agent: string, ...more: string[]) => {
      await token('create', '--run', run, '--agent', agent, ...more);
      const [newest] = JSON.parse((await token('list', '--json')).stdout) as { scopes: string[] }[];
      return newest!.scopes;
    };
    expect(await scopesFor('reviewer-1')).toContain('reviews:write');
    expect(await scopesFor('reviewer-1')).not.toContain('proposals:write');
    expect(await scopesFor('implementer-1')).toContain('proposals:write');
    expect(await scopesFor('implementer-1')).not.toContain('reviews:write');
    const named = await scopesFor('implementer-1', '--scopes', 'tasks:read,reviews:write');
    expect(named).toEqual(['tasks:read', 'reviews:write']);
  });

  test.each([
    [['create', '--run', 'run-0', '--agent', 'implementer-1'], 'Run "run-0" not found'],
    [['create', '--run', ':run', '--agent', 'nobody'], 'No enabled agent "nobody"'],
    [
      ['create', '--run', ':run', '--agent', 'chair-1', '--scopes', 'tasks:all'],
      'Unknown scope "tasks:all". Available: tasks:read,',
    ],
    [['create', '--run', ':run', '--agent', 'chair-1', '--scopes', ','], 'At least one scope'],
    [
      ['create', '--run', ':run', '--agent', 'chair-1', '--ttl', '1s'],
      'must be 60 to 604800 seconds',
    ],
    [['revoke', 'no-such-token'], 'Worker token "no-such-token" not found'],
  ])('%j is rejected with a message', async (args, sentence) => {
    const { code, stdout, stderr } = await token(...args.map((arg) => arg.replace(':run', run)));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});

test('galley mcp client lists connected clients, and disconnects one', async () => {
  const client = (...args: string[]) => galley('mcp', 'client', ...args);
  expect((await client('list')).stdout).toBe('No clients.\n');
  const at = new Date();
  const uris = ['http://127.0.0.1/'];
  const registered = { id: 'client-1', name: 'Desk', redirect_uris: uris, registered_at: at };
  await database.db.insertInto('mcp_clients').values(registered).execute();
  const consent = {
    id: 'grant-1',
    client_id: 'client-1',
    workspace_id: 'default',
    agent_id: 'implementer-1',
    scopes: ['repo:read'],
    resource: 'http://127.0.0.1/__admin/mcp',
    granted_by: 'ada',
    granted_at: at,
    connected_at: at,
    code_hash: 'x',
    code_challenge: 'x',
    redirect_uri: uris[0]!,
    expires_at: new Date(at.getTime() + 3_600_000),
  };
  await database.db.insertInto('mcp_grants').values(consent).execute();
  expect((await client('list')).stdout).toMatch(
    /^grant-1 {2}connected {2}.* {2}implementer-1 {2}ada {2}Desk\n$/,
  );
  expect((await client('revoke', 'grant-1')).stdout).toMatch(/^grant-1 {2}revoked/);
  const [found] = JSON.parse((await client('list', '--json')).stdout) as { state: string }[];
  expect(found).toMatchObject({ state: 'revoked', scopes: ['repo:read'] });
  expect(await client('revoke', 'nothing')).toMatchObject({ code: 1 });
});
