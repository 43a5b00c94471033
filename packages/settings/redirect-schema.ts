import { z } from 'zod';
import { described, listOf, optional, copyShape, struct, value, withDefault } from './shape.ts';
import { pageUrl } from './site-values.ts';

export interface Redirect {
  /** In the form of `addressKey`. */
  readonly from: string;
  /** On this or another site; undefined for removed content (410). */
  readonly to: string | undefined;
  readonly status: 301 | 302 | 308 | 410;
}

/** Decoded, without trailing slash. */
export function addressKey(path: string): string {
  return decodePath(path)
    .normalize('NFC')
    .replace(/(?!^)\/+$/, '');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign is taken literally.
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
    expected: '301, 302, 308 or 410 (gone)',
    field: { type: 'number', min: 301, max: 410, whole: true },
  });

const list = listOf(
  struct({
    from: described(oldAddress(), { help: 'Old address, such as /old/.' }),
    to: described(optional(pageUrl()), { help: 'New address; empty for removed content (410).' }),
    status: described(withDefault(status(), 301), {
      help: '301 or 308 (permanent), 302 (temporary), or 410 (gone).',
    }),
  }),
  'a list of from, to and status',
);

/** Each validated alone; see `findRedirectFaults` for the whole list. */
export const redirects = copyShape(
  list.superRefine((found, context) => {
    for (const [index, { to, status: code }] of found.entries()) {
      const isGone = code === 410;
      if (isGone === (to === undefined)) continue;
      const message = isGone ? 'must be omitted if the status is 410' : 'is missing';
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

/** Unreachable redirects, shadowed by an earlier one or a page, and loops. */
export function findRedirectFaults(
  all: readonly Redirect[],
  site: { readonly url: string; readonly ownAddresses: ReadonlySet<string> },
): readonly RedirectFault[] {
  const known = new Map<string, Redirect>();
  const faults: RedirectFault[] = [];
  for (const [index, redirect] of all.entries()) {
    const message = findOldAddressFault(redirect.from, known, site.ownAddresses);
    if (message !== undefined) faults.push({ index, key: 'from', message });
    else known.set(redirect.from, redirect);
  }
  for (const [index, redirect] of all.entries()) {
    const circle = findLoop(redirect, known, site.url);
    if (circle === undefined) continue;
    faults.push({ index, key: 'to', message: `creates a loop: ${circle.join(' → ')}` });
  }
  return faults;
}

function findOldAddressFault(
  from: string,
  known: ReadonlyMap<string, Redirect>,
  ownAddresses: ReadonlySet<string>,
): string | undefined {
  if (known.has(from)) return `is already redirected above; only the first redirect applies`;
  if (/^\/(__|media\/|assets\/)/i.test(from)) return 'must not begin with /__, /media/ or /assets/';
  if (ownAddresses.has(from))
    return 'is the address of a page, which takes precedence over redirects';
  return undefined;
}

/** Browsers stop after about 20 redirects. The limit keeps the check linear. */
const maxRedirectHops = 50;

function findLoop(
  start: Redirect,
  known: ReadonlyMap<string, Redirect>,
  siteUrl: string,
): readonly string[] | undefined {
  const passed = [start.from];
  let next = start.to;
  while (next !== undefined && passed.length <= maxRedirectHops) {
    const key = toSiteKey(next, siteUrl);
    if (key === undefined) return undefined;
    passed.push(key);
    if (key === start.from) return passed;
    if (passed.indexOf(key) < passed.length - 1) return undefined;
    next = known.get(key)?.to;
  }
  return undefined;
}

/** Undefined for other sites. */
function toSiteKey(address: string, siteUrl: string): string | undefined {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  return path.startsWith('/') ? addressKey(path.replace(/[?#].*$/s, '')) : undefined;
}
