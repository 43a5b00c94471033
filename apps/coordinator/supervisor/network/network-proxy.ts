import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { pipeline, type Duplex } from 'node:stream';
import { findAllowedAddress, parseHostPort } from './allowed-host.ts';

// An import would also load `fetch`, which doubles the time that the process of each agent takes to start.
const { createServer } = process.getBuiltinModule('node:http');

/** Name of the socket in the folder of the proxy. */
export const proxySocket = 'socket';

export const proxyFolderIn = (folder: string): string => join(folder, 'proxy');

export interface NetworkProxyOptions {
  /** For its socket. */
  readonly folder: string;
  /** Hosts as in `coordinator.adapters.<name>.hosts`. */
  readonly hosts: readonly string[];
  /** Called once for each host that is refused. */
  readonly onRefusal: (host: string) => void;
}

/** Connects an agent without a network to the hosts that it may reach: an HTTP proxy that knows only CONNECT. */
export async function openNetworkProxy({
  folder,
  hosts,
  onRefusal,
}: NetworkProxyOptions): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true });
  const refused = new Set<string>();
  const server = createServer((_request, response) => {
    response.writeHead(501, { 'content-type': 'text/plain' });
    response.end('This proxy serves only CONNECT. Use https, or an address of this machine.\n');
  });
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const asked = request.url!;
    const { host, port } = parseHostPort(asked);
    const refuse = (): void => {
      client.end('HTTP/1.1 403 Forbidden by the network policy\r\nContent-Length: 0\r\n\r\n');
      if (refused.has(asked) || refused.size === maxRefusalsTold) return;
      refused.add(asked);
      onRefusal(asked);
    };
    client.on('error', () => undefined);
    findAllowedAddress({ host, port }, hosts)
      .then((address) => {
        if (address === undefined) refuse();
        else passOn({ client, head }, { host: address, port });
      })
      .catch(() => client.end(unreachable));
  });
  const path = join(folder, proxySocket);
  const near = relative(process.cwd(), path);
  // Paths of sockets have at most a hundred characters.
  server.listen(near.length < path.length ? near : path);
  await once(server, 'listening');
  return server;
}

const maxRefusalsTold = 50;
const unreachable = 'HTTP/1.1 502 Host unreachable\r\nContent-Length: 0\r\n\r\n';

function passOn(
  { client, head }: { readonly client: Duplex; readonly head: Buffer },
  address: { readonly host: string; readonly port: number },
): void {
  const target = connect(address);
  const fail = () => client.end(unreachable);
  target.once('error', fail);
  target.once('connect', () => {
    target.off('error', fail);
    client.write('HTTP/1.1 200 Connected\r\n\r\n');
    target.write(head);
    pipeline(client, target, client, () => undefined);
  });
}
