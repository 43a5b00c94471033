import type { IncomingMessage } from 'node:http';
import { isHostAmong, isPublicAddress, RefusedAddressError, sendOutgoing } from '@galley/kernel';
import { pluginProblems } from '@galley/plugins';

const maxRedirects = 5;
const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 15_000;
/** Headers that only Galley may set, or that would leak information to a host. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/i;

export interface PluginRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface PluginResponse {
  readonly status: number;
  /** Final address after all redirects. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8. */
  readonly body: string;
}

/**
 * Sends a plugin's request to one of its granted hosts, following redirects among them. Refuses addresses of this
 * machine or its network, whatever the host name, unless that very address is granted.
 * @throws `fetch_refused`, `fetch_failed`
 */
export async function fetchForPlugin(
  asked: PluginRequest,
  hosts: readonly string[],
  ended: AbortSignal,
): Promise<PluginResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([ended, timeout]);
  let url = grantedUrl(asked.url, hosts);
  let request = asked;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await send(url, request, { hosts, signal });
      const { location } = response.headers;
      if (!isRedirect(response.statusCode!) || location === undefined) {
        return await read(response, url);
      }
      response.destroy();
      const next = grantedUrl(location, hosts, url);
      request = redirected(request, {
        status: response.statusCode!,
        isElsewhere: next.host !== url.host,
      });
      url = next;
    }
  } catch (error) {
    if (pluginProblems.fetch_refused.is(error) || pluginProblems.fetch_failed.is(error))
      throw error;
    if (timeout.aborted) {
      throw pluginProblems.fetch_failed(
        `${url.host} did not answer within ${timeoutMs / 1_000} seconds.`,
      );
    }
    if (error instanceof RefusedAddressError) throw notPublic(error.host);
    const { code, message } = error as NodeJS.ErrnoException;
    throw pluginProblems.fetch_failed(`${url.host} is unreachable (${code ?? message}).`);
  }
  throw pluginProblems.fetch_failed(`${url.host} redirected more than ${maxRedirects} times.`);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Only 307 and 308 repeat the method and body. Other hosts do not get the first one's credentials. */
function redirected(
  { headers, ...request }: PluginRequest,
  { status, isElsewhere }: { readonly status: number; readonly isElsewhere: boolean },
): PluginRequest {
  const kept = isElsewhere
    ? Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/^(?:authorization|cookie)$/i.test(name)),
      )
    : headers;
  const isRepeated = status === 307 || status === 308 || ['GET', 'HEAD'].includes(request.method);
  if (isRepeated) return { ...request, headers: kept };
  return { url: request.url, method: 'GET', headers: kept };
}

function grantedUrl(address: string, hosts: readonly string[], base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw pluginProblems.fetch_refused(
      `${base ? `The redirect target of ${base.host}` : address.slice(0, 200)} is not an http:// or https:// address, or contains a user or password.`,
    );
  }
  if (!isHostAmong(url.hostname, hosts)) {
    throw pluginProblems.fetch_refused(
      `${base ? `${base.host} redirects to ${url.hostname}, which` : url.hostname} is not an allowed host of the plugin; add it to hosts in plugin.yaml.`,
    );
  }
  return url;
}

interface Sending {
  readonly hosts: readonly string[];
  readonly signal: AbortSignal;
}

function send(
  url: URL,
  { method, headers, body }: PluginRequest,
  { hosts, signal }: Sending,
): Promise<IncomingMessage> {
  const given = Object.entries(headers).filter(([name]) => !ownHeaders.test(name));
  const allows = (address: string): boolean => isPublicAddress(address) || hosts.includes(address);
  return sendOutgoing(url, { method, headers: Object.fromEntries(given), body, allows, signal });
}

function notPublic(host: string): Error {
  return pluginProblems.fetch_refused(
    `${host} is an address of this machine or its network; a plugin can reach it only if its hosts list exactly that address.`,
  );
}

async function read(response: IncomingMessage, url: URL): Promise<PluginResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw pluginProblems.fetch_failed(
        `${url.host} sent a response of more than ${maxBytes} bytes.`,
      );
    }
    chunks.push(chunk);
  }
  const headers = Object.entries(response.headers).map(
    ([name, value]) => [name, [value ?? []].flat().join(', ')] as const,
  );
  const body = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode!,
    url: url.href,
    headers: Object.fromEntries(headers),
    body,
  };
}
