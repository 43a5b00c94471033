import { z } from 'zod';
import { fieldFault, type FieldFault } from '@galley/kernel';
import type { KeyFault } from './finding.ts';
import { reservedAddress } from './permalink-pattern.ts';
import {
  addressKey,
  covers,
  createRedirectTable,
  exampleAddress,
  findPatternFault,
  findPlaceholderFault,
  isRedirectPattern,
  type Redirect,
  type RedirectTable,
} from './redirect-pattern.ts';
import {
  addFaults,
  described,
  listOf,
  optional,
  copyShape,
  struct,
  value,
  withDefault,
} from './shape.ts';
import { pageUrl } from './site-values.ts';

const oldAddress = () =>
  value(
    z
      .string()
      .regex(/^\/(?!\/)[^\s?#\\]*$/)
      .transform(addressKey),
    { expected: fieldFault('not_an_old_address', { example: '/old/' }) },
  );

const status = () =>
  value(z.literal([301, 302, 308, 410]), {
    expected: fieldFault('not_one_of', { allowed: [301, 302, 308, 410] }),
    field: { type: 'number', min: 301, max: 410, whole: true },
  });

const list = listOf(
  struct({
    from: described(oldAddress(), {
      help: 'Old address, such as /old/, or a pattern, such as /blog/* or /:year/:slug/.',
    }),
    to: described(optional(pageUrl()), {
      help: 'New address, such as /posts/:splat for a pattern; empty for removed content (410).',
    }),
    status: described(withDefault(status(), 301), {
      help: '301 or 308 (permanent), 302 (temporary), or 410 (gone).',
    }),
  }),
  '[{ from, to, status }]',
);

/** Each validated alone; see `findRedirectFaults` for the whole list. */
export const redirects = copyShape(
  list.superRefine((found, context) => {
    for (const [index, { to, status: code }] of found.entries()) {
      const isGone = code === 410;
      if (isGone === (to === undefined)) continue;
      const fault = isGone
        ? fieldFault('not_with', { other: 'status 410' })
        : fieldFault('required', { label: 'To' });
      addFaults(context, [{ path: [index, 'to'], ...fault }]);
    }
  }),
  list,
);

/** Each unknown address is compared with each of them. */
const maxPatterns = 200;

/** Faulty patterns, unreachable redirects, shadowed by an earlier one or a page, and loops. */
export function findRedirectFaults(
  all: readonly Redirect[],
  site: { readonly url: string; readonly ownAddresses: ReadonlySet<string> },
): readonly KeyFault[] {
  const patterns = all.filter(({ from }) => isRedirectPattern(from)).map(({ from }) => from);
  if (patterns.length > maxPatterns)
    return [{ path: [], ...fieldFault('too_many_patterns', { max: maxPatterns }) }];
  const known = new Map<string, Redirect>();
  const faults: KeyFault[] = [];
  for (const [index, redirect] of all.entries()) {
    const fault = findOldAddressFault(redirect.from, known, site.ownAddresses);
    if (fault) faults.push({ path: [index, 'from'], ...fault });
    else known.set(redirect.from, redirect);
    const target = isRedirectPattern(redirect.from) ? findPlaceholderFault(redirect) : undefined;
    if (target) faults.push({ path: [index, 'to'], ...target });
  }
  const table = createRedirectTable([...known.values()]);
  for (const [index, redirect] of all.entries()) {
    const circle = findLoop(redirect, table, site.url);
    if (circle === undefined) continue;
    faults.push({
      path: [index, 'to'],
      ...fieldFault('redirect_loop', { path: circle.join(' → ') }),
    });
  }
  return faults;
}

function findOldAddressFault(
  from: string,
  known: ReadonlyMap<string, Redirect>,
  ownAddresses: ReadonlySet<string>,
): FieldFault | undefined {
  if (known.has(from)) return fieldFault('duplicate', { value: from });
  if (/^\/(__|media\/|assets\/)/i.test(from)) return reservedAddress();
  if (ownAddresses.has(from)) return fieldFault('address_of_page');
  if (!isRedirectPattern(from)) return undefined;
  const earlier = [...known.keys()].find((one) => isRedirectPattern(one) && covers(one, from));
  if (earlier !== undefined) return fieldFault('covered_by_pattern', { pattern: earlier });
  return findPatternFault(from);
}

/** Browsers stop after about 20 redirects. The limit keeps the check linear. */
const maxRedirectHops = 50;

/** Starts at an example of a pattern, which may lead to longer and longer addresses. */
function findLoop(
  start: Redirect,
  table: RedirectTable,
  siteUrl: string,
): readonly string[] | undefined {
  const isPattern = isRedirectPattern(start.from);
  const passed = [isPattern ? exampleAddress(start.from) : start.from];
  let found = isPattern ? table.find(passed[0]!) : { rule: start, to: start.to };
  while (found?.to !== undefined && passed.length <= maxRedirectHops) {
    const key = toSiteKey(found.to, siteUrl);
    if (key === undefined) return undefined;
    passed.push(key);
    found = table.find(key);
    if (found?.rule === start) return passed;
    if (passed.indexOf(key) < passed.length - 1) return undefined;
  }
  return undefined;
}

/** Undefined for other sites. */
function toSiteKey(address: string, siteUrl: string): string | undefined {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  return path.startsWith('/') ? addressKey(path.replace(/[?#].*$/s, '')) : undefined;
}
