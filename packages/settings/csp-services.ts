/** Pictures, audio and video of all HTTPS hosts are allowed. */
export const policyDirectives = ['script', 'style', 'font', 'connect', 'frame', 'form'] as const;
export type PolicyDirective = (typeof policyDirectives)[number];

type Hosts = Partial<Readonly<Record<PolicyDirective, readonly string[]>>>;

const both = (...hosts: string[]): Hosts => ({ script: hosts, connect: hosts });

/** Hosts that each service loads from; docs/guides/site.md describes the consequences. */
export const policyServices = {
  plausible: both('plausible.io'),
  fathom: both('cdn.usefathom.com'),
  goatcounter: { script: ['gc.zgo.at'], connect: ['*.goatcounter.com'] },
  'simple-analytics': {
    script: ['scripts.simpleanalyticscdn.com'],
    connect: ['queue.simpleanalyticscdn.com'],
  },
  'cloudflare-analytics': {
    script: ['static.cloudflareinsights.com'],
    connect: ['cloudflareinsights.com'],
  },
  'google-analytics': {
    script: ['www.googletagmanager.com'],
    connect: ['*.google-analytics.com', '*.analytics.google.com', 'www.googletagmanager.com'],
  },
  giscus: { script: ['giscus.app'], style: ['giscus.app'], frame: ['giscus.app'] },
  utterances: { script: ['utteranc.es'], frame: ['utteranc.es'] },
  disqus: {
    script: ['*.disqus.com', '*.disquscdn.com'],
    style: ['*.disquscdn.com'],
    connect: ['*.disqus.com'],
    frame: ['disqus.com'],
  },
  youtube: { frame: ['www.youtube-nocookie.com', 'www.youtube.com'] },
  vimeo: { frame: ['player.vimeo.com'] },
  formspree: { form: ['formspree.io'], connect: ['formspree.io'] },
  tally: { script: ['tally.so'], frame: ['tally.so'] },
  typeform: {
    script: ['embed.typeform.com'],
    style: ['embed.typeform.com'],
    frame: ['form.typeform.com', '*.typeform.com'],
  },
  mailchimp: { form: ['*.list-manage.com'] },
} as const satisfies Readonly<Record<string, Hosts>>;

export type PolicyService = keyof typeof policyServices;

export interface PolicySettings {
  readonly services: readonly PolicyService[];
  readonly sources: Readonly<Record<PolicyDirective, readonly string[]>>;
}

/** Hosts of services and own sources, without duplicates. */
export function listPolicyHosts(
  { services, sources }: PolicySettings,
  directive: PolicyDirective,
): readonly string[] {
  const served = services.flatMap((service) => {
    const hosts: Hosts = policyServices[service];
    return hosts[directive] ?? [];
  });
  return [...new Set([...served, ...sources[directive]])];
}
