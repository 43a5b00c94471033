// `npm run dev`: a project with example data, whose server starts again when its sources change, and the admin in a
// server of Vite, which loads the page again when its sources change.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';
import { createGalley } from '@galley/sdk';
import { fetchWithCookies } from '@galley/sdk/node';
import { root } from './repository.ts';

const help = `npm run dev

Serves a project with example data for work on Galley itself: the server starts
again when a file of it changes, the admin shows changes at once.

Options:
  --project     Folder of the project        [default: dev-site]
  --port        Port of the server and site  [default: 8080]
  --admin-port  Port of the admin            [default: 5173]

Examples:
  npm run dev
  npm run dev -- --port 9000

To begin anew, remove the folder of the project. Ctrl-C stops both.
`;

const password = 'galley in development';
const people = [
  ['ada', 'admin'],
  ['edith', 'editor'],
  ['rita', 'reviewer'],
  ['wim', 'author'],
] as const;

const galley = join(root, 'apps/cli/main.ts');

interface Given {
  readonly project: string;
  readonly port: string;
}

/** Texts in every state, by several authors: enough for lists to have a second page. */
function exampleDocuments(): Map<string, string> {
  const states = ['published', 'draft', 'in_review'];
  const subjects = ['Ink', 'Paper', 'Type', 'Proofs', 'The press', 'Bindings'];
  const documents = new Map<string, string>();
  for (let number = 1; number <= 90; number += 1) {
    const [state, author] = [states[number % 3]!, people[number % 4]![0]];
    const subject = subjects[number % subjects.length]!;
    const date = new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);
    const head = [`title: ${subject}, part ${number}`, `author: ${author}`, `date: ${date}`];
    const text = `## ${subject}\n\nWhat is to be said of ${subject.toLowerCase()}, for the ${number}. time.\n`;
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

async function runGalley(args: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, [galley, ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`galley ${args.join(' ')} ended with ${code}.`);
}

async function makePeople(project: string, baseUrl: string): Promise<void> {
  const [[first], ...others] = people;
  const args = ['users', 'create', first, '--role', 'admin', '--project', project];
  await runGalley([...args, '--password-stdin'], `${password}\n`);
  const galley = createGalley({ baseUrl, fetch: fetchWithCookies() });
  await galley.auth.login({ username: first, password });
  for (const [username, role] of others) {
    await galley.users.save({ username, name: '', email: '', role, password });
  }
}

function startServer({ project, port }: Given): ChildProcess {
  const options = ['--watch', '--watch-preserve-output'];
  return spawn(
    process.execPath,
    [...options, galley, 'serve', '--project', project, '--port', port],
    { stdio: 'inherit' },
  );
}

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${address}/__live`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('The server ended before it was ready.');
}

/** The page as the server would send it, which knows the path of the admin. */
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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string', default: join(root, 'dev-site') },
      port: { type: 'string', default: '8080' },
      'admin-port': { type: 'string', default: '5173' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const { project, port, 'admin-port': adminPort } = values;
  const isNew = !existsSync(project);
  if (isNew) await makeProject(project);
  const server = startServer({ project, port });
  const ended = once(server, 'exit');
  try {
    const address = `http://127.0.0.1:${port}`;
    await untilReady(server, address);
    if (isNew) await makePeople(project, address);
    const vite = await startAdmin(address, Number(adminPort));
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

await main();
