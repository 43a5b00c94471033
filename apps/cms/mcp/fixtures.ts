import { createHash } from 'node:crypto';
import { newSecret } from '@galley/kernel';
import type { ConfigInput } from '@galley/settings';
import type { Answer, Client } from '../client.fixtures.ts';
import { TestServer } from '../fixtures.ts';
import { WorkRows } from '../runs/fixtures.ts';

export const clientsPath = '/api/v1/workspaces/default/mcp-clients';
export const redirectUri = 'http://127.0.0.1:33418/callback';

/** With an implementer, a reviewer and a run. */
export async function startWithAgents(config: ConfigInput = {}): Promise<TestServer> {
  const limits = {
    sign_in_requests_per_minute: 0,
    public_requests_per_minute: 0,
    session_requests_per_minute: 0,
  };
  const server = await TestServer.start({ config: { limits, ...config } });
  const rows = new WorkRows(server.database.db, 'default');
  await rows.addRun('run-1');
  await rows.addAgent('implementer-1');
  await addAgent(server, 'reviewer-1', 'reviewer');
  return server;
}

export async function addAgent(
  { database: { db } }: TestServer,
  id: string,
  role: string,
): Promise<void> {
  await new WorkRows(db, 'default').addAgent(id);
  await db.updateTable('agents').set({ role }).where('id', '=', id).execute();
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** Acts like a desktop client of one server, over HTTP. */
export class DesktopClient {
  readonly id: string;
  readonly verifier = newSecret();
  readonly #visitor: Client;
  readonly #url: string;

  private constructor(server: TestServer, id: string) {
    this.#visitor = server.visitor();
    this.#url = server.url;
    this.id = id;
  }

  static async register(server: TestServer, metadata: object = {}): Promise<DesktopClient> {
    const answer = await register(server, metadata);
    return new DesktopClient(server, answer.json<{ client_id: string }>().client_id);
  }

  get resource(): string {
    return `${this.#url}/__admin/mcp`;
  }

  request(changed: object = {}): Record<string, string> {
    return {
      client_id: this.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: challengeOf(this.verifier),
      code_challenge_method: 'S256',
      resource: this.resource,
      state: 'of-the-client',
      ...changed,
    };
  }

  /** The person chooses the agent. */
  decide(person: Client, agent: string | null, changed: object = {}): Promise<Answer> {
    return person.post(`${clientsPath}/connect`, { ...this.request(changed), agent_id: agent });
  }

  async code(person: Client, agent = 'implementer-1', changed: object = {}): Promise<string> {
    const answer = await this.decide(person, agent, changed);
    const { redirect_to: target } = answer.json<{ redirect_to: string }>();
    return new URL(target).searchParams.get('code')!;
  }

  redeem(code: string, changed: Record<string, string> = {}): Promise<Answer> {
    return this.ask('token', {
      grant_type: 'authorization_code',
      client_id: this.id,
      redirect_uri: redirectUri,
      code_verifier: this.verifier,
      code,
      ...changed,
    });
  }

  refresh(token: string, changed: Record<string, string> = {}): Promise<Answer> {
    const wish = { grant_type: 'refresh_token', client_id: this.id, refresh_token: token };
    return this.ask('token', { ...wish, ...changed });
  }

  async connect(person: Client, agent = 'implementer-1', changed: object = {}): Promise<Tokens> {
    return (await this.redeem(await this.code(person, agent, changed))).json<Tokens>();
  }

  ask(endpoint: string, parameters: Record<string, string>): Promise<Answer> {
    const body = new URLSearchParams(parameters);
    return this.#visitor.send(`/__admin/oauth/${endpoint}`, { method: 'POST', body });
  }

  /** Status of a request to the endpoint with the token, and its challenge. */
  async use(token: string, path = '/__admin/mcp'): Promise<Answer> {
    return initialize(this.#visitor, { authorization: `Bearer ${token}` }, path);
  }
}

export function register(server: TestServer, metadata: object = {}): Promise<Answer> {
  const given = { client_name: 'Desk', redirect_uris: [redirectUri], ...metadata };
  return server.visitor().post('/__admin/oauth/register', given);
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export function initialize(
  visitor: Client,
  headers: Record<string, string> = {},
  path = '/__admin/mcp',
): Promise<Answer> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const accept = { accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  return visitor.post(path, body, { ...accept, ...headers });
}

/** Status and code of a refusal in the format of RFC 6749. */
export function refusal(answer: Answer): [number, string] {
  return [answer.status, answer.json<{ error: string }>().error];
}

/** The newest entry comes first. */
export function auditEntries({ database: { db } }: TestServer, action: string) {
  return db
    .selectFrom('audit_entries')
    .select(['actor', 'target', 'outcome', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();
}
