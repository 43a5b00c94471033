import { z } from 'zod';
import { described, listOf, optional, sameShape, struct, value, withDefault } from './shape.ts';
import { pageUrl } from './site-values.ts';

/** An old address of the site, and where it leads. */
export interface Redirect {
  /** As `addressKey` spells it. */
  readonly from: string;
  /** An address of this site, or of another one; undefined where nothing is left (410). */
  readonly to: string | undefined;
  readonly status: 301 | 302 | 308 | 410;
}

/** One spelling for the ways in which people write an address: decoded, and without the slash at its end. */
export function addressKey(path: string): string {
  return decoded(path)
    .normalize('NFC')
    .replace(/(?!^)\/+$/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign is a character like any other.
    return path;
  }
}

const oldAddress = () =>
  value(
    z
      .string()
      .regex(/^\/(?!\/)[^\s?#\\]*$/)
      .transform(addressKey),
    { expected: 'an old address of this site such as /old/, without ? and #' },
  );

const status = () =>
  value(z.literal([301, 302, 308, 410]), {
    expected: '301, 302, 308 or 410 (gone for good)',
    field: { type: 'number', min: 301, max: 410, whole: true },
  });

const list = listOf(
  struct({
    from: described(oldAddress(), { help: 'The old address, such as /old/.' }),
    to: described(optional(pageUrl()), { help: 'Where it leads; nothing where it is gone (410).' }),
    status: described(withDefault(status(), 301), {
      help: '301 or 308 (for good), 302 (for now), or 410 (gone).',
    }),
  }),
  'a list of from, to and status',
);

/** `redirects`: each by itself. What they are to each other and to the site is `faultsOfRedirects`. */
export const redirects = sameShape(
  list.superRefine((found, context) => {
    for (const [index, { to, status: code }] of found.entries()) {
      const isGone = code === 410;
      if (isGone === (to === undefined)) continue;
      const message = isGone ? 'must be left out where the status is 410' : 'is missing';
      context.addIssue({ code: 'custom', path: [index, 'to'], message });
    }
  }),
  list,
);

export interface RedirectFault {
  readonly index: number;
  readonly key: 'from' | 'to';
  readonly message: string;
}

/**
 * What is wrong with redirects as a whole: one that is never reached, because another stands above it or the site has
 * a page of its own there, and those that lead in a circle.
 */
export function faultsOfRedirects(
  all: readonly Redirect[],
  site: { readonly url: string; readonly ownAddresses: ReadonlySet<string> },
): readonly RedirectFault[] {
  const known = new Map<string, Redirect>();
  const faults: RedirectFault[] = [];
  for (const [index, redirect] of all.entries()) {
    const message = faultOfFrom(redirect.from, known, site.ownAddresses);
    if (message !== undefined) faults.push({ index, key: 'from', message });
    else known.set(redirect.from, redirect);
  }
  for (const [index, redirect] of all.entries()) {
    const circle = circleFrom(redirect, known, site.url);
    if (circle === undefined) continue;
    faults.push({ index, key: 'to', message: `leads in a circle: ${circle.join(' → ')}` });
  }
  return faults;
}

function faultOfFrom(
  from: string,
  known: ReadonlyMap<string, Redirect>,
  ownAddresses: ReadonlySet<string>,
): string | undefined {
  if (known.has(from)) return `is redirected further up already; only the first one counts`;
  if (/^\/(__|media\/|assets\/)/i.test(from)) return 'must not begin with /__, /media/ or /assets/';
  if (ownAddresses.has(from)) return 'is a page of the site itself, which a redirect never hides';
  return undefined;
}

/** Browsers give up after some 20. Longer chains are not followed, or the check would take the square of their length. */
const maxFollowed = 50;

/** The addresses of a circle that begins and ends at this redirect. */
function circleFrom(
  start: Redirect,
  known: ReadonlyMap<string, Redirect>,
  siteUrl: string,
): readonly string[] | undefined {
  const passed = [start.from];
  let next = start.to;
  while (next !== undefined && passed.length <= maxFollowed) {
    const key = ownKey(next, siteUrl);
    if (key === undefined) return undefined;
    passed.push(key);
    if (key === start.from) return passed;
    if (passed.indexOf(key) < passed.length - 1) return undefined;
    next = known.get(key)?.to;
  }
  return undefined;
}

/** The key of an address on this site; undefined for one elsewhere. */
function ownKey(address: string, siteUrl: string): string | undefined {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  return path.startsWith('/') ? addressKey(path.replace(/[?#].*$/s, '')) : undefined;
}
