const space = '[ \\t\\r\\n]';
const nameForm = '[\\p{L}_][\\p{L}\\p{N}\\p{M}_.·-]*(?::[\\p{L}_][\\p{L}\\p{N}\\p{M}_.·-]*)?';
const reference = '&(?:lt|gt|amp|quot|apos|#\\d{1,7}|#x[\\da-fA-F]{1,6});';
const value = (quote: string) => `${quote}[^<&${quote}]*(?:${reference}[^<&${quote}]*)*${quote}`;

/** Each matches one whole parser event of well-formed XML without named entities. */
export const openingTag = new RegExp(
  `^<${nameForm}(?:${space}+${nameForm}${space}*=${space}*(?:${value('"')}|${value("'")}))*${space}*/?>$`,
  'u',
);
export const closingTag = new RegExp(`^</(${nameForm})${space}*>$`, 'u');
export const plainText = new RegExp(`^(?:[^<&]*|${reference})$`, 'u');
export const dataSection = /^<!\[CDATA\[.*\]\]>$/s;
export const allowedDoctype =
  /^<!DOCTYPE\s+svg(?:\s+(?:PUBLIC\s+"[^"<>[\]]*"\s+"[^"<>[\]]*"|SYSTEM\s+"[^"<>[\]]*"))?\s*>$/;
/** Written by cameras and Adobe programs. */
export const allowedPacket = /^<\?xpacket [^<>?]*\?>$/;

/** Parsers disagree about comments with two hyphens inside or a bracket at the start. */
export function isUnambiguousComment(raw: string): boolean {
  return /^<!--(?!-?>)/.test(raw) && raw.indexOf('--', 4) === raw.length - 3;
}

export function splitName(whole: string): { readonly prefix: string; readonly name: string } {
  const colon = whole.indexOf(':');
  return { prefix: whole.slice(0, Math.max(colon, 0)), name: whole.slice(colon + 1) };
}

/** `''` for `xmlns`, `a` for `xmlns:a`, else undefined. */
export function parsePrefixDeclaration(attribute: string): string | undefined {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice('xmlns:'.length) : undefined;
}
