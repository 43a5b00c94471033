import {
  createRedirectTable,
  type Redirect,
  type RedirectTable,
  type SiteSettings,
} from '@galley/settings';
import { feedFormats } from './feeds/feed-formats.ts';
import { findPage } from './pages/find-page.ts';
import type { PageContext } from './pages/page.ts';
import { matchRoute } from './pages/route.ts';
import { termPath } from './pages/term-page.ts';
import { documentUrl, findCanonical } from './site-address.ts';

const tables = new WeakMap<SiteSettings, RedirectTable>();

/** The canonical spelling, a redirect, or a document's new address. `to` is missing for removed content. */
export async function findElsewhere(
  context: PageContext,
  path: string,
): Promise<Pick<Redirect, 'to' | 'status'> | undefined> {
  const spelled = findCanonical(path);
  if (spelled !== undefined && (await findPage(context, spelled)) !== undefined) {
    return { to: spelled, status: 301 };
  }
  const redirects = redirectTable(context.settings);
  const redirect = redirects.findWhole(path);
  if (redirect !== undefined) return redirect;
  for (const address of [path, spelled]) {
    const renamed = address && (await findRenamedTerm(context, address));
    if (renamed) return { to: renamed, status: 301 };
  }
  for (const address of [path, spelled]) {
    const moved = address && (await context.published.findMoved(documentUrl(address)));
    if (moved) return { to: moved, status: 301 };
  }
  // Last, because they also match addresses that documents name.
  return redirects.findPattern(path);
}

function redirectTable(settings: SiteSettings): RedirectTable {
  const table = tables.get(settings) ?? createRedirectTable(settings.redirects);
  tables.set(settings, table);
  return table;
}

/** Page or feed of the same list under the present name of its term. */
async function findRenamedTerm(context: PageContext, path: string): Promise<string | undefined> {
  const { settings } = context;
  const route = matchRoute(settings, path);
  const list = route?.kind === 'feed' ? route.of : route;
  if (list?.kind !== 'term') return undefined;
  const term = presentTerm(settings.taxonomies[list.taxonomy]!.renamed, list.term);
  if (term === undefined) return undefined;
  const address = termPath(settings, { ...list, term });
  if ((await findPage(context, address)) === undefined) return undefined;
  return route?.kind === 'feed' ? address + feedFormats[route.format].file : address;
}

/** Follows several renames. */
function presentTerm(
  renamed: Readonly<Record<string, string | null>>,
  term: string,
): string | undefined {
  const passed = new Set([term]);
  let next = renamed[term];
  for (; next != null && !passed.has(next); next = renamed[next]) passed.add(next);
  const last = [...passed].at(-1);
  return last === term ? undefined : last;
}

/** Unless the address has its own query. */
export function withQuery(address: string, query: URLSearchParams): string {
  const text = query.toString();
  if (text === '' || address.includes('?')) return address;
  const [path, fragment] = address.split('#', 2);
  return `${path}?${text}${fragment === undefined ? '' : `#${fragment}`}`;
}
