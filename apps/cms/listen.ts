import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cmsProblems } from './problems.ts';

/** Listens, and returns the address with the port that it got. Throws `cannot_listen`, with what to do about it. */
export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return server.address() as AddressInfo;
  } catch (error) {
    throw cmsProblems.cannot_listen(explain(error as NodeJS.ErrnoException, host, port));
  }
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  const at = `${host} port ${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `Another program listens on ${at} already. End it, or choose another port: galley serve --port ${port + 1}`;
    case 'EACCES':
      return `This account may not listen on ${at}. Ports below 1024 are for administrators; choose a higher one with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Choose another with --host; 0.0.0.0 stands for all of them.`;
    default:
      return `The server could not listen on ${at}: ${message}.`;
  }
}

/** How people write the address: a server that listens everywhere is found at localhost. */
export function publicAddress({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
