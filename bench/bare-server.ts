// Minimal server that runs until its standard input ends: /<bytes> answers with that many prepared bytes,
// /row/<bytes>?path=… with the row of a document, as JSON of that size.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { attachEmbeddedServer } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { RowReadModel } from './row-read-model.ts';

const data = join(process.argv[2]!, 'data');
const database = await attachEmbeddedServer({
  dataDirectory: join(data, 'postgres'),
  secretsDirectory: join(data, 'secrets'),
  logger: silentLogger,
});
const rows = new RowReadModel(database.connection());
const ready = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const url = request.url!;
  const known = ready.get(url);
  if (known) send(response, known);
  else if (url.startsWith('/row/')) void sendRow(response, url);
  else {
    const bytes = Buffer.alloc(Number(url.slice(1)), 'x');
    ready.set(url, bytes);
    send(response, bytes);
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.stdin.resume();
await once(process.stdin, 'end');
server.close();
server.closeAllConnections();
await rows.close();
await database.detach();

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
}

async function sendRow(response: ServerResponse, url: string): Promise<void> {
  const at = url.indexOf('?path=');
  const row = await rows.find(decodeURIComponent(url.slice(at + '?path='.length)));
  if (row === undefined) {
    response.writeHead(404).end();
    return;
  }
  const json = JSON.stringify(row);
  const missing = Number(url.slice('/row/'.length, at)) - Buffer.byteLength(json);
  const body = Buffer.from(json + ' '.repeat(Math.max(0, missing)));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}
