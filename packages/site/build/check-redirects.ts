import type { PublishedSnapshot } from '@galley/content';
import { isPublicFile } from '@galley/media';
import { createRedirectTable, isRedirectPattern, type Redirect } from '@galley/settings';
import { pageAddresses } from '../site-address.ts';
import type { LinksToCheck } from './check-links.ts';
import { addSiteAddresses, TaskList } from './site-addresses.ts';

export interface RedirectFinding {
  readonly kind: 'redirect_chain' | 'redirect_without_target' | 'redirect_hidden';
  readonly message: string;
}

/** Faults of the redirects in `site.yaml`. Targets with values of a pattern depend on the visitor and are not checked. */
export async function checkRedirects(
  snapshot: PublishedSnapshot,
  { settings, theme, contentDirectory }: LinksToCheck,
): Promise<RedirectFinding[]> {
  const list = new TaskList();
  await addSiteAddresses(list, { settings: { ...settings, redirects: [] }, snapshot, theme });
  const moved = new Set(snapshot.movedAddresses);
  const addresses = list.all().map(({ address }) => address);
  const pages = new Set(addresses.filter((address) => !moved.has(address)));
  const table = createRedirectTable(settings.redirects);
  const hasPage = (path: string) => pageAddresses(path, '/').some((one) => pages.has(one));

  const checkTarget = async ({ from, to }: Redirect): Promise<RedirectFinding | undefined> => {
    const path = toSitePath(to, settings.url);
    if (path === undefined || hasPage(path)) return undefined;
    if (path.startsWith('/media/') && (await isPublicFile(contentDirectory, path.slice(1))))
      return undefined;
    const next = table.find(path)?.to ?? pageAddresses(path, '/').find((one) => moved.has(one));
    return next === undefined
      ? { kind: 'redirect_without_target', message: `${from}: no public page at ${path}.` }
      : {
          kind: 'redirect_chain',
          message: `${from}: ${path} redirects again, so visitors take two steps.`,
        };
  };

  const findings: RedirectFinding[] = [];
  for (const redirect of settings.redirects) {
    const { from, to } = redirect;
    if (!isRedirectPattern(from) && hasPage(encodeURI(from)))
      findings.push({
        kind: 'redirect_hidden',
        message: `${from}: never applies, because a public page has this address.`,
      });
    if (isRedirectPattern(from) && /:[A-Za-z]/.test(toSitePath(to, settings.url) ?? '')) continue;
    const found = await checkTarget(redirect);
    if (found !== undefined) findings.push(found);
  }
  return findings;
}

/** Without query; undefined for other sites and paths that Galley itself answers. */
function toSitePath(to: string | undefined, siteUrl: string): string | undefined {
  const path = to?.startsWith(`${siteUrl}/`) === true ? to.slice(siteUrl.length) : to;
  if (path?.startsWith('/') !== true || path.startsWith('/__')) return undefined;
  return path.replace(/[?#].*$/s, '');
}
