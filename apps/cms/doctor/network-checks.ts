import { isLoopbackHost } from '@galley/kernel';
import type { Config, SiteSettings } from '@galley/settings';
import { failed, notice, ok, warning, type Check } from './check.ts';

type Settings = Pick<Config, 'server' | 'admin' | 'security'>;

/** Checks how the server is reached, as far as its settings show. */
export function networkChecks(config: Settings, site: SiteSettings | undefined): Check[] {
  const address = site && URL.parse(site.url);
  return [
    ...(address ? [addressCheck(config, address), cookieCheck(config, address)] : []),
    hostsCheck(config, address?.hostname),
    proxiesCheck(config),
    pathCheck(config),
    ok(
      'cors',
      'Pages of other sites may read what is public, and nothing else: no CORS beyond that.',
    ),
  ];
}

const addressSetting = 'url in content/config/site.yaml';

/** Checks that the site's public address is not a loopback address. */
function addressCheck({ server }: Settings, address: URL): Check {
  const name = 'site_address';
  if (!isLoopbackHost(address.hostname))
    return ok(name, `The site says that it is at ${address.href}.`);
  const complaint = {
    message: `The site says that it is at ${address.href}, which is this machine alone.`,
    where: addressSetting,
    why: 'Feeds, the sitemap, previews of links and letters with links name that address, and requests for other hosts are refused unless server.allowed_hosts lists them.',
    advice: 'Set url to the address that readers use, before the site is public.',
  };
  return isLoopbackHost(server.host) ? notice(name, complaint) : warning(name, complaint);
}

/** Checks that the session cookie is sent only over secure connections. */
function cookieCheck({ server }: Settings, address: URL): Check {
  const name = 'tls';
  if (isLoopbackHost(address.hostname) && isLoopbackHost(server.host))
    return ok(name, 'Galley is reached from this machine alone.');
  if (address.protocol !== 'https:') {
    return warning(name, {
      message: 'People reach the site without TLS.',
      where: addressSetting,
      why: 'Whoever is on the way reads passwords and session cookies, and changes what readers see.',
      advice:
        'Put a web server with a certificate before Galley, name it in server.trusted_proxies, and give url with https.',
    });
  }
  if (server.trustedProxies.length > 0)
    return ok(name, 'What terminates TLS is trusted to say so; session cookies are then Secure.');
  return warning(name, {
    message: 'The site is at an https address, and no proxy is trusted.',
    where: 'server.trusted_proxies',
    why: 'Galley itself speaks no TLS. It cannot tell that a request came over TLS, so that session cookies are not Secure, and everybody counts as one address for limits and in the audit log.',
    advice: 'Name the address of the web server that is before Galley, such as loopback.',
  });
}

function hostsCheck({ server }: Settings, siteHost: string | undefined): Check {
  const name = 'allowed_hosts';
  if (!server.allowedHosts.includes('*')) {
    const hosts = [...(siteHost ? [siteHost] : []), 'loopback names', ...server.allowedHosts];
    return ok(name, `Requests may name these hosts: ${hosts.join(', ')}.`);
  }
  return warning(name, {
    message: 'Requests may name every host.',
    where: 'server.allowed_hosts',
    why: 'A page of another site can have its own name lead to this server (DNS rebinding), and then reads what browsers in your network can reach.',
    advice: 'List the names that people use, without "*".',
  });
}

const everybody = new Set(['0.0.0.0/0', '::/0', '0/0']);

function proxiesCheck({ server: { host, trustedProxies } }: Settings): Check {
  const name = 'proxies';
  if (trustedProxies.some((proxy) => everybody.has(proxy))) {
    return failed(name, {
      message: 'Everybody is trusted as a proxy.',
      where: 'server.trusted_proxies',
      why: 'Whoever sends X-Forwarded-For chooses the address that limits and the audit log know them by.',
      advice: 'Name only the addresses of your own proxies.',
    });
  }
  const isOpen = !isLoopbackHost(host);
  if (!isOpen || trustedProxies.length === 0)
    return ok(
      name,
      `It listens at ${host}; ${trustedProxies.join(', ') || 'no proxy'} is trusted.`,
    );
  return notice(name, {
    message: `It listens at ${host}, though a proxy is before it.`,
    where: 'server.host',
    why: 'Whoever reaches that address comes around the proxy, its TLS and its limits.',
    advice:
      'Listen at 127.0.0.1 where the proxy is on this machine; else see that a firewall is in the way.',
  });
}

function pathCheck({ admin: { enabled, path } }: Settings): Check {
  const name = 'admin_path';
  if (!enabled || path !== '__admin')
    return ok(name, 'The admin is not where everybody looks for it.');
  return notice(name, {
    message: 'The admin is at its usual address, /__admin/.',
    where: 'admin.path',
    why: 'Programs that try passwords on every Galley look there first. Another one keeps them out of the log; it protects nothing by itself.',
    advice: 'Set admin.path to another name, if the site is public.',
  });
}
