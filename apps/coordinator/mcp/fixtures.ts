import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { newId, systemClock } from '@galley/kernel';
import { WorkerTokenService } from '@galley/runcoord';
import { AuditRepository } from '@galley/auth';
import { type TestProject } from '../fixtures.ts';

export const allScopes = [
  'tasks:read',
  'tasks:write',
  'proposals:write',
  'reviews:write',
  'turns:write',
  'repo:read',
  'memory:read',
  'memory:write',
] as const;

export interface ToolAnswer {
  readonly value: Record<string, unknown>;
  readonly error:
    | { readonly code: string; readonly message: string; readonly [name: string]: unknown }
    | undefined;
}

export type Era = 'modern' | 'legacy';

export class TestAgent implements AsyncDisposable {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static connect(address: string, token: string, era?: Era): Promise<TestAgent> {
    const headers = { authorization: `Bearer ${token}` };
    const url = new URL('/mcp', address);
    return TestAgent.over(
      new StreamableHTTPClientTransport(url, { requestInit: { headers } }),
      era,
    );
  }

  static async over(transport: Transport, era: Era = 'modern'): Promise<TestAgent> {
    const mode = era === 'modern' ? ({ pin: '2026-07-28' } as const) : ('legacy' as const);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return new TestAgent(client);
  }

  async call(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { content, isError } = await this.client.callTool({ name, arguments: input });
    const [part] = content as { text: string }[];
    const value = JSON.parse(part!.text) as Record<string, unknown>;
    return isError
      ? { value: {}, error: value['error'] as ToolAnswer['error'] }
      : { value, error: undefined };
  }

  change(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    return this.call(name, { ...input, idempotency_key: newId() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** The coordinator has to have run once, so that the agents exist. */
export async function workerToken(
  { db }: TestProject,
  {
    agentId = 'implementer-1',
    runId = 'run-1',
    scopes = allScopes,
    ttlSeconds,
  }: {
    readonly agentId?: string;
    readonly runId?: string;
    readonly scopes?: readonly string[];
    readonly ttlSeconds?: number;
  } = {},
) {
  const clock = systemClock;
  const auditIn = (transaction: ConstructorParameters<typeof AuditRepository>[0]['db']) =>
    new AuditRepository({ db: transaction, clock });
  const tokens = new WorkerTokenService({ db, clock, auditIn });
  const by = { username: 'ada', address: '', requestId: '' };
  const { token, record } = await tokens.create({
    workspaceId: 'default',
    runId,
    agentId,
    scopes,
    ttlSeconds,
    by,
  });
  return { token, id: record.id, revoke: () => tokens.revoke('default', record.id, by) };
}

export async function addRun({ db }: TestProject, id: string, status = 'active'): Promise<void> {
  const now = systemClock.now();
  const times = { started_at: now, ended_at: null, transitioned_at: now };
  await db
    .insertInto('runs')
    .values({ id, workspace_id: 'default', goal: 'Ink', status, reason: null, ...times })
    .execute();
}

/** Turns a worker token into the access token of a connected client. */
export async function forClient({ db }: TestProject, tokenId: string, resource: string) {
  const at = systemClock.now();
  const id = newId();
  const redirect = 'http://127.0.0.1/';
  const client = { id, name: 'Desk', redirect_uris: [redirect], registered_at: at };
  await db.insertInto('mcp_clients').values(client).execute();
  const consent = {
    id,
    client_id: id,
    workspace_id: 'default',
    agent_id: 'implementer-1',
    resource,
    scopes: [...allScopes],
    granted_by: 'ada',
    granted_at: at,
    connected_at: at,
    code_hash: id,
    code_challenge: '',
    redirect_uri: redirect,
    expires_at: new Date(at.getTime() + 3_600_000),
  };
  await db.insertInto('mcp_grants').values(consent).execute();
  const access = { grant_id: id, resource };
  await db.updateTable('worker_tokens').set(access).where('id', '=', tokenId).execute();
}
