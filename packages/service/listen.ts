import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { serviceProblems } from './problems.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Advice for choosing another port: the option or setting, and an example with the next port. */
  readonly choice: { readonly setting: string; readonly example: (port: number) => string };
}

/** With the assigned port. @throws `cannot_listen`, with advice */
export async function listen(server: Server, place: ListenAddress): Promise<AddressInfo> {
  try {
    server.listen(place.port, place.host);
    await once(server, 'listening');
    return server.address() as AddressInfo;
  } catch (error) {
    throw serviceProblems.cannot_listen(toListenProblem(error as NodeJS.ErrnoException, place));
  }
}

function toListenProblem(
  { code, message }: NodeJS.ErrnoException,
  { host, port, choice }: ListenAddress,
): string {
  const at = `${host} port ${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `Another program already listens on ${at}. Stop it, or choose another port: ${choice.example(port + 1)}`;
    case 'EACCES':
      return `This account may not listen on ${at}. Ports below 1024 are reserved for administrators; choose a higher port with ${choice.setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with ${choice.setting}; 0.0.0.0 means all addresses.`;
    default:
      return `The server could not listen on ${at}: ${message}.`;
  }
}

/** For people: a server on all interfaces is shown as localhost. */
export function publicAddress(
  { address, port }: Pick<AddressInfo, 'address' | 'port'>,
  scheme: 'http' | 'https' = 'http',
): string {
  if (address === '0.0.0.0' || address === '::') return `${scheme}://localhost:${port}`;
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
