// Minimal server that runs until its standard input ends. GET /read?id=1 answers with one row. POST /write {id, text}
// changes the row, adds history and an event in one transaction, and replaces a file. Arguments: the folder of the
// project whose PostgreSQL it uses, and the number of rows.
import { once } from 'node:events';
import { mkdir, open, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { attachEmbeddedServer } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { makeBody, numbers } from '../make-documents.ts';
import { FloorRepository } from './floor-repository.ts';

const [project, documents, bytes] = process.argv.slice(2) as [string, string, string];
const database = await attachEmbeddedServer({
  dataDirectory: join(project, 'data/postgres'),
  secretsDirectory: join(project, 'data/secrets'),
  logger: silentLogger,
});
const repository = await FloorRepository.create(database.ownerConnection(), {
  documents: Number(documents),
  body: makeBody(Number(bytes), numbers()),
});
// On the same disk as the content, but outside of it.
const folder = join(project, 'floor');
await mkdir(folder);
let files = 0;

const server = createServer((request, response) => {
  const answered = request.method === 'GET' ? read(request, response) : write(request, response);
  answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(
  JSON.stringify({
    site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pid: process.pid,
  }),
);

process.stdin.resume();
await once(process.stdin, 'end');
server.close();
server.closeAllConnections();
await repository.close();
await database.detach();

async function read(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = Number(request.url!.slice('/read?id='.length));
  send(response, await repository.read(id));
}

async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id, text } = (await json(request)) as { id: number; text: string };
  await repository.write(id, text);
  await replaceFile(join(folder, `document-${id}.md`), text);
  send(response, { id, body: text });
}

function send(response: ServerResponse, answer: object): void {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

async function replaceFile(file: string, text: string): Promise<void> {
  files += 1;
  const written = `${file}.${files}.new`;
  {
    await using handle = await open(written, 'wx');
    await handle.writeFile(text);
    await handle.sync();
  }
  await rename(written, file);
  // Without it, the rename may not survive a power failure, which Galley promises.
  await using parent = await open(folder, 'r');
  await parent.sync();
}
