const space = '[ \\t\\r\\n]';
const nameForm = '[\\p{L}_][\\p{L}\\p{N}\\p{M}_.·-]*(?::[\\p{L}_][\\p{L}\\p{N}\\p{M}_.·-]*)?';
const reference = '&(?:lt|gt|amp|quot|apos|#\\d{1,7}|#x[\\da-fA-F]{1,6});';
const value = (quote: string) => `${quote}[^<&${quote}]*(?:${reference}[^<&${quote}]*)*${quote}`;

/** Each is the whole of one step of a parser, in well-formed XML and without names of entities. */
export const openingTag = new RegExp(
  `^<${nameForm}(?:${space}+${nameForm}${space}*=${space}*(?:${value('"')}|${value("'")}))*${space}*/?>$`,
  'u',
);
export const closingTag = new RegExp(`^</(${nameForm})${space}*>$`, 'u');
export const plainText = new RegExp(`^(?:[^<&]*|${reference})$`, 'u');
export const dataSection = /^<!\[CDATA\[.*\]\]>$/s;
export const soundDoctype =
  /^<!DOCTYPE\s+svg(?:\s+(?:PUBLIC\s+"[^"<>[\]]*"\s+"[^"<>[\]]*"|SYSTEM\s+"[^"<>[\]]*"))?\s*>$/;
/** Around what cameras and programs of Adobe note in XMP. */
export const soundPacket = /^<\?xpacket [^<>?]*\?>$/;

/** Two hyphens within a comment end it to some and not to others, and so does a bracket at its beginning. */
export function isSoundComment(raw: string): boolean {
  return /^<!--(?!-?>)/.test(raw) && raw.indexOf('--', 4) === raw.length - 3;
}

/** `svg:rect` is `rect` of what `svg` stands for. */
export function splitName(whole: string): { readonly prefix: string; readonly name: string } {
  const colon = whole.indexOf(':');
  return { prefix: whole.slice(0, Math.max(colon, 0)), name: whole.slice(colon + 1) };
}

/** The prefix that an attribute declares: `''` by `xmlns`, `a` by `xmlns:a`; undefined for any other. */
export function declaredPrefix(attribute: string): string | undefined {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice('xmlns:'.length) : undefined;
}
