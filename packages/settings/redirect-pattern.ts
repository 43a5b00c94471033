import { fieldFault, type FieldFault } from '@galley/kernel';

export interface Redirect {
  /** In the form of `addressKey`; a pattern with `:name` segments or `*` at its end. */
  readonly from: string;
  /** On this or another site, with the values of a pattern as `:name` and `:splat`; undefined for removed content (410). */
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

/** Segments of `from`: literal, `:name` (exactly one segment), and `*` at the end (any number of segments). */
interface Pattern {
  readonly redirect: Redirect;
  readonly segments: readonly string[];
  readonly isOpen: boolean;
}

/** For decoded paths. */
export interface RedirectTable {
  /** A whole address, else a pattern. */
  readonly find: (path: string) => FoundRedirect | undefined;
  readonly findWhole: (path: string) => FoundRedirect | undefined;
  /** The first that matches. */
  readonly findPattern: (path: string) => FoundRedirect | undefined;
}

export interface FoundRedirect extends Pick<Redirect, 'to' | 'status'> {
  readonly rule: Redirect;
}

const parameter = /^:([A-Za-z]\w*)$/;
const isParameter = (segment: string) => parameter.test(segment);

export function isRedirectPattern(from: string): boolean {
  return from.split('/').some((segment) => segment.includes('*') || isParameter(segment));
}

export function createRedirectTable(redirects: readonly Redirect[]): RedirectTable {
  const isPattern = ({ from }: Redirect) => isRedirectPattern(from);
  const whole = new Map(
    redirects.filter((one) => !isPattern(one)).map((one) => [one.from, one] as const),
  );
  const patterns = redirects.filter(isPattern).map(parsePattern);
  const findWhole = (path: string) => {
    const rule = whole.get(addressKey(path));
    return rule && { rule, to: rule.to, status: rule.status };
  };
  const findPattern = (path: string) => findFirst(patterns, path.replace(/\/index\.html$/, '/'));
  return { find: (path) => findWhole(path) ?? findPattern(path), findWhole, findPattern };
}

function findFirst(patterns: readonly Pattern[], path: string): FoundRedirect | undefined {
  const segments = splitPath(path);
  for (const pattern of patterns) {
    const values = matchPattern(pattern, segments, path.endsWith('/'));
    if (values === undefined) continue;
    const { to, status } = pattern.redirect;
    return { rule: pattern.redirect, to: to && fillIn(to, values), status };
  }
  return undefined;
}

const splitPath = (path: string) => path.split('/').filter((segment) => segment !== '');

function parsePattern(redirect: Redirect): Pattern {
  const segments = splitPath(redirect.from);
  const isOpen = segments.at(-1) === '*';
  return { redirect, segments: isOpen ? segments.slice(0, -1) : segments, isOpen };
}

/** Encoded values, so that none of them can begin a query or leave the site. */
function matchPattern(
  { segments, isOpen }: Pattern,
  path: readonly string[],
  endsWithSlash: boolean,
): ReadonlyMap<string, string> | undefined {
  if (isOpen ? path.length < segments.length : path.length !== segments.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const name = parameter.exec(segment)?.[1];
    if (name !== undefined) values.set(name, encodeURIComponent(path[index]!));
    else if (segment !== path[index]) return undefined;
  }
  if (!isOpen) return values;
  const rest = path.slice(segments.length).map(encodeURIComponent).join('/');
  return values.set('splat', rest !== '' && endsWithSlash ? `${rest}/` : rest);
}

const placeholder = /:([A-Za-z]\w*)(\/?)/g;

/** A slash after an empty value, or after one that ends with a slash, is left out. */
function fillIn(to: string, values: ReadonlyMap<string, string>): string {
  const { origin, rest } = splitOrigin(to);
  const filled = rest.replace(placeholder, (whole, name: string, slash: string) => {
    const found = values.get(name);
    if (found === undefined) return whole;
    return found === '' || found.endsWith('/') ? found : found + slash;
  });
  return origin + filled;
}

function splitOrigin(to: string): { readonly origin: string; readonly rest: string } {
  const origin = /^https?:\/\/[^/?#]*/i.exec(to)?.[0] ?? '';
  return { origin, rest: to.slice(origin.length) };
}

export function findPatternFault(from: string): FieldFault | undefined {
  const segments = splitPath(from);
  const names = segments.filter(isParameter);
  const isMisplaced = segments.some(
    (segment, index) =>
      segment.includes('*') && !(segment === '*' && index === segments.length - 1),
  );
  if (isMisplaced) return fieldFault('misplaced_splat');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return fieldFault('duplicate', { value: twice });
  return names.includes(':splat') ? fieldFault('reserved', { value: ':splat' }) : undefined;
}

/** Placeholders of `to` that `from` does not have, or in the host, which visitors could then choose. */
export function findPlaceholderFault({ from, to }: Redirect): FieldFault | undefined {
  if (to === undefined) return undefined;
  const { origin, rest } = splitOrigin(to);
  const known = new Set(splitPath(from).map((segment) => (segment === '*' ? ':splat' : segment)));
  const inHost = /:[A-Za-z]\w*/.exec(origin.replace(/^https?:/i, ''))?.[0];
  if (inHost !== undefined) return fieldFault('unknown_token', { token: inHost });
  const used = [...rest.matchAll(placeholder)].map(([, name]) => `:${name!}`);
  const unknown = used.find((token) => !known.has(token));
  return unknown === undefined ? undefined : fieldFault('unknown_token', { token: unknown });
}

/** True if `one` matches each address that `other` matches. */
export function covers(one: string, other: string): boolean {
  const broad = parsePattern({ from: one, to: undefined, status: 410 });
  const narrow = parsePattern({ from: other, to: undefined, status: 410 });
  const { length } = broad.segments;
  if (broad.isOpen ? narrow.segments.length < length : narrow.segments.length !== length)
    return false;
  if (narrow.isOpen && !broad.isOpen) return false;
  return broad.segments.every(
    (segment, index) => isParameter(segment) || segment === narrow.segments[index],
  );
}

/** An address that the pattern matches, for the search for loops. */
export function exampleAddress(from: string): string {
  const segments = splitPath(from).map((segment) =>
    segment === '*' || isParameter(segment) ? 'example' : segment,
  );
  return `/${segments.join('/')}`;
}
