import { ScimError, type ScimType } from './scim-error.ts';

export type Token =
  | { readonly kind: 'word' | 'text'; readonly value: string }
  | { readonly kind: '(' | ')' | '[' | ']' };

const maxLength = 4_000;
const signs = ['(', ')', '[', ']'] as const;
const [quote, backslash] = ['"', '\\'];

/** Reads each character once. @throws `ScimError` */
export function readTokens(text: string, error: ScimType): Token[] {
  if (text.length > maxLength)
    throw new ScimError(error, `It is longer than ${maxLength} characters.`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = signs.find((one) => one === text[at]);
    if (text[at] === ' ') at += 1;
    else if (sign) {
      tokens.push({ kind: sign });
      at += 1;
    } else {
      const end = text[at] === quote ? endOfText(text, at, error) : endOfWord(text, at);
      tokens.push(tokenOf(text.slice(at, end), error));
      at = end;
    }
  }
  return tokens;
}

function endOfText(text: string, start: number, error: ScimType): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === quote) return at + 1;
    if (text[at] === backslash) at += 1;
  }
  throw new ScimError(error, `The text from position ${start + 1} has no closing quotation mark.`);
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !' ()[]"'.includes(text[at]!)) at += 1;
  return at;
}

function tokenOf(source: string, error: ScimType): Token {
  if (!source.startsWith(quote)) return { kind: 'word', value: source };
  try {
    const value = JSON.parse(source) as string;
    // PostgreSQL rejects NUL.
    if (!value.includes('\0')) return { kind: 'text', value };
  } catch {
    // Reported below: not the text of JSON.
  }
  throw new ScimError(error, `${source} is not a text of JSON.`);
}
