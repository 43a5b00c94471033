const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => replacements[character]!);
}

/** Keeps references such as `&copy;`. */
export function escapeText(text: string): string {
  return text.replace(/[<>"']|&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{1,31});)/g, (character) =>
    escapeHtml(character),
  );
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
};

/** Knows only a few names, which is safe because the rest is escaped afterwards. */
export function decodeReferences(text: string): string {
  return text.replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(named, name) ? named[name]! : whole;
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
