import { join } from 'node:path';
import { runTimed } from '../process-usage.ts';
import { LoadClient } from '../working-side/load-client.ts';
import { apiKey, payloadVariables } from './installation.ts';
import { peerActsOf, startProgram, type Peer, type PeerSettings } from './peer.ts';

const port = 43_120;
const api = `http://127.0.0.1:${port}/api`;
const articles = `${api}/articles`;
const listed = [
  'title',
  'slug',
  'lang',
  'summary',
  'author',
  'date',
  'tags',
  'updatedAt',
  '_status',
];
const person = { email: 'ada@example.com', password: 'a long enough passphrase' };

/** Drafts and versions are on: the history of Galley is always on. */
export async function startPayload(settings: PeerSettings): Promise<Peer> {
  const cwd = join(settings.folder, 'payload');
  const { user, password, host, port: ofDatabase, database } = settings.database;
  const variables = {
    ...payloadVariables,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${ofDatabase}/${database}`,
    PAYLOAD_CONFIG_PATH: 'payload.config.mjs',
  };
  for (const args of [['migrate:create', 'first', '--skip-empty'], ['migrate']])
    await runTimed({ program: 'npx', args: ['payload', ...args], cwd, variables });
  const next = join(cwd, 'node_modules/next/dist/bin/next');
  const server = await startProgram({
    program: process.execPath,
    args: [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    cwd,
    variables,
    ready: `${api}/users/me`,
  });
  await createPerson();
  const headers = { authorization: `users API-Key ${apiKey}` };
  const draft = 'depth=0&draft=true';
  const selected = listed.map((field) => `&select[${field}]=true`).join('');
  const change = (id: unknown, body: object, query: string) => ({
    url: `${articles}/${String(id)}?${query}`,
    method: 'PATCH',
    headers,
    body,
  });
  const acts = await peerActsOf(
    {
      open: (id) => ({ url: `${articles}/${String(id)}?${draft}`, headers }),
      list: () => ({ url: `${articles}?limit=20&sort=-updatedAt&${draft}${selected}`, headers }),
      create: (body) => ({ url: `${articles}?${draft}`, headers, body }),
      save: (id, body) => change(id, { body }, draft),
      publish: (id) => change(id, { _status: 'published' }, 'depth=0'),
      idIn: (answer) => (JSON.parse(answer) as { doc: { id: unknown } }).doc.id,
    },
    settings,
  );
  return { name: 'Payload', ...server, acts };
}

async function createPerson(): Promise<void> {
  using client = new LoadClient();
  const answer = await client.send({ url: `${api}/users/first-register`, body: person });
  const { token, user } = JSON.parse(answer) as { token: string; user: { id: unknown } };
  await client.send({
    url: `${api}/users/${String(user.id)}`,
    method: 'PATCH',
    headers: { authorization: `JWT ${token}` },
    body: { enableAPIKey: true, apiKey },
  });
}
