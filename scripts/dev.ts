// `npm run dev`: starts a server on a project with example data and restarts it when its sources change. A Vite server
// serves the admin and reloads the page when its sources change.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';
import { createGalley } from '@galley/sdk';
import { fetchWithCookies } from '@galley/sdk/node';
import { root } from './repository.ts';

const help = `npm run dev

Serves a project with example data for work on Galley itself. Changes to the
server's sources restart it; changes to the admin show at once. The static
output is not built.

Options:
  --project     Folder of the project        [default: dev-site]
  --port        Port of the server and site  [default: 8080]
  --admin-port  Port of the admin            [default: 5173]

Examples:
  npm run dev
  npm run dev -- --port 9000

To start over, delete the project folder. Ctrl-C stops everything.
`;

const password = 'galley in development';
const people = [
  ['ada', 'admin'],
  ['edith', 'editor'],
  ['rita', 'reviewer'],
  ['wim', 'author'],
] as const;

const galley = join(root, 'apps/cli/main.ts');

interface Options {
  readonly project: string;
  readonly port: number;
  readonly adminPort: number;
}

class UsageError extends Error {}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      project: { type: 'string', default: join(root, 'dev-site') },
      port: { type: 'string', default: '8080' },
      'admin-port': { type: 'string', default: '5173' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const [port, adminPort] = [
    readPort('port', values.port),
    readPort('admin-port', values['admin-port']),
  ];
  return { project: values.project, port, adminPort };
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--${option} is "${text}", but must be a number from 1 to 65535.`);
}

/** Another program on the port would answer in place of the server, which `node --watch` keeps waiting for. */
async function requireFreePort(option: string, port: number): Promise<void> {
  const server = createTcpServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    throw new UsageError(`Port ${port} is in use. Choose another with --${option}.`);
  }
  server.close();
  await once(server, 'close');
}

function exampleDocuments(): Map<string, string> {
  const states = ['published', 'draft', 'in_review'];
  const subjects = ['Ink', 'Paper', 'Type', 'Proofs', 'The press', 'Bindings'];
  const documents = new Map<string, string>();
  for (let number = 1; number <= 90; number += 1) {
    const [state, author] = [states[number % 3]!, people[number % 4]![0]];
    const subject = subjects[number % subjects.length]!;
    const date = new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);
    const head = [`title: ${subject}, part ${number}`, `author: ${author}`, `date: ${date}`];
    const text = `## ${subject}\n\nNotes on ${subject.toLowerCase()}, number ${number}.\n`;
    const lines = ['---', ...head, `workflow: ${state}`, '---', '', text];
    documents.set(`content/posts/example-${number}.md`, lines.join('\n'));
  }
  return documents;
}

async function makeProject(project: string): Promise<void> {
  await runGalley(['init', '--project', project]);
  for (const [path, text] of exampleDocuments()) {
    const file = join(project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function runGalley(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [galley, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`galley ${args.join(' ')} exited with code ${code}.`);
}

async function makePeople(baseUrl: string): Promise<void> {
  const [[first], ...others] = people;
  const galley = createGalley({ baseUrl, fetch: fetchWithCookies() });
  await galley.auth.login({ username: first, password });
  for (const [username, role] of others) {
    await galley.users.save({ username, name: '', email: '', role, password });
  }
}

function startServer({ project, port }: Options): ChildProcess {
  const options = ['--watch', '--watch-preserve-output'];
  const env = {
    ...process.env,
    GALLEY_ADMIN_USERNAME: people[0][0],
    GALLEY_ADMIN_PASSWORD: password,
    // Building would slow down every start.
    GALLEY_BUILD__ON_PUBLISH: 'false',
  };
  return spawn(
    process.execPath,
    [...options, galley, 'serve', '--project', project, '--port', `${port}`],
    { stdio: 'inherit', env },
  );
}

async function waitUntilStarted(server: ChildProcess, address: string): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(`${address}/__health`).catch(() => undefined);
    const health = (await response?.json()) as { readonly status: string } | undefined;
    if (health && health.status !== 'starting') return;
    await sleep(100);
  }
  throw new UsageError('The server exited before it was ready; see the output above.');
}

const withBase: Plugin = {
  name: 'galley-admin-base',
  transformIndexHtml: (page) => page.replace('<head>', '<head><base href="/__admin/">'),
};

async function startAdmin(address: string, port: number) {
  const vite = await createServer({
    configFile: join(root, 'apps/admin/vite.config.ts'),
    base: '/__admin/',
    plugins: [withBase],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { '^(?!/__admin/(?!(plugin-)?api/))': { target: address, ws: false } },
    },
  });
  await vite.listen();
  return vite;
}

async function serve(options: Options): Promise<void> {
  const { project, port, adminPort } = options;
  await requireFreePort('port', port);
  await requireFreePort('admin-port', adminPort);
  const isNew = !existsSync(project);
  if (isNew) await makeProject(project);
  const server = startServer(options);
  const ended = once(server, 'exit');
  try {
    const address = `http://127.0.0.1:${port}`;
    await waitUntilStarted(server, address);
    if (isNew) await makePeople(address);
    const vite = await startAdmin(address, adminPort);
    console.log(`
The site:   ${address}/
The admin:  http://127.0.0.1:${adminPort}/__admin/
Sign in as ${people.map(([name, role]) => `${name} (${role})`).join(', ')}, password "${password}".
`);
    // Vite would end this process before the server has stopped.
    process.removeAllListeners('SIGTERM');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill());
    await ended;
    await vite.close();
  } finally {
    server.kill();
    await ended;
  }
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}

try {
  const options = readOptions();
  if (options) await serve(options);
  else process.stdout.write(help);
} catch (error) {
  if (!isUsageError(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
