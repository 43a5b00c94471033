import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { constants } from 'node:os';
import { pipeline } from 'node:stream';

/**
 * Runs in the sandbox of an agent without a network, and starts the agent. Listens on loopback and leads to the network
 * proxy, whose socket the sandbox contains. Arguments: the socket, the port of the proxy, then `PORT=HOST:PORT` for each
 * address of the machine that the agent reaches directly, then `--` and the command.
 */
const given = process.argv.slice(2);
const end = given.indexOf('--');
const [socket, proxyPort, ...forwarded] = given.slice(0, end) as [string, string, ...string[]];
const [program, ...args] = given.slice(end + 1) as [string, ...string[]];

await listen(Number(proxyPort), (client) => join(client, connect(socket)));
for (const rule of forwarded) {
  const [port, target] = rule.split('=') as [string, string];
  await listen(Number(port), (client) => forward(client, target));
}
const agent = spawn(program, args, { stdio: 'inherit' });
agent.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
agent.once('exit', (code, signal) => {
  process.exit(code ?? 128 + constants.signals[signal!]);
});

async function listen(port: number, serve: (client: Socket) => void): Promise<void> {
  const server = createServer({ pauseOnConnect: true }, serve);
  // The network namespace of the sandbox has only loopback, so any address is a local one.
  server.listen(port);
  await once(server, 'listening');
}

function forward(client: Socket, target: string): void {
  const proxy = connect(socket);
  proxy.once('error', () => client.destroy());
  proxy.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  let head = Buffer.alloc(0);
  proxy.on('data', function read(chunk: Buffer) {
    head = Buffer.concat([head, chunk]);
    const over = head.indexOf('\r\n\r\n');
    if (over === -1) return;
    proxy.off('data', read);
    proxy.pause();
    if (!head.toString('latin1').startsWith('HTTP/1.1 200')) {
      client.destroy();
      proxy.destroy();
      return;
    }
    client.write(head.subarray(over + 4));
    join(client, proxy);
  });
}

function join(client: Socket, proxy: Socket): void {
  pipeline(client, proxy, client, () => undefined);
}
