import {
  Client as McpClient,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentNewsroom } from '../agents/fixtures.ts';
import type { Client } from '../fixtures.ts';
import { clientsPath } from './fixtures.ts';

let newsroom: AgentNewsroom;

beforeAll(async () => {
  newsroom = await AgentNewsroom.open('.');
});

afterAll(() => newsroom[Symbol.asyncDispose]());

type Registered = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
type Discovered = Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
type Stored = Awaited<ReturnType<OAuthClientProvider['tokens']>>;

/** Stores everything in memory; `opened` is the address that a desktop client opens in a browser. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:7777/callback';
  readonly clientMetadata = { client_name: 'SDK', redirect_uris: [this.redirectUrl] };
  opened: URL | undefined;
  #client: Registered;
  #tokens: Stored;
  #verifier = '';
  #discovered: Discovered;

  clientInformation() {
    return this.#client;
  }
  saveClientInformation(given: NonNullable<Registered>) {
    this.#client = given;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(given: NonNullable<Stored>) {
    this.#tokens = given;
  }
  redirectToAuthorization(url: URL) {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(given: NonNullable<Discovered>) {
    this.#discovered = given;
  }
  discoveryState() {
    return this.#discovered;
  }
}

/** The person opens the address, and chooses the agent on the page. */
async function allow(person: Client, opened: URL, agent: string): Promise<URLSearchParams> {
  const sent = await person.get(opened.pathname + opened.search);
  const packed = new URL(sent.headers.get('location')!, opened).searchParams.get('request')!;
  const query = new URLSearchParams(Buffer.from(packed.slice(2), 'base64url').toString());
  const body = { ...Object.fromEntries(query), agent_id: agent };
  const answer = await person.post(`${clientsPath}/connect`, body);
  return new URL(answer.json<{ redirect_to: string }>().redirect_to).searchParams;
}

async function connect(agent: string): Promise<{ client: McpClient; provider: Provider }> {
  const address = new URL('/__admin/mcp', newsroom.server.url);
  const provider = new Provider();
  const first = new StreamableHTTPClientTransport(address, { authProvider: provider });
  const asking = new McpClient({ name: 'sdk', version: '1' });
  await expect(asking.connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
  await first.finishAuth(await allow(newsroom.eve, provider.opened!, agent));
  const client = new McpClient({ name: 'sdk', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
  return { client, provider };
}

describe('a client with the official SDK that knows only the address', () => {
  test('connects, and renews its token when it ends', async () => {
    const { client, provider } = await connect('ada');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('proposal_edit');
    expect(tools.map(({ name }) => name)).not.toContain('vote_cast');
    const before = provider.tokens()!.access_token;
    await newsroom.server.database.db
      .updateTable('worker_tokens')
      .set({ expires_at: new Date(0) })
      .where('grant_id', 'is not', null)
      .execute();
    const { content } = await client.callTool({ name: 'table_get_state', arguments: {} });
    expect(JSON.stringify(content)).toContain('run-1');
    expect(provider.tokens()!.access_token).not.toBe(before);
    await client.close();
  });

  test('lists and reads documents at the paths that the tools use', async () => {
    const { client } = await connect('ada');
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { uri: 'galley://documents/content/posts/ink.md', name: 'content/posts/ink.md' },
      { uri: 'galley://documents/content/posts/pen.md' },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'galley://documents/{+path}' }]);
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    expect(await read(resources[0]!.uri)).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringContaining('Ink is blak') as string,
    });
    for (const uri of [
      'galley://documents/content/posts/none.md',
      'galley://documents/../galley.yaml',
      'galley://documents/%2e%2e/galley.yaml',
      'galley://documents/%',
      'galley://documents/content',
      'file:///etc/passwd',
    ])
      await expect(read(uri), uri).rejects.toThrow('Cannot read');
    await client.close();
  });

  test('pages long lists of documents, without gaps', async () => {
    const names = [
      'a/z',
      'a-b',
      'a',
      'b/c/d',
      ...Array.from({ length: 120 }, (_, at) => `n/${at}`),
    ];
    for (const name of names) await newsroom.server.write(`content/posts/${name}.md`, '# x\n');
    await newsroom.commit('More');
    const { client } = await connect('ada');
    // The SDK asks for all pages of a list without a cursor.
    const found = (await client.listResources()).resources.map(({ name }) => name);
    const expected = [...names, 'ink', 'pen'].map((name) => `content/posts/${name}.md`);
    expect(found.toSorted()).toEqual(expected.toSorted());
    const rest = await client.listResources({ cursor: found[99]! });
    expect(rest.resources.map(({ name }) => name)).toEqual(found.slice(100));
    await client.close();
  });

  test('gets the prompts whose tools its agent has', async () => {
    const { client } = await connect('ada');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['propose_change', 'summarize_run']);
    const wish = { name: 'propose_change', arguments: { change: 'Correct “blak”.' } };
    const { messages } = await client.getPrompt(wish);
    const text = (messages[0]!.content as { text: string }).text;
    expect(text).toMatch(/^Correct “blak”\./);
    // Every tool that a prompt names is listed.
    const named = [...new Set(text.match(/\b(?:repo|proposal|task|table|vote)_\w+/g))];
    const { tools } = await client.listTools();
    const listed = new Set(tools.map(({ name }) => name));
    expect(named.filter((name) => !listed.has(name))).toEqual([]);
    await expect(client.getPrompt({ name: 'propose_change' })).rejects.toThrow('change: missing');
    await expect(client.getPrompt({ name: 'review_proposal' })).rejects.toThrow('Unknown prompt');
    await client.close();
  });
});

test('documents and prompts need the scopes of their tools', async () => {
  const wish = { run_id: 'run-1', agent_id: 'ada', scopes: ['memory:read'] };
  const made = await newsroom.eve.post('/api/v1/workspaces/default/worker-tokens', wish);
  const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
  const address = new URL('/__admin/mcp', newsroom.server.url);
  const client = new McpClient({ name: 'sdk', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  expect((await client.listResources()).resources).toEqual([]);
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  expect((await client.listPrompts()).prompts).toEqual([]);
  const uri = 'galley://documents/content/posts/ink.md';
  await expect(client.readResource({ uri })).rejects.toThrow('Cannot read');
  await client.close();
});
