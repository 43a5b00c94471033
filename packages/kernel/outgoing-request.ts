import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

export interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether the request may connect to an IP address. */
  readonly allows: (address: string) => boolean;
  readonly signal: AbortSignal;
  /** PEM, instead of the usual certificates. */
  readonly ca?: string | undefined;
}

/** The host is, or its name resolves only to, addresses that the request may not connect to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly host: string;

  constructor(host: string) {
    super(`${host} is an address of this machine or its network.`);
    this.host = host;
  }
}

/**
 * Connects only to allowed IP addresses, whatever the host name, and follows no redirects. The caller reads or destroys
 * the body. @throws `RefusedAddressError`, and the errors of `node:http`
 */
export function sendOutgoing(
  url: URL,
  { method, headers, body, allows, signal, ca }: OutgoingRequest,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, ...settle } = Promise.withResolvers<IncomingMessage>();
  // IP addresses bypass `lookup`, so they are checked here.
  if (isIP(host) !== 0 && !allows(host)) {
    settle.reject(new RefusedAddressError(host));
    return promise;
  }
  const sent = { 'user-agent': 'Galley', ...headers, 'accept-encoding': 'identity' };
  const options = { method, headers: sent, signal, agent: false, lookup: restrictedLookup(allows) };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  request(url, { ...options, ...(ca !== undefined && { ca }) })
    .on('response', settle.resolve)
    .on('error', settle.reject)
    .end(body);
  return promise;
}

/** Resolves once, so that the connection uses the address that was checked. */
function restrictedLookup(allows: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const allowed = error ? [] : found.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (error || first === undefined) callback(error ?? new RefusedAddressError(host), []);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
