import { posix } from 'node:path';
import { encodePath } from '@galley/media';

/** Where an address from a document is going to stand; only a picture may be a `data:` address. */
export type AddressUse = 'link' | 'image';

export interface AddressOptions {
  /** The document's path in the content tree; relative addresses are read from its folder. */
  readonly path: string;
  /** Public address of another document of the tree, or undefined where it has none. */
  readonly resolveLink?: (path: string) => string | undefined;
  /** Absolute address of the page. When it is given, every address comes out absolute, as feeds need it. */
  readonly baseUrl?: string;
}

const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const dataPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-zA-Z0-9+/=]*$/;

/** The address as a browser will read it, or undefined where following or loading it could run a script. */
export function safeAddress(address: string, use: AddressUse): string | undefined {
  // A browser drops these characters before it looks for a scheme, so that `java\nscript:` would run.
  const plain = address.replace(/\p{Cc}/gu, '').trim();
  const colon = plain.indexOf(':');
  if (colon < 0 || /[/?#]/.test(plain.slice(0, colon))) return tidy(plain);
  if (schemes.has(plain.slice(0, colon).toLowerCase())) return tidy(plain);
  return use === 'image' && dataPicture.test(plain) ? plain : undefined;
}

/** Whether the address leaves the site, as far as can be told without knowing the site's own host. */
export function isExternal(address: string): boolean {
  return /^(?:https?:|\/\/)/i.test(address);
}

/** The safe public form of an address that a document gives; undefined where there is none. */
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

/** Path in the content tree of the document that a Markdown link means; undefined for any other address. */
export function linkedDocument(address: string, from: string): string | undefined {
  const target = treeTarget(address, from);
  return target?.path.endsWith('.md') === true ? target.path : undefined;
}

function throughTheTree(address: string, options: AddressOptions): string {
  const target = treeTarget(address, options.path);
  if (target === undefined) return address;
  if (target.path.startsWith('media/')) return `/${encodePath(target.path)}${target.suffix}`;
  if (!target.path.endsWith('.md')) return address;
  const url = options.resolveLink?.(target.path);
  return url === undefined ? address : encodeAddress(url) + target.suffix;
}

/** A public path as it may stand in an attribute, a header and a feed; what is encoded already stays so. */
export function encodeAddress(path: string): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  return encodeURI(path).replace(/%25([\da-fA-F]{2})/g, '%$1');
}

/** The place in the content tree that a relative address names, seen from a document; undefined for any other. */
export function treeTarget(
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
    // A stray percent sign is a character like any other in a file name.
    return text;
  }
}

function absolute(address: string, base: string): string | undefined {
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/** A backslash counts as a slash in a browser but not in the checks above, so it is not left as it is. */
function tidy(address: string): string {
  return address.replace(/\\/g, '%5C').replace(/\s/g, '%20');
}
