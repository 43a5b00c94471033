// Minimal server of events that runs until its standard input ends: GET follows, POST sends its body to all followers.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const followers = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'POST') void send();
  else follow();

  async function send(): Promise<void> {
    const message = `data: ${await text(request)}\n\n`;
    for (const follower of followers) follower.write(message);
    response.end();
  }

  function follow(): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    followers.add(response);
    response.on('close', () => followers.delete(response));
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.stdin.resume();
await once(process.stdin, 'end');
server.close();
server.closeAllConnections();
