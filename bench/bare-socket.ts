// Minimal server of WebSockets that runs until its standard input ends: passes each message on to all others.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

const sockets = new Set<WebSocket>();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    for (const other of sockets) if (other !== socket) other.send(text);
  });
});
await once(server, 'listening');
process.stdout.write(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.stdin.resume();
await once(process.stdin, 'end');
for (const socket of sockets) socket.terminate();
server.close();
