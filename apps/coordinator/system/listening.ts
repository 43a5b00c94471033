import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import {
  AllowedHosts,
  ConnectionLimit,
  GalleyServer,
  listen,
  publicAddress,
  type Certificate,
  type ShutdownStack,
} from '@galley/service';
import type { Logger } from '@galley/kernel';
import { settingsProblems, type Config } from '@galley/settings';

const isStarting = () => Promise.resolve({ status: 503, body: { status: 'starting' } });
const starting = { '/healthz': isStarting, '/readyz': isStarting };

export interface Listening {
  readonly server: GalleyServer;
  readonly address: string;
  readonly hosts: AllowedHosts;
}

/** Opens the only listener (GAP-RC-LISTEN-1); it answers 503 until a request handler is set. */
export async function openListener(
  { server: settings, limits, coordinator: { address, tls } }: Config,
  command: 'start' | 'run',
  { cleanUp, logger }: { readonly cleanUp: ShutdownStack; readonly logger: Logger },
): Promise<Listening> {
  const certificate = tls && (await readCertificate(tls));
  const server = new GalleyServer({ certificate, starting });
  const { connectionsPerAddress: perAddress } = limits;
  const { shutdownTimeout, trustedProxies, allowedHosts: allowed } = settings;
  server.limit(new ConnectionLimit({ perAddress, trustedProxies, logger }));
  const { host } = address;
  const shown = host.includes(':') ? `[${host}]` : host;
  const choice = {
    setting: '--address or coordinator.address',
    example: (port: number) => `galley ${command} --address ${shown}:${port}`,
  };
  const { port } = await listen(server.http, { ...address, choice });
  cleanUp.add('the web server', () => server.close(shutdownTimeout));
  return {
    server,
    address: publicAddress({ address: host, port }, tls ? 'https' : 'http'),
    hosts: new AllowedHosts({
      allowed,
      listening: host,
      trustedProxies,
      logger,
      isCertified: certifiedNames(certificate),
    }),
  };
}

/** Matches names and addresses that the certificate covers. */
function certifiedNames(certificate: Certificate | undefined): (host: string) => boolean {
  if (!certificate) return () => false;
  const own = new X509Certificate(certificate.cert);
  return (host) => (isIP(host) > 0 ? own.checkIP(host) : own.checkHost(host)) !== undefined;
}

export function configuredAddress({ coordinator: { address, tls } }: Config): string {
  return publicAddress({ address: address.host, port: address.port }, tls ? 'https' : 'http');
}

export function toolsAddress(config: Config): string {
  return `${config.coordinator.supervisor.coordinatorUrl ?? configuredAddress(config)}/mcp`;
}

async function readCertificate({
  certFile,
  keyFile,
}: NonNullable<Config['coordinator']['tls']>): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readPem(certFile, 'coordinator.tls.cert_file'),
    readPem(keyFile, 'coordinator.tls.key_file'),
  ]);
  return { cert, key };
}

async function readPem(file: string, setting: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code})`;
    throw settingsProblems.invalid_configuration(`${setting}: ${file}: ${reason}.`);
  }
  if (text.includes('-----BEGIN ')) return text;
  throw settingsProblems.invalid_configuration(
    `${setting}: ${file} is not a PEM file: it has no line that begins with "-----BEGIN".`,
  );
}
