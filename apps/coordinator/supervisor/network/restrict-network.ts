import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoopbackHost } from '@galley/kernel';
import { proxyPlace } from '@galley/service';
import type { AgentLaunch } from '../driver.ts';
import { parseHostPort } from './allowed-host.ts';
import { proxySocket } from './network-proxy.ts';

/** How an agent in a restricted network is started. */
export interface RestrictedNetwork {
  /** Before the agent's own command. */
  readonly words: readonly string[];
  /** Folders that forwarding needs. */
  readonly readable: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** For the proxy. */
  readonly hosts: readonly string[];
}

// In this form, the program contains it as a bundle.
const forwarder = fileURLToPath(new URL('./forward-ports.ts', import.meta.url));
const firstPort = 3_128;

export function restrictNetwork({ hosts, mcpUrl, environment }: AgentLaunch): RestrictedNetwork {
  const addresses = Object.entries(environment)
    .filter(([name]) => name.endsWith('_BASE_URL'))
    .map(([, address]) => address);
  const allowed = [...hosts, ...[mcpUrl, ...addresses].flatMap(hostPortOf)];
  // An agent's own loopback leads nowhere else, and programs use no proxy for it.
  const local = allowed.map(parseHostPort).filter(({ host }) => isLoopbackHost(host));
  const ports = new Map(local.map(({ host, port }) => [port, `${port}=${spelled(host)}:${port}`]));
  let proxyPort = firstPort;
  while (ports.has(proxyPort)) proxyPort += 1;
  const socket = `${proxyPlace}/${proxySocket}`;
  return {
    words: [process.execPath, forwarder, socket, String(proxyPort), ...ports.values(), '--'],
    readable: [dirname(forwarder)],
    env: proxyVariables(`http://127.0.0.1:${proxyPort}`),
    hosts: allowed,
  };
}

/** Empty for what is no address. */
function hostPortOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`];
}

const spelled = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Programs read either spelling. */
function proxyVariables(proxy: string): Record<string, string> {
  const variables = {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: 'localhost,127.0.0.1,::1',
  };
  const lower = Object.entries(variables).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return { ...variables, ...Object.fromEntries(lower), NODE_USE_ENV_PROXY: '1' };
}
