import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { httpProblems } from '@galley/http';
import { addressesOf, hostOf, isLoopbackHost, OnceAMinute, type Logger } from '@galley/kernel';
import { endWithProblem } from './end-with-problem.ts';

export interface AllowedHostsOptions {
  /** Host names, addresses, `*.example.org`, or `*` for every host. */
  readonly allowed: readonly string[];
  readonly listening: string;
  readonly siteUrl?: () => string;
  readonly isCertified?: (host: string) => boolean;
  readonly trustedProxies: readonly string[];
  readonly logger: Logger;
}

const maxCachedHosts = 1_000;

/**
 * Against DNS rebinding. The address that a connection was made to is always allowed, since rebinding needs a name.
 * `X-Forwarded-Host` does not replace `Host`, since a page can send it too: both must be allowed.
 */
export class AllowedHosts {
  readonly #options: AllowedHostsOptions;
  readonly #isProxy: (address: string) => boolean;
  readonly #names: ReadonlySet<string>;
  readonly #isEveryHost: boolean;
  readonly #warnings = new OnceAMinute();
  readonly #remembered = new Set<string>();
  #siteUrl = '';

  constructor(options: AllowedHostsOptions) {
    const { allowed, listening, trustedProxies } = options;
    this.#options = options;
    this.#isProxy = addressesOf(trustedProxies);
    this.#names = new Set([...allowed, listening].map((name) => canonicalName(name)));
    this.#isEveryHost = allowed.includes('*');
  }

  findUnknown({ headers, socket }: IncomingMessage): string | undefined {
    const { host, 'x-forwarded-host': forwarded } = headers;
    // Only HTTP/1.0 may omit `Host`, and no browser uses it.
    if (host !== undefined && !this.#isAllowed(host, socket.localAddress)) return host;
    if (forwarded === undefined || !this.#isProxy(socket.remoteAddress ?? '')) return undefined;
    const [first = ''] = String(forwarded).split(',', 1);
    return this.#isAllowed(first.trim(), undefined) ? undefined : first;
  }

  /** Logs at most once a minute. */
  refuse(host: string, request: IncomingMessage, response: ServerResponse): void {
    const shown = host.slice(0, 100);
    const repeated = this.#warnings.admit('unknown_host');
    if (repeated !== undefined) {
      const advice = 'if the host is yours, add it to server.allowed_hosts';
      this.#options.logger.warn('request for an unknown host refused', {
        host: shown,
        advice,
        repeated,
      });
    }
    const problem = httpProblems.unknown_host(
      `This server does not serve the host "${shown}". If the host is yours, add it to server.allowed_hosts in galley.yaml, or set it as the url of the site.`,
    );
    endWithProblem(request, response, problem);
  }

  /** Without brackets; through any interface. */
  isNamed(host: string): boolean {
    if (this.#isEveryHost || this.#names.has(host) || isLoopbackHost(host)) return true;
    if (host === this.#siteHost() || /[^.]\.localhost$/.test(host)) return true;
    const isBelow = host
      .split('.')
      .some((_label, at, labels) => at > 0 && this.#names.has(`*.${labels.slice(at).join('.')}`));
    return isBelow || this.#options.isCertified?.(host) === true;
  }

  #isAllowed(header: string, localAddress: string | undefined): boolean {
    const siteUrl = this.#options.siteUrl?.() ?? '';
    if (siteUrl !== this.#siteUrl || this.#remembered.size >= maxCachedHosts) {
      this.#siteUrl = siteUrl;
      this.#remembered.clear();
    }
    if (this.#remembered.has(header)) return true;
    const host = hostOf(header);
    if (host === undefined) return this.#isEveryHost;
    if (this.isNamed(host)) {
      this.#remembered.add(header);
      return true;
    }
    return isIP(host) > 0 && host === canonicalName(localAddress ?? '');
  }

  #siteHost(): string | undefined {
    return hostOf(URL.parse(this.#options.siteUrl?.() ?? '')?.host ?? '');
  }
}

/** Form that `hostOf` returns; IPv4-mapped IPv6 becomes IPv4. */
function canonicalName(name: string): string {
  const [, wildcard = '', rest = ''] = /^(\*\.)?(.*)$/.exec(
    name.replace(/^::ffff:(?=[\d.]+$)/i, ''),
  )!;
  return wildcard + (hostOf(isIP(rest) === 6 ? `[${rest}]` : rest) ?? rest);
}
