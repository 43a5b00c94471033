import { exampleProject } from '@galley/contract';
import { newId } from '@galley/kernel';
import type { TestServer } from '../fixtures.ts';
import { examples, type Query, type Values } from '../operation-examples.ts';
import { WorkRows } from '../runs/fixtures.ts';

const { workspace: id, run } = exampleProject;
const ofRun = { workspace_id: id, run_id: run, agent_id: 'ada' };

interface OnServer {
  readonly server: TestServer;
}

/** Parameters of operations on questions, memories, turns and clients. */
export const preparedPeople = {
  'questions.answer': ({ server }: OnServer) => newQuestion(server, newId()),
  'memories.delete': ({ server }: OnServer) => newMemory(server, newId()),
  'turns.stop': ({ server }: OnServer) => newTurn(server),
  'mcp_clients.revoke': ({ server }: OnServer) => newGrant(server),
};

async function newQuestion({ database }: TestServer, question: string): Promise<Query> {
  const row = { ...ofRun, id: question, text: 'Which tone?', choices: [], asked_at: new Date() };
  await database.db.insertInto('questions').values(row).execute();
  return { id, question };
}

async function newMemory({ database }: TestServer, memory: string): Promise<Query> {
  const row = { ...ofRun, id: memory, topic: 'Ink', body: 'Black.', recorded_at: new Date() };
  await database.db.insertInto('memories').values(row).execute();
  return { id, memory };
}

async function newTurn({ database }: TestServer): Promise<Query> {
  const payload = JSON.stringify({ agent_id: 'ada', reason: 'Begin.' });
  const row = { run_id: run, type: 'agent.turn_requested', payload, at: new Date() };
  const { id: turn } = await database.db
    .insertInto('run_events')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, turn: String(turn) };
}

/** The request of a registered client, for a new agent. */
export async function newClientRequest({ database, url }: TestServer): Promise<Values> {
  const { body } = examples['mcp_clients.connect']!;
  const [client_id, agent_id] = [newId(), newId()];
  const redirect_uris = [String(body!['redirect_uri'])];
  const row = { id: client_id, name: 'Desk', redirect_uris, registered_at: new Date() };
  await database.db.insertInto('mcp_clients').values(row).execute();
  await new WorkRows(database.db, id).addAgent(agent_id);
  return { ...body, client_id, agent_id, resource: `${url}/__admin/mcp` };
}

export async function newClientQuery(server: TestServer): Promise<Query> {
  const { agent_id, ...query } = await newClientRequest(server);
  return query as Query;
}

type GrantColumn = 'client_id' | 'agent_id' | 'resource' | 'code_challenge' | 'redirect_uri';

async function newGrant(server: TestServer): Promise<Query> {
  const { client_id, agent_id, resource, code_challenge, redirect_uri } = (await newClientRequest(
    server,
  )) as Record<GrantColumn, string>;
  const client = newId();
  const at = new Date();
  const row = {
    id: client,
    client_id,
    workspace_id: id,
    agent_id,
    scopes: ['repo:read'],
    resource,
  };
  const code = { code_hash: client, code_challenge, redirect_uri };
  const consent = { granted_by: 'ada', granted_at: at, connected_at: at };
  await server.database.db
    .insertInto('mcp_grants')
    .values({ ...row, ...code, ...consent, expires_at: new Date(at.getTime() + 60_000) })
    .execute();
  return { id, client };
}
