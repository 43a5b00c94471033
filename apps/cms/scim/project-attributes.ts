import { plainAttribute } from './attribute-name.ts';
import { isObject, type JsonObject } from './values.ts';

export interface AttributeSelection {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/** Always returned (RFC 7643). */
const always = ['schemas', 'id'];

/** Keeps the attributes that the client asks for: `userName,name.givenName` (RFC 7644, 3.9). */
export function projectAttributes(
  resource: JsonObject,
  { attributes, excludedAttributes }: AttributeSelection,
) {
  if (attributes !== undefined && attributes.trim() !== '') {
    const wanted = namesIn(attributes);
    return pick(resource, (path) => always.includes(path) || isBelow(path, wanted));
  }
  const unwanted = namesIn(excludedAttributes ?? '');
  return pick(resource, (path) => always.includes(path) || !unwanted.has(path));
}

/** Whether the client wants to see it. */
export function includesAttribute(
  attribute: string,
  { attributes, excludedAttributes }: AttributeSelection,
): boolean {
  if (attributes !== undefined && attributes.trim() !== '')
    return [...namesIn(attributes)].some((name) => name.split('.', 1)[0] === attribute);
  return !namesIn(excludedAttributes ?? '').has(attribute);
}

function namesIn(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map((name) => plainAttribute(name.trim())));
}

function isBelow(path: string, wanted: ReadonlySet<string>): boolean {
  const [attribute = ''] = path.split('.', 1);
  if (wanted.has(path) || wanted.has(attribute)) return true;
  return path === attribute && [...wanted].some((name) => name.startsWith(`${attribute}.`));
}

function pick(resource: JsonObject, isKept: (path: string) => boolean): JsonObject {
  const entries = Object.entries(resource).filter(([name]) => isKept(name.toLowerCase()));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const prefix = `${name.toLowerCase()}.`;
      const parts = (part: unknown): unknown =>
        isObject(part) ? pickParts(part, prefix, isKept) : part;
      return [name, Array.isArray(value) ? value.map(parts) : parts(value)];
    }),
  );
}

function pickParts(part: JsonObject, prefix: string, isKept: (path: string) => boolean) {
  return Object.fromEntries(
    Object.entries(part).filter(([name]) => isKept(prefix + name.toLowerCase())),
  );
}
