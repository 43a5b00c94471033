import { isLoopbackHost } from '@galley/kernel';
import type { Config, SiteSettings } from '@galley/settings';
import { failed, notice, ok, warning, type Check } from './check.ts';

type Settings = Pick<Config, 'server' | 'admin' | 'security'>;

export function networkChecks(config: Settings, site: SiteSettings | undefined): Check[] {
  const address = site && URL.parse(site.url);
  return [
    ...(address ? [addressCheck(config, address), cookieCheck(config, address)] : []),
    hostsCheck(config, address?.hostname),
    proxiesCheck(config),
    pathCheck(config),
    ok('cors', 'Other sites can read public content only (CORS).'),
  ];
}

const addressSetting = 'url in content/config/site.yaml';

function addressCheck({ server }: Settings, address: URL): Check {
  const name = 'site_address';
  if (!isLoopbackHost(address.hostname)) return ok(name, `The site address is ${address.href}.`);
  const complaint = {
    message: `The site address is ${address.href}, which only this machine can reach.`,
    where: addressSetting,
    why: 'Feeds, the sitemap, link previews and links in emails use this address, and requests for other hosts are refused unless server.allowed_hosts lists them.',
    advice: 'Before the site goes live, set url to the address that readers use.',
  };
  return isLoopbackHost(server.host) ? notice(name, complaint) : warning(name, complaint);
}

function cookieCheck({ server }: Settings, address: URL): Check {
  const name = 'tls';
  if (isLoopbackHost(address.hostname) && isLoopbackHost(server.host))
    return ok(name, 'Only this machine can reach Galley.');
  if (address.protocol !== 'https:') {
    return warning(name, {
      message: 'The site is served without TLS.',
      where: addressSetting,
      why: 'Anyone on the network path can read passwords and session cookies, and change pages.',
      advice:
        'Put a web server with a certificate in front of Galley, list it in server.trusted_proxies, and set url to an https address.',
    });
  }
  if (server.trustedProxies.length > 0)
    return ok(name, 'The TLS proxy is trusted, so session cookies are Secure.');
  return warning(name, {
    message: 'The site has an https address, but no trusted proxy.',
    where: 'server.trusted_proxies',
    why: 'Galley does not terminate TLS. Without a trusted proxy, session cookies are not Secure, and rate limits and the audit log see one address for all clients.',
    advice: 'Set the address of the web server in front of Galley, such as loopback.',
  });
}

function hostsCheck({ server }: Settings, siteHost: string | undefined): Check {
  const name = 'allowed_hosts';
  if (!server.allowedHosts.includes('*')) {
    const hosts = [...(siteHost ? [siteHost] : []), 'loopback names', ...server.allowedHosts];
    return ok(name, `Allowed hosts: ${hosts.join(', ')}.`);
  }
  return warning(name, {
    message: 'Every host is allowed.',
    where: 'server.allowed_hosts',
    why: 'With DNS rebinding, another site can read everything that browsers in your network can read on this server.',
    advice: 'List the host names in use, without "*".',
  });
}

const allNetworks = new Set(['0.0.0.0/0', '::/0', '0/0']);

function proxiesCheck({ server: { host, trustedProxies } }: Settings): Check {
  const name = 'proxies';
  if (trustedProxies.some((proxy) => allNetworks.has(proxy))) {
    return failed(name, {
      message: 'Every client is trusted as a proxy.',
      where: 'server.trusted_proxies',
      why: 'Any client can forge its address for rate limits and the audit log with X-Forwarded-For.',
      advice: 'List only the addresses of your own proxies.',
    });
  }
  const isOpen = !isLoopbackHost(host);
  if (!isOpen || trustedProxies.length === 0)
    return ok(
      name,
      `Galley listens on ${host}; trusted proxies: ${trustedProxies.join(', ') || 'none'}.`,
    );
  return notice(name, {
    message: `Galley listens on ${host}, although a proxy is in front of it.`,
    where: 'server.host',
    why: 'Clients that reach this address bypass the proxy, its TLS and its limits.',
    advice:
      'If the proxy runs on this machine, listen on 127.0.0.1. Otherwise block the port with a firewall.',
  });
}

function pathCheck({ admin: { enabled, path } }: Settings): Check {
  const name = 'admin_path';
  if (!enabled || path !== '__admin') return ok(name, 'The admin is not at its default address.');
  return notice(name, {
    message: 'The admin has its default address, /__admin/.',
    where: 'admin.path',
    why: 'Password-guessing bots try the default address first. A custom address keeps them out of the log, but does not replace strong passwords.',
    advice: 'If the site is public, set admin.path to another name.',
  });
}
