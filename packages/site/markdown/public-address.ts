import { posix } from 'node:path';
import { encodePath } from '@galley/media';

/** Only images may have `data:` addresses. */
export type AddressUse = 'link' | 'image';

export interface AddressOptions {
  /** Base of relative addresses. */
  readonly path: string;
  /** Undefined without a public address. */
  readonly resolveLink?: (path: string) => string | undefined;
  /** If set, all addresses become absolute, as feeds require. */
  readonly baseUrl?: string;
}

const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const dataPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-zA-Z0-9+/=]*$/;

/** Undefined when the address could run a script. */
export function safeAddress(address: string, use: AddressUse): string | undefined {
  // Browsers ignore control characters in a scheme, so `java script:` would run.
  const plain = address.replace(/\p{Cc}/gu, '').trim();
  const colon = plain.indexOf(':');
  if (colon < 0 || /[/?#]/.test(plain.slice(0, colon))) return encodeBackslashes(plain);
  if (schemes.has(plain.slice(0, colon).toLowerCase())) return encodeBackslashes(plain);
  return use === 'image' && dataPicture.test(plain) ? plain : undefined;
}

/** The site's own host is unknown here. */
export function isExternal(address: string): boolean {
  return /^(?:https?:|\/\/)/i.test(address);
}

/** Undefined when unsafe. */
export function publicAddress(
  address: string,
  use: AddressUse,
  options: AddressOptions,
): string | undefined {
  const safe = safeAddress(address, use);
  if (safe === undefined) return undefined;
  const found = throughTheTree(safe, options);
  return options.baseUrl === undefined ? found : absolute(found, options.baseUrl);
}

/** Content path; undefined for other addresses. */
export function resolveLinkedDocument(address: string, from: string): string | undefined {
  const target = resolveContentPath(address, from);
  return target?.path.endsWith('.md') === true ? target.path : undefined;
}

function throughTheTree(address: string, options: AddressOptions): string {
  const target = resolveContentPath(address, options.path);
  if (target === undefined) return address;
  if (target.path.startsWith('media/')) return `/${encodePath(target.path)}${target.suffix}`;
  if (!target.path.endsWith('.md')) return address;
  const url = options.resolveLink?.(target.path);
  return url === undefined ? address : encodeAddress(url) + target.suffix;
}

/** For attributes, headers and feeds; encoded parts stay. */
export function encodeAddress(path: string): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  return encodeURI(path).replace(/%25([\da-fA-F]{2})/g, '%$1');
}

/** `undefined` for addresses that are not relative. */
export function resolveContentPath(
  address: string,
  from: string,
): { path: string; suffix: string } | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|[/?#]|$)/i.test(address)) return undefined;
  const [, file, suffix] = /^([^?#]*)(.*)$/s.exec(address)!;
  const path = posix.join(posix.dirname(from), decoded(file!));
  return path.startsWith('..') ? undefined : { path, suffix: suffix! };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is taken literally.
    return text;
  }
}

function absolute(address: string, base: string): string | undefined {
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/** Browsers treat backslashes as slashes, unlike the checks above. */
function encodeBackslashes(address: string): string {
  return address.replace(/\\/g, '%5C').replace(/\s/g, '%20');
}
